import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { DashboardSummary } from '#contract/progress.ts';
import { api } from '#web/lib/api.ts';
import { queryClient } from '#web/lib/query.ts';
import { ownZone } from '#web/lib/zoned.ts';

/** The reader's time zone. It determines when the reader's days begin. */
export const timeZone = ownZone();

const summaryOptions = api.progress.getDashboardSummary.queryOptions({ input: { time_zone: timeZone } });

/**
 * Loads the data of several parts of the dashboard in one call, for example the score, the next visits and the month.
 */
export const useSummary = (): UseQueryResult<DashboardSummary> => useQuery(summaryOptions);

export const refreshSummary = () => queryClient.invalidateQueries({ queryKey: api.progress.key() });

/** Shows a change that the service has accepted, without loading the summary again. */
export function changeSummary(change: (summary: DashboardSummary) => DashboardSummary) {
  queryClient.setQueryData<DashboardSummary>(summaryOptions.queryKey, (before) => before && change(before));
}
