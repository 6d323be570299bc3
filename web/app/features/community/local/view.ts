import type { Me } from '#contract/identity.ts';
import { storedValue } from './stored-value.ts';

export type View = 'all' | 'exclusive';

/** Whether the reader sees all posts, or only those of exclusive communities. */
export const storedView = storedValue<View>('fl.community.view', (found) =>
  found === 'exclusive' ? 'exclusive' : 'all',
);

/** Whether a person may switch to the exclusive view. The service checks this again. */
export const seesExclusive = (user: Pick<Me, 'plan' | 'role'>): boolean =>
  user.role === 'admin' || user.plan === 'plus' || user.plan === 'elite';
