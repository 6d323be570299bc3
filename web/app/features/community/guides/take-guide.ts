import type { Guide } from '#contract/community/guides.ts';
import { api } from '#web/lib/api.ts';
import { queryClient } from '#web/lib/query.ts';

/** Shows the guide that the service returned, and reloads the lists. */
export function takeGuide(guide: Guide): void {
  queryClient.setQueryData(api.community.getGuide.queryOptions({ input: { guide_id: guide.id } }).queryKey, guide);
  void queryClient.invalidateQueries({ queryKey: api.community.listGuides.key() });
}
