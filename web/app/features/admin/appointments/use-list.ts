import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { AppointmentLimits } from '#contract/appointments.ts';
import { api } from '#web/lib/api.ts';
import { useQueryParams } from '#web/lib/use-query-params.ts';
import { useViews } from '../views/use-views.ts';
import { filterOf, type ListFilter, noFilter, paramsOf, queryOf, readFilter } from './filters.ts';

/** The first page is short, so that it is loaded quickly. Later pages are longer. */
const FIRST = { after: null as string | null, limit: 100 };

/** The list that the address describes. The parameter `a` is the id of the open appointment. */
export function useList() {
  const [params, put] = useQueryParams();
  const typed = readFilter(params);
  const views = useViews('list', params, isFilter(typed));
  const filter = views.view ? filterOf(views.view.filter) : typed;
  const chosenId = params.get('a');
  const query = useInfiniteQuery(
    api.appointmentsAdmin.adminListAppointments.infiniteOptions({
      input: (page: typeof FIRST) => ({ ...queryOf(filter), ...page }),
      initialPageParam: FIRST,
      getNextPageParam: ({ next }) => (next ? { after: next, limit: AppointmentLimits.admin_page } : null),
      // Each refresh loads all pages again, so the list is refreshed less often if it has more pages.
      refetchInterval: ({ state }) => AppointmentLimits.refresh_s * 1000 * Math.max(1, state.data?.pages.length ?? 1),
      placeholderData: (before) => before,
      enabled: views.isKnown,
    }),
  );
  const [first] = query.data?.pages ?? [];
  const pages = query.data?.pages;
  const rows = useMemo(() => pages?.flatMap((page) => page.rows) ?? [], [pages]);

  return {
    query,
    filter,
    rows,
    first,
    chosenId,
    views,
    isFiltered: isFilter(filter),
    /** Changing a filter of a saved view closes the view. The view's other filters move into the address. */
    setFilter: (part: Partial<ListFilter>) =>
      put(
        {
          ...paramsOf(views.view ? { ...filter, ...part } : part),
          ...views.without(!isFilter({ ...filter, ...part })),
        },
        { replace: false },
      ),
    clear: () => put({ ...paramsOf(noFilter), ...views.without(true) }, { replace: false }),
    /** The address of a view contains only the view's id. */
    chooseView: (id: string | null) =>
      put({ ...paramsOf(noFilter), ...(id ? { view: id } : views.without(true)) }, { replace: false }),
    choose: (id: string | null) => put({ a: id }),
  };
}

const isFilter = (filter: ListFilter): boolean => Object.keys(queryOf(filter)).length > 0;

export type List = ReturnType<typeof useList>;
