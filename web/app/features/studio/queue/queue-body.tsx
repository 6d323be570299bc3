import { useTranslation } from 'react-i18next';
import type { QueueRow } from '#contract/cases.ts';
import { useFormat } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState, ErrorState } from '#web/ui/list-states.tsx';
import { LoadMore } from '#web/ui/load-more.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { BalanceButton } from './assignment.tsx';
import { type Filter, type Narrowing, Filters, narrowingFrom, Narrowings, summarise } from './queue-groups.ts';
import styles from './queue.module.css';
import { ReopeningLines } from '../access/reopening-line.tsx';
import { QueueTable } from './queue-table.tsx';
import type { Queue, useOpenCase } from './use-queue.ts';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown, Siren } from 'lucide-react';
import { api } from '#web/lib/api.ts';
import { LocalisedLink } from '#web/lib/locale.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Stack } from '#web/ui/layout.tsx';

interface Props {
  queue: Queue;
  opener: ReturnType<typeof useOpenCase>;
}

export function QueueBody({ queue, opener }: Props) {
  const { t } = useTranslation('studio');
  const { query, search, filter } = queue;
  const isLoading = query.isPending || query.isPlaceholderData;
  return (
    <>
      <UrgentLink />
      <ReopeningLines />
      <QueueHeadline rows={isLoading || !query.data ? undefined : queue.loaded} filter={filter} now={queue.now} />
      <QueueFilters
        value={filter}
        counts={queue.counts}
        onChange={queue.setFilter}
        narrowing={queue.narrowing}
        onNarrow={queue.setNarrowing}
      />
      <div className={styles.scroll} aria-busy={isLoading}>
        {query.isError && !query.isFetchNextPageError ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} busy={query.isFetching} />
        ) : isLoading || (queue.rows.length === 0 && queue.isSearching) ? (
          <LoadingRows />
        ) : queue.rows.length === 0 && search.isError ? (
          <ErrorState error={search.error} onRetry={() => void search.refetch()} busy={search.isFetching} />
        ) : queue.rows.length === 0 ? (
          <NoRows queue={queue} />
        ) : (
          <>
            <QueueTable
              groups={queue.groups}
              chosenId={queue.chosen?.id ?? null}
              now={queue.now}
              isMine={opener.isMine}
              onChoose={queue.choose}
              onOpen={(row) => void opener.open(row)}
            />
            {search.isError && (
              <ErrorState error={search.error} onRetry={() => void search.refetch()} busy={search.isFetching} />
            )}
            {!queue.number && <LoadMore query={query}>{t('queue.more')}</LoadMore>}
          </>
        )}
      </div>
    </>
  );
}

function NoRows({ queue }: { queue: Queue }) {
  const { t } = useTranslation('studio');
  if (queue.number) {
    return (
      <EmptyState
        title={t('empty.number', { number: queue.number })}
        action={
          <Button size="s" onClick={() => queue.setNumber('')}>
            {t('empty.clear')}
          </Button>
        }
      />
    );
  }
  const leads = queue.filter === 'mine' && (queue.counts?.open ?? 0) > 0;
  return (
    <EmptyState
      title={t(`empty.${queue.filter}`)}
      text={t(`empty.${queue.filter}_text`)}
      action={
        leads && (
          <Button size="s" onClick={() => queue.setFilter('open')}>
            {t('empty.to_open')}
          </Button>
        )
      }
    />
  );
}

function LoadingRows() {
  return (
    <Stack gap={24} className={styles.loading} aria-hidden="true">
      {['a', 'b', 'c', 'd', 'e', 'f'].map((row, at) => (
        <div key={row}>
          <Skeleton shape="title" width="full" />
          <Skeleton width={at % 2 ? 'half' : 'long'} />
        </div>
      ))}
    </Stack>
  );
}

/** A link to the urgent reports. It is shown above the queue while at least one report is open. */
function UrgentLink() {
  const { t } = useTranslation('studio');
  const open = useQuery(api.care.listUrgentReports.queryOptions()).data?.filter((report) => !report.settled_at) ?? [];
  if (open.length === 0) return null;
  return (
    <LocalisedLink to="/studio/urgent" className={styles.urgent}>
      <Icon as={Siren} size="s" />
      {t('urgent.waiting', { count: open.length })}
    </LocalisedLink>
  );
}

/** Returns a function that writes a small number as a word and a larger number in digits. */
function useAmount() {
  const { t } = useTranslation('studio');
  const words = t('number.words').split(',');
  return (count: number) => words[count] ?? String(count);
}

function QueueHeadline({ rows, filter, now }: { rows: readonly QueueRow[] | undefined; filter: Filter; now: number }) {
  const { t } = useTranslation('studio');
  const { time, longDay } = useFormat();
  const amount = useAmount();
  if (!rows) return <h1 className={styles.headline}>{t(`title.${filter}`)}</h1>;
  if (filter !== 'open') {
    return (
      <header>
        <h1 className={styles.headline}>{t(`title.${filter}`)}</h1>
        <p className={styles.lead}>{t(`lead.${filter}`)}</p>
      </header>
    );
  }
  const { dueToday, late, next, waiting } = summarise(rows, now);
  const isToday = next !== null && new Date(next).toDateString() === new Date(now).toDateString();
  const sentences = [
    late > 0 && t('headline.late', { count: late, amount: amount(late) }),
    next &&
      (isToday
        ? t('headline.next_today', { time: time(next) })
        : t('headline.next_later', { day: longDay(next), time: time(next) })),
  ].filter(Boolean);
  return (
    <header>
      <h1 className={styles.headline}>
        {dueToday === 0 ? t('headline.none') : t('headline.due', { count: dueToday, amount: amount(dueToday) })}
      </h1>
      <p className={styles.lead}>
        {sentences.length > 0
          ? sentences.join(' ')
          : waiting > 0
            ? t('headline.waiting', { count: waiting })
            : t('headline.calm')}
      </p>
    </header>
  );
}

interface QueueFiltersProps {
  value: Filter;
  counts: Record<Filter, number> | undefined;
  onChange: (filter: Filter) => void;
  narrowing: Narrowing;
  onNarrow: (narrowing: Narrowing) => void;
}

/**
 * The filters of the queue, in one row. Each shows the number of its cases. The pressed filter has a filled background.
 */
function QueueFilters({ value, counts, onChange, narrowing, onNarrow }: QueueFiltersProps) {
  const { t } = useTranslation('studio');
  return (
    <div className={styles.filters} role="group" aria-label={t('filters')}>
      {Filters.map((filter) => (
        <button
          key={filter}
          type="button"
          className={styles.pill}
          aria-pressed={filter === value}
          onClick={() => onChange(filter)}
        >
          {t(`filter.${filter}`)} {counts && <b>{counts[filter]}</b>}
        </button>
      ))}
      {value !== 'published' && (
        <>
          <label className={styles.narrowing}>
            <span className="visually-hidden">{t('narrowing.label')}</span>
            <select
              className="input"
              value={narrowing}
              onChange={(event) => onNarrow(narrowingFrom(event.currentTarget.value))}
            >
              {Narrowings.map((one) => (
                <option key={one} value={one}>
                  {t(`narrowing.${one}`)}
                </option>
              ))}
            </select>
            <Icon as={ChevronDown} size="s" />
          </label>
          <BalanceButton />
        </>
      )}
    </div>
  );
}
