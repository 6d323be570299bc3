import { api } from '#web/lib/api.ts';
import { queryClient } from '#web/lib/query.ts';

/** Reloads the list, the clinic and its hours, because each of them may show a changed clinic. */
export const refreshClinics = () => queryClient.invalidateQueries({ queryKey: api.clinics.key() });
