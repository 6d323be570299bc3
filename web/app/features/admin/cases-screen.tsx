import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { type Api, api } from '#web/lib/api.ts';
import { useFormat } from '#web/lib/format.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Grid } from '#web/ui/layout.tsx';
import { SegmentedControl } from '#web/ui/segmented-control.tsx';
import { StatusBadge, type StatusTone } from '#web/ui/status-badge.tsx';
import { hoursUntil } from './appointments/ages.ts';
import { AskReopening, Reopenings } from './reopenings.tsx';
import { PagedTable } from './paged-table.tsx';
import { Screen } from './screen.tsx';
import styles from './screen.module.css';

type AdminCase = Awaited<ReturnType<Api['casesAdmin']['adminListCases']>>['rows'][number];

const filters = ['open', 'late', 'published'] as const;
const columns = ['case', 'status', 'plan', 'received', 'due', 'practitioner'] as const;

/**
 * Lists the cases (requests for simulations), and shows whether each is delivered within the time that the patient's
 * plan promises. The list contains no names of patients, because nobody needs them to check delivery times.
 */
export function CasesScreen() {
  const { t } = useTranslation(['admin', 'case']);
  const [params, setParams] = useSearchParams();
  const filter = filters.find((one) => one === params.get('show')) ?? 'open';
  const query = useInfiniteQuery(
    api.casesAdmin.adminListCases.infiniteOptions({
      input: (after: string | null) => ({ filter, after }),
      initialPageParam: null as string | null,
      getNextPageParam: ({ next }) => next,
      refetchInterval: 60_000,
    }),
  );
  const sla = query.data?.pages[0]?.sla;
  const tools = (
    <SegmentedControl
      label={t('column.status')}
      size="s"
      value={filter}
      options={filters.map((value) => ({ value, label: t(`cases.${value}`) }))}
      onChange={(next) => setParams({ show: next }, { replace: true })}
    />
  );
  return (
    <Screen title={t('place.cases')} lead={t('cases.lead')} tools={tools}>
      {sla && <Figures sla={sla} />}
      <Reopenings />
      <PagedTable
        query={query}
        caption={t('place.cases')}
        heads={columns.map((column) => t(`column.${column}`))}
        empty={{ title: t('cases.empty'), text: t('cases.empty.text') }}
        row={(row) => <CaseRow key={row.id} row={row} />}
      />
    </Screen>
  );
}

interface Sla {
  open: number;
  late: number;
  due_soon: number;
  published_30_days: number;
  on_time_30_days: number;
  median_hours_30_days: number | null;
}

function Figures({ sla }: { sla: Sla }) {
  const { t } = useTranslation('admin');
  const { number, percent } = useFormat();
  const published = sla.published_30_days;
  const figures = [
    [t('sla.open'), number(sla.open)],
    [t('sla.late'), number(sla.late)],
    [t('sla.soon'), number(sla.due_soon)],
    [t('sla.onTime'), published > 0 ? percent(sla.on_time_30_days / published) : t('sla.none')],
    [
      t('sla.median'),
      sla.median_hours_30_days === null
        ? t('sla.none')
        : t('sla.hours', { hours: number(Math.round(sla.median_hours_30_days)) }),
    ],
  ] as const;
  return (
    <Grid as="dl" gap={1} min={140} className={styles.sum}>
      {figures.map(([name, figure]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{figure}</dd>
        </div>
      ))}
    </Grid>
  );
}

const tones: Partial<Record<AdminCase['status'], StatusTone>> = {
  received: 'pending',
  in_review: 'progress',
  published: 'confirmed',
  withdrawn: 'cancelled',
};

function CaseRow({ row }: { row: AdminCase }) {
  const { t } = useTranslation('admin');
  const { dateTime } = useFormat();
  const now = useNow();
  const isOpen = row.published_at === null && row.status !== 'withdrawn';
  const hours = hoursUntil(row.due_at, now);
  return (
    <tr>
      <td data-label={t('column.case')} className="num">
        {row.number}
      </td>
      <td data-label={t('column.status')}>
        <StatusBadge tone={tones[row.status] ?? 'plain'}>{t(`caseStatus.${row.status}`)}</StatusBadge>
      </td>
      <td data-label={t('column.plan')}>{t(`plan.${row.plan}`)}</td>
      <td data-label={t('column.received')}>{dateTime(row.received_at)}</td>
      <td data-label={t('column.due')} className={row.is_late ? styles.late : undefined}>
        <span>
          {dateTime(row.due_at)}
          {isOpen && <small>{hours < 0 ? t('due.late', { hours: -hours }) : t('due.left', { hours })}</small>}
          {!isOpen && row.is_late && <small>{t('cases.wasLate')}</small>}
        </span>
      </td>
      <td data-label={t('column.practitioner')}>
        <bdi>{row.practitioner_name ?? t('assign.nobody')}</bdi>
        {row.status === 'published' && <AskReopening caseId={row.id} number={row.number} />}
      </td>
    </tr>
  );
}
