import { useQuery } from '@tanstack/react-query';
import type { SavedView, ViewPlace } from '#contract/appointments-admin.ts';
import { api } from '#web/lib/api.ts';

/** The value of the parameter `view` that shows the whole list. Without it, the default view would be opened. */
const ALL = 'all';

/** The saved views of a page, and the view in the address. An address without filters opens the default view. */
export function useViews(place: ViewPlace, params: URLSearchParams, hasFilter: boolean) {
  const asked = params.get('view');
  const { data, isPending } = useQuery(api.appointmentsAdmin.adminListViews.queryOptions({ input: { place } }));
  const byDefault = data?.find(({ is_default }) => is_default);
  const named = asked && asked !== ALL ? data?.find(({ id }) => id === asked) : undefined;
  const view: SavedView | undefined = named ?? (asked || hasFilter ? undefined : byDefault);
  return {
    views: data ?? [],
    view,
    /** True if the view was removed, or belongs to a colleague. */
    isGone: !!asked && asked !== ALL && !!data && !named,
    /** False until the view in the address has been loaded. Until then no rows are listed. */
    isKnown: asked === ALL || (hasFilter && !asked) || !isPending,
    /**
     * Returns the `view` parameter for a filter that is not saved. If there is a default view, an address without
     * filters would open it, so an empty filter gets the parameter `all`.
     */
    without: (isFilterEmpty: boolean) => ({ view: byDefault && isFilterEmpty ? ALL : null }),
  };
}

export type Views = ReturnType<typeof useViews>;
