import { useQuery } from '@tanstack/react-query';
import { api } from './api.ts';
import { useReadingLanguage } from './reading-language.ts';

/** Plans are rarely signed, and clinics rarely change their services. */
const fresh_ms = 300_000;

/** Services whose times patients can take without the desk, named in the language of the page. */
export function useDirectServices() {
  const language = useReadingLanguage();
  return useQuery(api.directAppointments.listDirectServices.queryOptions({ input: { language }, staleTime: fresh_ms }));
}

/** The page on which a patient takes a time. */
export const takeAddress = '/dashboard/appointments/new';
