import type { Context } from '#server/platform/context.ts';
import type { Registered } from '#server/platform/domain.ts';
import { directoryRouter } from './handlers.ts';
import { sitemapRoute } from './sitemap-route.ts';
import { directoryData } from './personal.ts';
import './directory.table.ts';
export { saveMyProfile } from './my-profile.ts';

/** Registers the public directory of practitioners. */
export function register(ctx: Context) {
  ctx.personal.add(directoryData);
  return {
    router: directoryRouter(ctx),
    routes: [sitemapRoute(ctx)],
  } satisfies Registered;
}
