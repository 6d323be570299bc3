import { useQuery } from '@tanstack/react-query';
import { api } from '#web/lib/api.ts';
import { useWorkspace } from '../case/workspace-context.ts';

/** Loads the patient's requests, and the health answers that the patient gave later. Live events reload both. */
export function useBackground() {
  const { studioCase } = useWorkspace();
  return useQuery(
    api.care.getCaseBackground.queryOptions({ input: { case_id: studioCase.id }, staleTime: Number.POSITIVE_INFINITY }),
  );
}
