import * as z from 'zod';
import type { Context } from '#server/platform/context.ts';
import { withSystem } from '#server/platform/db/db.ts';
import type { Registered } from '#server/platform/domain.ts';
import { mailAboutCase, mailUrgent, mailWhoeverIsInCharge } from './mail-about-case.ts';
import { notificationsRouter } from './handlers.ts';
import { mailSecurityChange } from './mail-security-change.ts';
import { forgetOldNews } from './notify.ts';
import { sendDigests } from './digest/send-digests.ts';
import { releaseHeld } from './release-held.ts';
import { type Presenter, presentDirect } from './present.ts';
import { sendPush } from './push/send-push.ts';
import { tellPerson } from './tell-person.ts';
import { notificationsData } from './personal.ts';

export { countUnread } from './list-notifications.ts';
export { type News, notify } from './notify.ts';
export type { NotificationRow, Presented, Presenter } from './present.ts';

/**
 * Tells people what happened: by mail, listening to domains that know nothing of it, and on the list of notifications, where a domain puts news itself
 * (`notify`) and says what they mean when the list is read (`presenters`, by domain).
 */
export function register(ctx: Context, presenters: ReadonlyMap<string, Presenter>) {
  const name = 'notifications';
  ctx.personal.add(notificationsData);
  ctx.outbox.on(
    'identity.securityChanged',
    ({ payload, id }) => mailSecurityChange(ctx, payload.user_id, payload.kind, id),
    { name },
  );
  ctx.outbox.on(
    'simulation.published',
    ({ payload, id }) => mailAboutCase(ctx, payload.user_id, 'simulation_published', caseOf(payload), id),
    { name },
  );
  ctx.outbox.on(
    'simulation.photosRequested',
    ({ payload, id }) => mailAboutCase(ctx, payload.user_id, 'photos_requested', caseOf(payload), id),
    { name },
  );
  ctx.outbox.on(
    'simulation.dueSoon',
    ({ payload, id }) =>
      mailWhoeverIsInCharge(ctx, payload.practitioner_id, 'case_due_soon', studioCaseOf(payload), id),
    { name },
  );
  ctx.outbox.on(
    'simulation.late',
    async ({ payload, id }) => {
      await mailAboutCase(ctx, payload.user_id, 'promise_missed', caseOf(payload), id);
      await mailWhoeverIsInCharge(ctx, payload.practitioner_id, 'case_late', studioCaseOf(payload), id);
      if (payload.practitioner_id) await mailWhoeverIsInCharge(ctx, null, 'case_late', '/admin/cases', id);
    },
    { name },
  );
  ctx.outbox.on(
    'simulation.redoRequested',
    ({ payload, id }) =>
      mailWhoeverIsInCharge(ctx, payload.practitioner_id, 'redo_requested', studioCaseOf(payload), id),
    { name },
  );
  ctx.outbox.on('care.urgentReported', ({ payload, id }) => mailUrgent(ctx, payload.owner_id, id), { name });
  ctx.outbox.on('care.urgentEscalated', ({ id }) => mailUrgent(ctx, null, id), { name });
  ctx.outbox.on(
    'care.messageSent',
    ({ payload, id }) =>
      payload.is_staff
        ? mailAboutCase(ctx, payload.to_user_id ?? '', 'message_for_you', caseOf(payload), id)
        : mailWhoeverIsInCharge(ctx, payload.to_user_id, 'message_for_doctor', studioCaseOf(payload), id),
    { name },
  );
  ctx.outbox.on(
    'care.outcomeDue',
    ({ payload, id }) => mailAboutCase(ctx, payload.user_id, 'outcome_due', caseOf(payload), id),
    { name },
  );
  ctx.outbox.on('identity.personTold', ({ payload, id }) => tellPerson(ctx, payload, id), {
    name,
    forgetPayload: true,
  });
  ctx.outbox.on('notifications.pushDue', ({ payload, id }) => sendPush(ctx, payload, id), { name });
  const every = (job: string, cron: string, work: () => Promise<unknown>) =>
    ctx.jobs.define(`notifications.${job}`, z.object({}), async () => void (await work()), { cron });
  every('releaseHeld', '* * * * *', () => releaseHeld(ctx));
  every('sendDigests', '5 * * * *', () => sendDigests(ctx));
  every('forgetOld', '50 3 * * *', () => withSystem(ctx.db, (tx) => forgetOldNews(tx, ctx.clock.now())));
  const all = new Map([...presenters, ['direct', presentDirect] as const]);
  return { router: notificationsRouter(ctx, all) } satisfies Registered;
}

const caseOf = ({ case_id }: { case_id: string }): string => `/dashboard?case=${case_id}`;
const studioCaseOf = ({ case_id }: { case_id: string }): string => `/studio/cases/${case_id}`;
