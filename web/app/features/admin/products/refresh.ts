import { api } from '#web/lib/api.ts';
import { queryClient } from '#web/lib/query.ts';

/** Reloads the catalogue and the claims. */
export const refreshProducts = () => queryClient.invalidateQueries({ queryKey: api.progress.key() });
