import { api } from '#web/lib/api.ts';
import { queryClient } from '#web/lib/query.ts';

/** After any change of an appointment: lists, detail, inbox, calendar and providers may all show it. */
export const refreshAdmin = () => queryClient.invalidateQueries({ queryKey: api.appointmentsAdmin.key() });
