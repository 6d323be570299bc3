import { useQuery } from '@tanstack/react-query';
import { api } from './api.ts';
import { useReadingLanguage } from './reading-language.ts';

/** A plan is signed, and a clinic changes its services, seldom. */
const fresh_ms = 300_000;

/** Services of which the patient takes a time without the desk, named in the language of the page. */
export function useDirectServices() {
  const language = useReadingLanguage();
  return useQuery(api.directAppointments.listDirectServices.queryOptions({ input: { language }, staleTime: fresh_ms }));
}

/** The page on which a time is taken. */
export const takeAddress = '/dashboard/appointments/new';
