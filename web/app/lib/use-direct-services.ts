import { useQuery } from '@tanstack/react-query';
import { api } from './api.ts';
import { useReadingLanguage } from './reading-language.ts';

/**
 * The time in milliseconds for which the loaded services are used. Plans are rarely signed, and clinics rarely change
 * their services.
 */
const fresh_ms = 300_000;

/** Loads the services whose times patients can book themselves. Names are in the language of the page. */
export function useDirectServices() {
  const language = useReadingLanguage();
  return useQuery(api.directAppointments.listDirectServices.queryOptions({ input: { language }, staleTime: fresh_ms }));
}

/** The page on which a patient books a time. */
export const takeAddress = '/dashboard/appointments/new';
