import type { Context } from '#server/platform/context.ts';
import type { Registered } from '#server/platform/domain.ts';
import { fillPageWith } from './fill-page.ts';
import { launchRouter, siteRouter } from './handlers.ts';
import { keepPublication } from './launch.ts';
import { keepPublished } from './published.ts';
import { siteData } from './personal.ts';
import './site.table.ts';

export { findSeller } from './find-seller.ts';
export { findPlanWording, listRegionChoices } from './region-choices.ts';

/** What administrators publish on the public site, and how it reaches the pages. */
export function register(ctx: Context) {
  ctx.personal.add(siteData);
  return {
    router: siteRouter(ctx),
    launch: launchRouter(ctx),
    fillPage: fillPageWith(ctx, keepPublished(ctx)),
    isPublished: keepPublication(ctx),
  } satisfies Registered & { launch: unknown; isPublished: unknown };
}
