import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { AppointmentLimits } from '#contract/appointments.ts';
import { api } from '#web/lib/api.ts';
import { type ListFilter, noFilter, queryOf, readFilter, writeFilter } from './filters.ts';

/** The list that the address describes; `a` is the open appointment. */
export function useList() {
  const [params, setParams] = useSearchParams();
  const filter = readFilter(params);
  const chosenId = params.get('a');
  const query = useInfiniteQuery(
    api.appointmentsAdmin.adminListAppointments.infiniteOptions({
      input: (after: string | null) => ({ ...queryOf(filter), after }),
      initialPageParam: null as string | null,
      getNextPageParam: ({ next }) => next,
      refetchInterval: AppointmentLimits.refresh_s * 1000,
      placeholderData: (before) => before,
    }),
  );
  const [first] = query.data?.pages ?? [];
  const rows = query.data?.pages.flatMap((page) => page.rows) ?? [];

  // The address itself, and not what was drawn of it last: two quick changes add up.
  const put = (change: (params: URLSearchParams) => URLSearchParams, replace = false) =>
    setParams(change(new URLSearchParams(location.search)), { replace, preventScrollReset: true });

  return {
    query,
    filter,
    rows,
    first,
    chosenId,
    isFiltered: Object.keys(queryOf(filter)).length > 0,
    setFilter: (part: Partial<ListFilter>) => put((before) => writeFilter(before, { ...readFilter(before), ...part })),
    clear: () => put((before) => writeFilter(before, noFilter)),
    choose: (id: string | null) =>
      put((before) => {
        if (id) before.set('a', id);
        else before.delete('a');
        return before;
      }, true),
  };
}

export type List = ReturnType<typeof useList>;
