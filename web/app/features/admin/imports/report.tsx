import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { csvFile, csvLine } from '#contract/csv.ts';
import type { Import, ImportOutcome, ImportRow } from '#contract/imports.ts';
import { api, call } from '#web/lib/api.ts';
import { download } from '#web/lib/download.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { Button } from '#web/ui/button.tsx';
import { SegmentedControl } from '#web/ui/segmented-control.tsx';
import { toast } from '#web/ui/toast.ts';
import { PagedTable } from '../paged-table.tsx';
import styles from './imports.module.css';

type Filter = 'all' | 'refused' | 'hints' | 'duplicate';
const columns = ['line', 'email', 'outcome', 'why'] as const;
const PAGE = 100;
const EXPORT_PAGE = 1000;

const asked = (filter: Filter): { outcome: ImportOutcome | null; with_hint: boolean } => ({
  outcome: filter === 'refused' || filter === 'duplicate' ? filter : null,
  with_hint: filter === 'hints',
});

/** Lists the rows of the import, each with its result and the reason. A hundred rows are loaded at a time. */
export function Report({ one }: { one: Import }) {
  const { t } = useTranslation('imports');
  const [filter, setFilter] = useState<Filter>('all');
  const query = useInfiniteQuery(
    api.imports.adminListImportRows.infiniteOptions({
      input: (after: number) => ({ import_id: one.id, ...asked(filter), after, limit: PAGE }),
      initialPageParam: 0,
      getNextPageParam: ({ next }) => next,
      // Each step of the import changes the rows, so the state is part of the query key.
      queryKey: [...api.imports.key(), one.id, one.state, filter],
    }),
  );
  return (
    <section className={styles.stack} aria-label={t('report.title')}>
      <div className={styles.buttons}>
        <SegmentedControl
          label={t('report.filter')}
          value={filter}
          onChange={setFilter}
          size="s"
          wraps
          options={(['all', 'refused', 'hints', 'duplicate'] as const).map((value) => ({
            value,
            label: t(`report.filter.${value}`),
          }))}
        />
        <DownloadReport one={one} />
      </div>
      <PagedTable
        query={query}
        caption={t('report.title')}
        heads={columns.map((column) => t(`report.${column}`))}
        empty={{ title: t('report.empty'), text: t('report.empty.text') }}
        row={(row) => <Row key={row.line} row={row} />}
      />
    </section>
  );
}

function Row({ row }: { row: ImportRow }) {
  const { t } = useTranslation('imports');
  const reasons = useReasons();
  return (
    <tr>
      <td data-label={t('report.line')}>{row.line}</td>
      <td data-label={t('report.email')}>
        <bdi>{row.email}</bdi>
      </td>
      <td data-label={t('report.outcome')} className={row.outcome === 'refused' ? styles.refused : undefined}>
        {row.outcome && t(row.undo ? `undone.${row.undo}` : `outcome.${row.outcome}`)}
      </td>
      <td data-label={t('report.why')}>
        <ul className={styles.why}>
          {reasons(row).map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      </td>
    </tr>
  );
}

/** Returns a function that describes each reason of a row in a sentence. */
function useReasons(): (row: ImportRow) => string[] {
  const { t } = useTranslation('imports');
  return ({ codes, about_line, outcome, person, like }) => [
    ...codes.map((code) => t(`code.${code}`, { line: about_line ?? '', name: like?.name ?? '' })),
    ...(outcome === 'duplicate'
      ? [about_line ? t('why.same_line', { line: about_line }) : t('why.known', { name: person?.name ?? '' })]
      : []),
    ...(outcome === 'add'
      ? [about_line ? t('why.adds_line', { line: about_line }) : t('why.adds', { name: person?.name ?? '' })]
      : []),
  ];
}

/**
 * Downloads the whole report as a file for a spreadsheet. The file is written so that a spreadsheet never treats a cell
 * as a formula.
 */
function DownloadReport({ one }: { one: Import }) {
  const { t } = useTranslation('imports');
  const errorText = useErrorText();
  const reasons = useReasons();
  const [isBusy, setBusy] = useState(false);

  async function make() {
    setBusy(true);
    try {
      const lines: string[] = [];
      for (let after: number | null = 0; after !== null; ) {
        const page = await call.imports.adminListImportRows({ import_id: one.id, after, limit: EXPORT_PAGE });
        for (const row of page.rows) {
          const outcome = row.outcome ? t(row.undo ? `undone.${row.undo}` : `outcome.${row.outcome}`) : '';
          lines.push(csvLine([row.line, row.email, outcome, reasons(row).join(' ')]));
        }
        after = page.next;
      }
      const heads = columns.map((column) => t(`report.${column}`));
      const file = csvFile('import-report', heads, lines);
      download(file, file.name);
    } catch (error) {
      toast({ kind: 'error', title: errorText(error) });
    }
    setBusy(false);
  }

  return (
    <Button variant="line" size="xs" busy={isBusy} onClick={() => void make()}>
      {t('report.download')}
    </Button>
  );
}
