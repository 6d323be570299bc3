import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Product } from '#contract/progress.ts';
import { api } from '#web/lib/api.ts';
import { useFormat } from '#web/lib/format.ts';
import { useLocale } from '#web/lib/locale.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { ColumnHeads, Table } from '#web/ui/table.tsx';
import { States } from '../screen.tsx';
import styles from '../screen.module.css';
import { ProductDialog } from './product-dialog.tsx';

const columns = ['product', 'treatments', 'scores', 'price', 'position'] as const;

/** The catalogue of products that dashboards recommend. */
export function ProductsView() {
  const { t } = useTranslation('admin');
  const [open, setOpen] = useState<Product>();
  const query = useQuery(api.progress.adminListProducts.queryOptions());
  return (
    <>
      <States
        query={query}
        isEmpty={(rows) => rows.length === 0}
        empty={{ title: t('product.empty'), text: t('product.empty.text') }}
      >
        {(rows) => (
          <Table caption={t('place.products')} className={styles.table}>
            <ColumnHeads names={columns.map((column) => t(`product.column.${column}`))} />
            <tbody>
              {rows.map((row) => (
                <ProductRow key={row.id} row={row} onOpen={() => setOpen(row)} />
              ))}
            </tbody>
          </Table>
        )}
      </States>
      {open && <ProductDialog product={open} onClose={() => setOpen(undefined)} />}
    </>
  );
}

function ProductRow({ row, onOpen }: { row: Product; onOpen: () => void }) {
  const { t } = useTranslation(['admin', 'progress', 'case']);
  const { money } = useFormat();
  const isFrench = useLocale() === 'fr';
  return (
    <tr>
      <td data-label={t('product.column.product')}>
        <span>
          <button type="button" className={styles.open} onClick={onOpen}>
            {isFrench ? row.name_fr : row.name_en}
          </button>{' '}
          {!row.is_active && <StatusBadge tone="plain">{t('product.hidden')}</StatusBadge>}
        </span>
      </td>
      <td data-label={t('product.column.treatments')}>
        {row.for_treatments.map((kind) => t(`case:kind.${kind}`)).join(', ') || '–'}
      </td>
      <td data-label={t('product.column.scores')}>
        {row.for_scores.map((name) => t(`progress:score.${name}`)).join(', ') || '–'}
      </td>
      <td data-label={t('product.column.price')}>{money(row.price_cents, row.currency)}</td>
      <td data-label={t('product.column.position')}>{row.position}</td>
    </tr>
  );
}
