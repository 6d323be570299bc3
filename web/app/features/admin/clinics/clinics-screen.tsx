import { useQuery } from '@tanstack/react-query';
import { CircleAlert, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ClinicRow } from '#contract/clinics.ts';
import { api } from '#web/lib/api.ts';
import { useFormat } from '#web/lib/format.ts';
import { LocalisedLink } from '#web/lib/locale.tsx';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { ColumnHeads, Table } from '#web/ui/table.tsx';
import { Screen, States } from '../screen.tsx';
import screen from '../screen.module.css';
import { ClinicDialog } from './clinic-dialog.tsx';
import styles from './clinics.module.css';

const columns = ['clinic', 'sites', 'people', 'services'] as const;

const isUnchecked = ({ sites }: ClinicRow): boolean =>
  sites.some(({ checked_at, is_active }) => is_active && checked_at === null);

/** Lists the clinics with their places. Clinics whose country and time zone nobody has checked come first. */
export function ClinicsScreen() {
  const { t } = useTranslation(['clinics', 'admin']);
  const [isAdding, setIsAdding] = useState(false);
  const query = useQuery(api.clinics.adminListClinics.queryOptions());
  const unchecked = query.data?.filter(isUnchecked).length ?? 0;
  return (
    <Screen
      title={t('admin:place.clinics')}
      lead={unchecked > 0 ? t('list.unchecked', { count: unchecked }) : t('list.lead')}
      tools={
        <Button size="xs" variant="ink" onClick={() => setIsAdding(true)}>
          <Icon as={Plus} size="s" />
          {t('clinic.add')}
        </Button>
      }
    >
      <States
        query={query}
        isEmpty={(rows) => rows.length === 0}
        empty={{ title: t('list.empty'), text: t('list.empty.text') }}
      >
        {(rows) => (
          <Table caption={t('admin:place.clinics')} className={screen.table}>
            <ColumnHeads names={columns.map((column) => t(`column.${column}`))} />
            <tbody>
              {rows.map((row) => (
                <ClinicLine key={row.id} row={row} />
              ))}
            </tbody>
          </Table>
        )}
      </States>
      {isAdding && <ClinicDialog clinic={undefined} onClose={() => setIsAdding(false)} />}
    </Screen>
  );
}

function ClinicLine({ row }: { row: ClinicRow }) {
  const { t } = useTranslation('clinics');
  const { number } = useFormat();
  return (
    <tr>
      <td data-label={t('column.clinic')}>
        <span className={styles.names}>
          <LocalisedLink to={`/admin/clinics/${row.id}`} className={screen.open}>
            {row.name}
          </LocalisedLink>
          {!row.is_active && <StatusBadge tone="plain">{t('inactive')}</StatusBadge>}
        </span>
      </td>
      <td data-label={t('column.sites')}>
        <Stack as="ul" gap={4}>
          {row.sites.map((site) => (
            <li key={site.id} className={styles.names}>
              <span>{site.name}</span>
              {!site.is_active ? (
                <StatusBadge tone="plain">{t('inactive')}</StatusBadge>
              ) : (
                site.checked_at === null && (
                  <StatusBadge tone="awaiting" icon={CircleAlert}>
                    {t('site.unchecked')}
                  </StatusBadge>
                )
              )}
            </li>
          ))}
        </Stack>
      </td>
      <td data-label={t('column.people')}>{number(row.members)}</td>
      <td data-label={t('column.services')}>{number(row.services)}</td>
    </tr>
  );
}
