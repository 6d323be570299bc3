import { useQueryClient } from '@tanstack/react-query';
import type { MyDetails } from '#contract/account.ts';
import { api } from '#web/lib/api.ts';
import { refreshSession } from '#web/lib/session.tsx';

export const detailsQuery = api.account.getMyDetails.queryOptions();

/**
 * Returns a function that shows the person's changed details on the page and in the header. Every response to a change
 * contains the new details.
 */
export function useKeepDetails(): (details: MyDetails) => void {
  const queries = useQueryClient();
  return (details) => {
    queries.setQueryData(detailsQuery.queryKey, details);
    void refreshSession().catch(() => undefined);
  };
}
