import { api } from '#web/lib/api.ts';
import { queryClient } from '#web/lib/query.ts';

/** After any change of a clinic: the list, the clinic and hours may all show it. */
export const refreshClinics = () => queryClient.invalidateQueries({ queryKey: api.clinics.key() });
