import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { api } from './api.ts';
import { chooseCase } from './choose-case.ts';

/** Loads the patient's cases and consents, and chooses the case that all parts of the dashboard show. */
export function useOwnCases() {
  const cases = useQuery(api.simulation.listMyCases.queryOptions());
  const consents = useQuery(api.identity.listMyConsents.queryOptions());
  const [search] = useSearchParams();
  const hasConsent =
    consents.data?.some(({ purpose, withdrawn_at }) => purpose === 'simulation' && withdrawn_at === null) ?? false;
  return { cases, consents, hasConsent, ...chooseCase(cases.data ?? [], hasConsent, search.get('case')) };
}
