import { useQueryClient } from '@tanstack/react-query';
import type { MyDetails } from '#contract/account.ts';
import { api } from '#web/lib/api.ts';
import { refreshSession } from '#web/lib/session.tsx';

export const detailsQuery = api.account.getMyDetails.queryOptions();

/** Every change of the details returns the new state. It is stored here, and the header is updated. */
export function useKeepDetails(): (details: MyDetails) => void {
  const queries = useQueryClient();
  return (details) => {
    queries.setQueryData(detailsQuery.queryKey, details);
    void refreshSession().catch(() => undefined);
  };
}
