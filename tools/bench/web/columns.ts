import type { Report } from './lighthouse.ts';

export interface Column {
  readonly name: string;
  readonly most?: number;
  readonly least?: number;
  of(report: Report): number;
}

/** The columns of the result table. Each one shows a measure, with its unit in the name, and has a limit. */
export const columns: readonly Column[] = [
  { name: 'perf', least: 99, of: (report) => score(report, 'performance') },
  { name: 'a11y', least: 100, of: (report) => score(report, 'accessibility') },
  { name: 'best', least: 100, of: (report) => score(report, 'best-practices') },
  { name: 'seo', least: 100, of: (report) => score(report, 'seo') },
  { name: 'LCP s', most: 1.2, of: (report) => value(report, 'largest-contentful-paint') / 1000 },
  { name: 'CLS', most: 0.02, of: (report) => value(report, 'cumulative-layout-shift') },
  { name: 'TBT ms', most: 50, of: (report) => value(report, 'total-blocking-time') },
  { name: 'kB', most: 200, of: (report) => transferred(report, () => true) },
  { name: 'JS kB', most: 100, of: (report) => transferred(report, ({ resourceType }) => resourceType === 'Script') },
  {
    name: 'hosts',
    most: 1,
    of: (report) =>
      new Set(
        requests(report)
          .filter(({ url }) => String(url).startsWith('http'))
          .map(({ url }) => new URL(String(url)).host),
      ).size,
  },
];
/**
 * Pages for signed-in people are drawn in the browser, and no search engine sees them, so they have separate limits.
 */
const forMembers: Readonly<Record<string, Partial<Column>>> = {
  perf: { least: 90 },
  seo: { least: 0 },
  'LCP s': { most: 2 },
  'TBT ms': { most: 200 },
  kB: { most: 300 },
  'JS kB': { most: 220 },
};
export const memberColumns = columns.map((column) => ({ ...column, ...forMembers[column.name] }));

const score = ({ categories }: Report, name: string): number => Math.round((categories[name]?.score ?? 0) * 100);
const value = ({ audits }: Report, name: string): number => audits[name]?.numericValue ?? Number.NaN;
const requests = ({ audits }: Report) => audits['network-requests']?.details?.items ?? [];
const transferred = (report: Report, counts: (item: Record<string, unknown>) => boolean): number =>
  requests(report)
    .filter(counts)
    .reduce((sum, { transferSize }) => sum + Number(transferSize), 0) / 1000;
