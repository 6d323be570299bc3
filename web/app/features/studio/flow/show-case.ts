import type { StudioCase } from '#contract/cases.ts';
import { api } from '#web/lib/api.ts';
import { queryClient } from '#web/lib/query.ts';

/** A call has answered with the case as it is now. */
export function showCase(studioCase: StudioCase): void {
  const queryKey = api.simulation.getStudioCase.queryKey({ input: { case_id: studioCase.id } });
  queryClient.setQueryData(queryKey, studioCase);
}
