import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Provider } from '#contract/appointments-admin.ts';
import { api } from '#web/lib/api.ts';
import { useFormat } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { ColumnHeads, Table } from '#web/ui/table.tsx';
import '#web/ui/field.css';
import { ProviderDialog } from './provider-dialog.tsx';
import { Screen, States } from './screen.tsx';
import styles from './screen.module.css';

/** The largest number of providers in one list. */
const MOST = 99;
const columns = ['provider', 'address', 'phone', 'registration', 'lastPrice', 'offers'] as const;

/** Lists the providers who carry out appointments. Their entries fill the form of an offer. */
export function ProvidersScreen() {
  const { t } = useTranslation('admin');
  const { number } = useFormat();
  const [search, setSearch] = useState('');
  const [open, setOpen] = useState<Provider | 'new'>();
  const asked = useDeferredValue(search.trim());
  const query = useQuery(
    api.appointmentsAdmin.adminListProviders.queryOptions({
      // The page requests one row more than it shows. If this row arrives, there are more providers.
      input: { search: asked, limit: MOST + 1 },
      placeholderData: (before) => before,
    }),
  );
  const tools = (
    <>
      <input
        type="search"
        className={`input ${styles.search}`}
        aria-label={t('provider.search')}
        placeholder={t('provider.search')}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      <Button size="xs" variant="ink" onClick={() => setOpen('new')}>
        <Icon as={Plus} size="s" />
        {t('provider.add')}
      </Button>
    </>
  );
  return (
    <Screen title={t('place.providers')} lead={t('provider.lead')} tools={tools}>
      <States
        query={query}
        isEmpty={(rows) => rows.length === 0}
        empty={{
          title: t(asked ? 'provider.none' : 'provider.empty'),
          text: t(asked ? 'provider.none.text' : 'provider.empty.text'),
        }}
      >
        {(rows) => (
          <>
            <Table caption={t('place.providers')} className={styles.table}>
              <ColumnHeads names={columns.map((column) => t(`column.${column}`))} />
              <tbody>
                {rows.slice(0, MOST).map((row) => (
                  <ProviderRow key={row.id} row={row} onOpen={() => setOpen(row)} />
                ))}
              </tbody>
            </Table>
            {rows.length > MOST && <p className="small muted">{t('provider.first', { number: number(MOST) })}</p>}
          </>
        )}
      </States>
      {open && <ProviderDialog provider={open === 'new' ? undefined : open} onClose={() => setOpen(undefined)} />}
    </Screen>
  );
}

function ProviderRow({ row, onOpen }: { row: Provider; onOpen: () => void }) {
  const { t } = useTranslation('admin');
  const { money, number } = useFormat();
  return (
    <tr>
      <td data-label={t('column.provider')}>
        <span>
          <button type="button" className={styles.open} onClick={onOpen}>
            {row.name}
          </button>{' '}
          {!row.is_active && <StatusBadge tone="plain">{t('provider.inactive')}</StatusBadge>}
        </span>
      </td>
      <td data-label={t('column.address')}>{row.address}</td>
      <td data-label={t('column.phone')}>{row.phone}</td>
      <td data-label={t('column.registration')}>{row.registration}</td>
      <td data-label={t('column.lastPrice')}>
        {row.last_price_cents === null ? '–' : money(row.last_price_cents, row.last_currency ?? undefined)}
      </td>
      <td data-label={t('column.offers')}>{number(row.offers)}</td>
    </tr>
  );
}
