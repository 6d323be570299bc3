import { ArrowDown } from 'lucide-react';
import { Fragment, type RefObject, useCallback, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { AppointmentLimits } from '#contract/appointments.ts';
import { useMedia } from '#web/lib/use-media.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Table } from '#web/ui/table.tsx';
import { useRowsInView } from '#web/ui/use-rows-in-view.ts';
import { AppointmentRow, type RowHandlers } from './appointment-row.tsx';
import styles from './list.module.css';
import type { Cursor } from './use-cursor.ts';
import type { List } from './use-list.ts';

interface Props {
  list: List;
  now: number;
  cursor: Cursor;
  ticked: ReadonlySet<string>;
  onTick: (ids: readonly string[], on: boolean) => void;
  handlers: RowHandlers;
  /** The element that scrolls the table on a wide screen. */
  scroller: RefObject<HTMLElement | null>;
}

const columns = ['user', 'treatment', 'places', 'status', 'assignee'] as const;

/** If fewer than this many loaded rows are left below the visible ones, the next page is loaded. */
const AHEAD = 40;
/** The assumed heights of a row and of a card until they are drawn, in pixels. */
const USUAL = { row: 47, card: 290 };
const NARROW = '(max-width: 899px)';

/** Draws only the visible rows, and always the row under the cursor, because that row has the focus. */
export function AppointmentsTable({ list, now, cursor, ticked, onTick, handlers, scroller }: Props) {
  const { t } = useTranslation('admin');
  const { rows, chosenId, query } = list;
  const isNarrow = useMedia(NARROW);
  const body = useRef<HTMLTableSectionElement>(null);
  const keyOf = useCallback((index: number) => rows[index]?.id ?? String(index), [rows]);
  const view = useRowsInView({
    count: rows.length,
    keyOf,
    usual_px: isNarrow ? USUAL.card : USUAL.row,
    scroller: isNarrow ? null : scroller,
    body,
    kept: cursor.kept,
  });
  const isNear = view.last >= rows.length - AHEAD;
  const asks = isNear && query.hasNextPage && !query.isFetching && !query.isFetchNextPageError;
  const { fetchNextPage } = query;
  useEffect(() => {
    if (asks) void fetchNextPage({ cancelRefetch: false });
  }, [asks, fetchNextPage]);

  return (
    <Table caption={t('place.appointments')} className={styles.table} aria-rowcount={rowCount(list)}>
      <Head rows={rows} ticked={ticked} onTick={onTick} />
      <tbody ref={body}>
        {view.rows.map(({ index, gap_px }) => {
          const row = rows[index];
          if (!row) return null;
          return (
            <Fragment key={row.id}>
              <Space px={gap_px} />
              <AppointmentRow
                row={row}
                index={index}
                now={now}
                isChosen={row.id === chosenId}
                isCursor={row.id === cursor.id}
                isTicked={ticked.has(row.id)}
                handlers={handlers}
                measure={view.measure}
              />
            </Fragment>
          );
        })}
        <Space px={view.rest_px} />
      </tbody>
    </Table>
  );
}

/** Returns the number of rows including the head, or -1 while it is unknown. */
function rowCount({ rows, first, query }: List): number {
  if (!query.hasNextPage) return rows.length + 1;
  return first?.is_total_exact ? first.total + 1 : -1;
}

/** An empty space with the height of the rows that are not drawn. */
function Space({ px }: { px: number }) {
  if (px <= 0) return null;
  return <tr aria-hidden="true" className={styles.space} style={{ blockSize: px }} />;
}

function Head({ rows, ticked, onTick }: Pick<Props, 'ticked' | 'onTick'> & Pick<List, 'rows'>) {
  const { t } = useTranslation('admin');
  // This box ticks only the first rows, because one bulk change accepts at most `AppointmentLimits.bulk` rows.
  const tickable = rows.slice(0, AppointmentLimits.bulk);
  const isAllTicked = rows.length > 0 && tickable.every(({ id }) => ticked.has(id));
  return (
    <thead>
      <tr aria-rowindex={1}>
        <th scope="col" className={styles.tick}>
          <input
            type="checkbox"
            checked={isAllTicked}
            aria-label={t(rows.length > tickable.length ? 'select.first' : 'select.all', { count: tickable.length })}
            onChange={() =>
              onTick(
                tickable.map(({ id }) => id),
                !isAllTicked,
              )
            }
          />
        </th>
        <th scope="col" aria-sort="descending">
          {t('column.date')} <Icon as={ArrowDown} size="s" />
        </th>
        {columns.map((column) => (
          <th key={column} scope="col">
            {t(`column.${column}`)}
          </th>
        ))}
        <th scope="col">{t('column.actions')}</th>
      </tr>
    </thead>
  );
}
