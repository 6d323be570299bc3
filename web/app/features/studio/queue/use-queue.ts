import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import type { QueueRow } from '#contract/cases.ts';
import { api } from '#web/lib/api.ts';
import { useLocale } from '#web/lib/locale.tsx';
import { refusalOf, useErrorText } from '#web/lib/refusal.ts';
import { useSession } from '#web/lib/session.tsx';
import { inLanguage } from '#web/paths.ts';
import { toast } from '#web/ui/toast.ts';
import { useNow } from '#web/lib/use-now.ts';
import { useTyped } from '#web/lib/use-typed.ts';
import {
  type Filter,
  filterFrom,
  groupQueue,
  type Narrowing,
  narrowingFrom,
  neighbour,
  rowsOf,
  withNumber,
} from './queue-groups.ts';

/**
 * The time in milliseconds after which the queue is loaded again. This is needed if the connection for live events
 * breaks without an error.
 */
const REFRESH_MS = 300_000;
const PAGE_ROWS = 100;
/** The pause in typing after which the service searches. A search that finds other cases leaves an entry in the audit log. */
const TYPING_MS = 400;

/** Returns the queue and the chosen row. The address contains the filters of the queue. */
export function useQueue() {
  const now = useNow();
  const [address, setAddress] = useSearchParams();
  const filter = filterFrom(address.get('filter'));
  const narrowing = narrowingFrom(address.get('only'));
  const number = address.get('number') ?? '';
  const input = { status: filter, filter: filter === 'published' ? 'all' : narrowing, limit: PAGE_ROWS } as const;
  const query = useInfiniteQuery(
    api.simulation.listStudioCases.infiniteOptions({
      input: (after: string | null) => ({ ...input, after }),
      initialPageParam: null as string | null,
      getNextPageParam: ({ next }) => next,
      refetchInterval: REFRESH_MS,
      // The counts of the filters stay visible while another list is loading.
      placeholderData: (previous) =>
        previous && {
          ...previous,
          pages: previous.pages.slice(0, 1).map((page) => ({ ...page, rows: [], next: null })),
        },
    }),
  );
  const loaded = rowsOf(query.data?.pages ?? []);
  // If the list is longer than the loaded pages, the service searches the rest of it.
  const wantedNumber = number.trim().slice(0, 20);
  const typed = useTyped(wantedNumber, TYPING_MS);
  const isSearched = /\d/.test(wantedNumber) && query.hasNextPage;
  const search = useQuery({
    ...api.simulation.listStudioCases.queryOptions({ input: { ...input, number: typed } }),
    enabled: isSearched && typed === wantedNumber,
  });
  const rows = withNumber(loaded, search.data?.rows ?? [], number);
  const groups = groupQueue(rows, now);
  const list = `${filter} ${narrowing} ${number}`;
  const [wanted, setWanted] = useState<{ list: string; id: string }>();
  const choose = (id: string) => setWanted({ list, id });
  // After a signature no case is chosen. If the doctor presses Enter twice, the second press therefore does not open
  // the next case.
  const { state } = useLocation();
  const first = isFromSignature(state) ? null : groups[0]?.rows[0];
  const chosen = rows.find(({ id }) => id === wanted?.id) ?? null;
  // In each list, the first row is chosen once. It stays chosen if a new case arrives above it, because Enter and the
  // preview must act on the case that the doctor has read.
  const next = chosen ?? first;
  if (next && wanted?.list !== list) choose(next.id);

  const write = (name: string, value: string) =>
    setAddress(
      (current) => {
        const next = new URLSearchParams(current);
        if (value) next.set(name, value);
        else next.delete(name);
        return next;
      },
      { replace: true },
    );

  return {
    now,
    query,
    /** All loaded rows, regardless of the typed number. */
    loaded,
    counts: query.data?.pages[0]?.counts,
    search,
    /** True until the service has searched for the typed number. */
    isSearching: isSearched && (typed !== wantedNumber || search.isFetching),
    rows,
    groups,
    filter,
    narrowing,
    number,
    chosen,
    choose,
    /** Chooses the next or previous case, and returns its id. */
    step: (by: 1 | -1) => {
      const id = neighbour(groups, chosen?.id ?? null, by);
      if (id) choose(id);
      return id;
    },
    setFilter: (next: Filter) => write('filter', next === 'open' ? '' : next),
    setNarrowing: (next: Narrowing) => write('only', next === 'all' ? '' : next),
    setNumber: (next: string) => write('number', next),
  };
}

const isFromSignature = (state: unknown): boolean => typeof state === 'object' && state !== null && 'signed' in state;

export type Queue = ReturnType<typeof useQueue>;

/** Opens a case. An unassigned case is first assigned to the doctor, so that two doctors do not do the same work. */
export function useOpenCase() {
  const navigate = useNavigate();
  const locale = useLocale();
  const { user } = useSession();
  const errorText = useErrorText();
  const take = useMutation(api.simulation.takeCase.mutationOptions());

  const open = async (row: QueueRow) => {
    const isFree =
      !row.is_locked && row.practitioner_id === null && (row.status === 'received' || row.status === 'in_review');
    try {
      if (isFree) await take.mutateAsync({ case_id: row.id });
    } catch (error) {
      toast({ kind: 'error', title: errorText(error) });
      if (refusalOf(error)?.code !== 'CASE_TAKEN') return;
    }
    await navigate(inLanguage(`/studio/cases/${row.id}`, locale));
  };

  return { open, isOpening: take.isPending, isMine: (row: QueueRow) => row.practitioner_id === user?.id };
}
