import { useQuery } from '@tanstack/react-query';
import type { MyCase } from '#contract/cases.ts';
import { api } from '#web/lib/api.ts';

/** Returns the patient's newest case. The conversation with the doctor is about this case. */
export function useNewestCase(): MyCase | undefined {
  return useQuery(api.simulation.listMyCases.queryOptions()).data?.[0];
}
