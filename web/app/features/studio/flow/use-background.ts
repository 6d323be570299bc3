import { useQuery } from '@tanstack/react-query';
import { api } from '#web/lib/api.ts';
import { useWorkspace } from '../case/workspace-context.ts';

/** What the patient told about their health and wishes besides photos and answers. Asked for once; live events renew it. */
export function useBackground() {
  const { studioCase } = useWorkspace();
  return useQuery(
    api.care.getCaseBackground.queryOptions({ input: { case_id: studioCase.id }, staleTime: Number.POSITIVE_INFINITY }),
  );
}
