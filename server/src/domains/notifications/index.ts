import * as z from 'zod';
import type { Context } from '#server/platform/context.ts';
import { withSystem } from '#server/platform/db/db.ts';
import type { Registered } from '#server/platform/domain.ts';
import { mailAboutCase, mailUrgent, mailWhoeverIsInCharge } from './mail-about-case.ts';
import { notificationsRouter } from './handlers.ts';
import { mailSecurityChange } from './mail-security-change.ts';
import { forgetOldNews } from './notify.ts';
import type { Presenter } from './present.ts';

export { countUnread } from './list-notifications.ts';
export { type News, notify } from './notify.ts';
export type { NotificationRow, Presented, Presenter } from './present.ts';

/**
 * Tells people what happened: by mail, listening to domains that know nothing of it, and on the list of notifications, where a domain puts news itself
 * (`notify`) and says what they mean when the list is read (`presenters`, by domain).
 */
export function register(ctx: Context, presenters: ReadonlyMap<string, Presenter>) {
  const name = 'notifications';
  ctx.outbox.on(
    'identity.securityChanged',
    ({ payload, id }) => mailSecurityChange(ctx, payload.user_id, payload.kind, id),
    { name },
  );
  ctx.outbox.on(
    'simulation.published',
    ({ payload, id }) => mailAboutCase(ctx, payload.user_id, 'simulation_published', '/dashboard', id),
    { name },
  );
  ctx.outbox.on(
    'simulation.photosRequested',
    ({ payload, id }) => mailAboutCase(ctx, payload.user_id, 'photos_requested', '/dashboard', id),
    { name },
  );
  ctx.outbox.on(
    'simulation.dueSoon',
    ({ payload, id }) => mailWhoeverIsInCharge(ctx, payload.practitioner_id, 'case_due_soon', '/studio', id),
    { name },
  );
  ctx.outbox.on(
    'simulation.late',
    async ({ payload, id }) => {
      await mailAboutCase(ctx, payload.user_id, 'promise_missed', '/dashboard', id);
      await mailWhoeverIsInCharge(ctx, payload.practitioner_id, 'case_late', '/studio', id);
      if (payload.practitioner_id) await mailWhoeverIsInCharge(ctx, null, 'case_late', '/admin', id);
    },
    { name },
  );
  ctx.outbox.on('care.urgentReported', ({ payload, id }) => mailUrgent(ctx, payload.owner_id, id), { name });
  ctx.outbox.on('care.urgentEscalated', ({ id }) => mailUrgent(ctx, null, id), { name });
  ctx.outbox.on(
    'care.messageSent',
    ({ payload, id }) =>
      payload.is_staff
        ? mailAboutCase(ctx, payload.to_user_id ?? '', 'message_for_you', '/dashboard', id)
        : mailWhoeverIsInCharge(ctx, payload.to_user_id, 'message_for_doctor', '/studio', id),
    { name },
  );
  ctx.outbox.on(
    'care.outcomeDue',
    ({ payload, id }) => mailAboutCase(ctx, payload.user_id, 'outcome_due', '/dashboard', id),
    { name },
  );
  ctx.jobs.define(
    'notifications.forgetOld',
    z.object({}),
    () => withSystem(ctx.db, (tx) => forgetOldNews(tx, ctx.clock.now())),
    { cron: '50 3 * * *' },
  );
  return { router: notificationsRouter(ctx, presenters) } satisfies Registered;
}
