import { useQuery } from '@tanstack/react-query';
import type { SavedView, ViewPlace } from '#contract/appointments-admin.ts';
import { api } from '#web/lib/api.ts';

/** In the address: everything, although a view is the default. */
const ALL = 'all';

/** The saved views of a page, and the one that the address names. An address without filters opens the default view. */
export function useViews(place: ViewPlace, params: URLSearchParams, hasFilter: boolean) {
  const asked = params.get('view');
  const { data, isPending } = useQuery(api.appointmentsAdmin.adminListViews.queryOptions({ input: { place } }));
  const byDefault = data?.find(({ is_default }) => is_default);
  const named = asked && asked !== ALL ? data?.find(({ id }) => id === asked) : undefined;
  const view: SavedView | undefined = named ?? (asked || hasFilter ? undefined : byDefault);
  return {
    views: data ?? [],
    view,
    /** Removed, or a colleague's own. */
    isGone: !!asked && asked !== ALL && !!data && !named,
    /** Nothing is listed before the view in the address has been loaded. */
    isKnown: asked === ALL || (hasFilter && !asked) || !isPending,
    /** How the address asks for a filter that is typed in it. An empty one would open the default view. */
    without: (isFilterEmpty: boolean) => ({ view: byDefault && isFilterEmpty ? ALL : null }),
  };
}

export type Views = ReturnType<typeof useViews>;
