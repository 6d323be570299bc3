import { useQuery } from '@tanstack/react-query';
import { api } from '#web/lib/api.ts';
import { useWorkspace } from '../case/workspace-context.ts';

/**
 * Loads what the doctor must know besides the photos and the questionnaire, for example the medical history, urgent
 * reports and earlier treatments. Live events reload it.
 */
export function useBackground() {
  const { studioCase } = useWorkspace();
  return useQuery(
    api.care.getCaseBackground.queryOptions({ input: { case_id: studioCase.id }, staleTime: Number.POSITIVE_INFINITY }),
  );
}
