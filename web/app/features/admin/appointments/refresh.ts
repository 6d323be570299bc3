import { api } from '#web/lib/api.ts';
import { queryClient } from '#web/lib/query.ts';

/** Lists, detail, inbox, calendar and providers may all show an appointment, so each change reloads all of them. */
export const refreshAdmin = () => queryClient.invalidateQueries({ queryKey: api.appointmentsAdmin.key() });
