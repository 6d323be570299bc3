import { useQuery } from '@tanstack/react-query';
import type { MyCase } from '#contract/cases.ts';
import { api } from '#web/lib/api.ts';

/** The case that the conversation is about: the newest one. */
export function useNewestCase(): MyCase | undefined {
  return useQuery(api.simulation.listMyCases.queryOptions()).data?.[0];
}
