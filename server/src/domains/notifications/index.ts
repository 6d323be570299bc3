import type { Context } from '#server/platform/context.ts';
import type { Registered } from '#server/platform/domain.ts';
import { notificationsRouter } from './handlers.ts';
import { defineNotificationJobs } from './jobs.ts';
import { listenToOthers } from './listen-to-others.ts';
import { type Presenter, presentDirect } from './present.ts';
import { notificationsData } from './personal.ts';

export { lastDue } from './digest/digest.ts';
export { quietUntil } from './quiet-hours.ts';
export { countUnread } from './list-notifications.ts';
export { type News, notify } from './notify.ts';
export type { NotificationRow, Presented, Presenter } from './present.ts';

/**
 * Registers notifications. People are notified by email, by push and on the list of notifications. This domain sends
 * some emails in response to events of other domains. Another domain adds news to the list with `notify`. When a person
 * reads the list, the presenter of that domain (`presenters`) turns its news into text.
 */
export function register(ctx: Context, presenters: ReadonlyMap<string, Presenter>) {
  ctx.personal.add(notificationsData);
  listenToOthers(ctx);
  defineNotificationJobs(ctx);
  const all = new Map([...presenters, ['direct', presentDirect] as const]);
  return { router: notificationsRouter(ctx, all) } satisfies Registered;
}
