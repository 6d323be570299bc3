import { useQueryClient } from '@tanstack/react-query';
import type { MyDetails } from '#contract/account.ts';
import { api } from '#web/lib/api.ts';
import { refreshSession } from '#web/lib/session.tsx';

export const detailsQuery = api.account.getMyDetails.queryOptions();

/**
 * Returns a function that stores the person's details after a change. Every response to a change contains the new
 * details. The function also updates the header.
 */
export function useKeepDetails(): (details: MyDetails) => void {
  const queries = useQueryClient();
  return (details) => {
    queries.setQueryData(detailsQuery.queryKey, details);
    void refreshSession().catch(() => undefined);
  };
}
