import { useQuery } from '@tanstack/react-query';
import { api } from './api.ts';
import { useReadingLanguage } from './reading-language.ts';

/**
 * The time in milliseconds after which the services are loaded again. They rarely change, because they depend only on
 * the patient's signed treatment plans and on the offers of clinics.
 */
const fresh_ms = 300_000;

/** Loads the services whose times patients can book themselves. Names are in the language of the page. */
export function useDirectServices() {
  const language = useReadingLanguage();
  return useQuery(api.directAppointments.listDirectServices.queryOptions({ input: { language }, staleTime: fresh_ms }));
}

/** The page on which a patient books a time. */
export const takeAddress = '/dashboard/appointments/new';
