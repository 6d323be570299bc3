import type { StudioCase } from '#contract/cases.ts';
import { api } from '#web/lib/api.ts';
import { queryClient } from '#web/lib/query.ts';

/** Puts a case from a response of the service into the query cache, so that the page shows it. */
export function showCase(studioCase: StudioCase): void {
  const queryKey = api.simulation.getStudioCase.queryKey({ input: { case_id: studioCase.id } });
  queryClient.setQueryData(queryKey, studioCase);
}
