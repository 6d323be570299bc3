import { useQuery } from '@tanstack/react-query';
import { api } from './api.ts';

/** A plan is signed, and a clinic changes its services, seldom. */
const fresh_ms = 300_000;

/** Services of which the patient takes a time without the desk. */
export const useDirectServices = () =>
  useQuery(api.directAppointments.listDirectServices.queryOptions({ staleTime: fresh_ms }));

/** The page on which a time is taken. */
export const takeAddress = '/dashboard/appointments/new';
