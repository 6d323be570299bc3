import { api } from '#web/lib/api.ts';
import { queryClient } from '#web/lib/query.ts';

/** Reloads lists, detail, inbox, calendar and providers, because each of them may show a changed appointment. */
export const refreshAdmin = () => queryClient.invalidateQueries({ queryKey: api.appointmentsAdmin.key() });
