import type { Context } from '#server/platform/context.ts';
import type { Registered } from '#server/platform/domain.ts';
import { notificationsRouter } from './handlers.ts';
import { defineNotificationJobs } from './jobs.ts';
import { listenToOthers } from './listen-to-others.ts';
import { type Presenter, presentDirect } from './present.ts';
import { notificationsData } from './personal.ts';

export { lastPeriod } from './digest/digest.ts';
export { quietUntil } from './quiet-hours.ts';
export { countUnread } from './list-notifications.ts';
export { type News, notify } from './notify.ts';
export type { NotificationRow, Presented, Presenter } from './present.ts';

/**
 * Tells people what happened: by mail, listening to domains that know nothing of it, and on the list of notifications, where a domain puts news itself
 * (`notify`) and says what they mean when the list is read (`presenters`, by domain).
 */
export function register(ctx: Context, presenters: ReadonlyMap<string, Presenter>) {
  ctx.personal.add(notificationsData);
  listenToOthers(ctx);
  defineNotificationJobs(ctx);
  const all = new Map([...presenters, ['direct', presentDirect] as const]);
  return { router: notificationsRouter(ctx, all) } satisfies Registered;
}
