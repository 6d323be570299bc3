import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { api } from './api.ts';
import { chooseCase } from './choose-case.ts';

/** Loads the patient's cases, and chooses the case that all parts of the dashboard show. */
export function useOwnCases() {
  const cases = useQuery(api.simulation.listMyCases.queryOptions());
  const [search] = useSearchParams();
  return { cases, ...chooseCase(cases.data ?? [], search.get('case')) };
}
