import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadMore } from '#web/ui/load-more.tsx';
import { Table } from '#web/ui/table.tsx';
import { States } from './screen.tsx';
import styles from './screen.module.css';

interface Props<Row> {
  query: UseInfiniteQueryResult<InfiniteData<{ rows: readonly Row[] }>>;
  caption: string;
  heads: readonly string[];
  /** True if the last column contains buttons. */
  endsWithActions?: boolean;
  empty: { title: string; text: string };
  /** Draws a row as one `<tr>`. */
  row: (row: Row) => ReactNode;
}

/** A table that is loaded page by page. It has four states: loading, failed, empty, or with rows. */
export function PagedTable<Row>({ query, caption, heads, endsWithActions, empty, row }: Props<Row>) {
  const { t } = useTranslation('admin');
  return (
    <>
      <States query={query} isEmpty={({ pages }) => pages.every(({ rows }) => rows.length === 0)} empty={empty}>
        {({ pages }) => (
          <Table caption={caption} className={styles.table}>
            <thead>
              <tr>
                {heads.map((head, at) => (
                  <th
                    key={head}
                    scope="col"
                    className={endsWithActions && at === heads.length - 1 ? styles.end : undefined}
                  >
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>{pages.flatMap(({ rows }) => rows).map(row)}</tbody>
          </Table>
        )}
      </States>
      <LoadMore query={query}>{t('more')}</LoadMore>
    </>
  );
}
