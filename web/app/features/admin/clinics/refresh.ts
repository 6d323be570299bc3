import { api } from '#web/lib/api.ts';
import { queryClient } from '#web/lib/query.ts';

/** The list, the clinic and its hours may all show a clinic, so each change reloads all of them. */
export const refreshClinics = () => queryClient.invalidateQueries({ queryKey: api.clinics.key() });
