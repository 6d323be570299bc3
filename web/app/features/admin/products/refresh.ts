import { api } from '#web/lib/api.ts';
import { queryClient } from '#web/lib/query.ts';

/** The catalogue and the claims, whoever changed them. */
export const refreshProducts = () => queryClient.invalidateQueries({ queryKey: api.progress.key() });
