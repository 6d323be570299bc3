import type { Context } from '#server/platform/context.ts';
import type { Registered } from '#server/platform/domain.ts';
import { launchRouter, siteRouter } from './handlers.ts';
import { keepPublication } from './launch.ts';
import { keepPublished } from './published.ts';
import { siteData } from './personal.ts';
import { wellKnownRoute } from './well-known-route.ts';
import './site.table.ts';

export { findSeller } from './published.ts';
export { findPlanWording, listRegionChoices } from './region-choices.ts';

/** Registers the content that administrators publish on the public site. */
export function register(ctx: Context) {
  ctx.personal.add(siteData);
  const published = keepPublished(ctx);
  return {
    router: siteRouter(ctx, published),
    launch: launchRouter(ctx),
    isPublished: keepPublication(ctx),
    routes: [wellKnownRoute(ctx, published)],
  } satisfies Registered & { launch: unknown; isPublished: unknown };
}
