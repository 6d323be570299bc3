import type { Context } from '#server/platform/context.ts';
import type { FillPage } from '#server/platform/http/pages.ts';
import { fillProfile } from './fill-profile.ts';
import { fillSearch } from './fill-search.ts';

const PREFIX = '/practitioners/';

/** The list and the page of each practitioner, whole without a line of script. */
export function fillPageWith(ctx: Context): FillPage {
  return async (visit) => {
    if (visit.path === '/practitioners') return { data: await fillSearch(ctx, visit) };
    if (!visit.path.startsWith(PREFIX)) return undefined;
    const data = await fillProfile(ctx, visit.path.slice(PREFIX.length), visit.language);
    return data ? { data } : 'missing';
  };
}
