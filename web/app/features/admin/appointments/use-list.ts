import { useInfiniteQuery } from '@tanstack/react-query';
import { AppointmentLimits } from '#contract/appointments.ts';
import { api } from '#web/lib/api.ts';
import { useQueryParams } from '#web/lib/use-query-params.ts';
import { type ListFilter, noFilter, paramsOf, queryOf, readFilter } from './filters.ts';

/** The list that the address describes; `a` is the open appointment. */
export function useList() {
  const [params, put] = useQueryParams();
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

  return {
    query,
    filter,
    rows,
    first,
    chosenId,
    isFiltered: Object.keys(queryOf(filter)).length > 0,
    setFilter: (part: Partial<ListFilter>) => put(paramsOf(part), { replace: false }),
    clear: () => put(paramsOf(noFilter), { replace: false }),
    choose: (id: string | null) => put({ a: id }),
  };
}

export type List = ReturnType<typeof useList>;
