import type { Context } from '#server/platform/context.ts';
import type { OutboxEvents, SubscriberOptions, Topic } from '#server/platform/outbox/outbox.ts';
import {
  mailAboutCase,
  mailAboutOwnCase,
  mailCaseOpened,
  mailReopeningAsked,
  mailTalkNeeded,
  mailUrgent,
  mailWhoeverIsInCharge,
} from './mail-about-case.ts';
import { mailSecurityChange } from './mail-security-change.ts';
import { sendPush } from './push/send-push.ts';
import { tellPerson } from './tell-person.ts';

/** Subscribes to events of other domains, and notifies the people that an event concerns. */
export function listenToOthers(ctx: Context): void {
  const on = <T extends Topic>(
    topic: T,
    tell: (payload: OutboxEvents[T], id: number) => Promise<void>,
    options?: SubscriberOptions,
  ): void => ctx.outbox.on(topic, ({ payload, id }) => tell(payload, id), { name: 'notifications', ...options });

  on('identity.securityChanged', ({ user_id, kind }, id) => mailSecurityChange(ctx, user_id, kind, id));
  on('identity.personTold', (told, id) => tellPerson(ctx, told, id), { forgetPayload: true });
  on('simulation.published', (of, id) => mailAboutCase(ctx, of.user_id, 'simulation_published', caseOf(of), id));
  on('simulation.photosRequested', (of, id) => mailAboutCase(ctx, of.user_id, 'photos_requested', caseOf(of), id));
  on('simulation.clinicalPhotosAsked', (of, id) =>
    mailAboutCase(ctx, of.user_id, 'clinical_photos_asked', caseOf(of), id),
  );
  on('simulation.dueSoon', (of, id) =>
    mailWhoeverIsInCharge(ctx, of.practitioner_id, 'case_due_soon', studioCaseOf(of), id),
  );
  on('simulation.late', async (of, id) => {
    await mailAboutCase(ctx, of.user_id, 'promise_missed', caseOf(of), id);
    await mailWhoeverIsInCharge(ctx, of.practitioner_id, 'case_late', studioCaseOf(of), id);
    if (of.practitioner_id) await mailWhoeverIsInCharge(ctx, null, 'case_late', '/admin/cases', id);
  });
  on('simulation.redoRequested', (of, id) =>
    mailWhoeverIsInCharge(ctx, of.practitioner_id, 'redo_requested', studioCaseOf(of), id),
  );
  on('simulation.caseOpened', (of, id) => mailCaseOpened(ctx, of, id));
  on('simulation.caseTakenOver', (of, id) =>
    mailAboutOwnCase(ctx, of.practitioner_id, 'case_taken_over', '/studio', id),
  );
  on('simulation.reopeningAsked', (of, id) => mailReopeningAsked(ctx, of, id));
  on('simulation.caseReopened', (of, id) => mailAboutOwnCase(ctx, of.practitioner_id, 'case_reopened', '/studio', id));
  on('care.urgentReported', ({ owner_id }, id) => mailUrgent(ctx, owner_id, id));
  on('care.urgentEscalated', (_, id) => mailUrgent(ctx, null, id));
  on('care.talkNeeded', (of, id) => mailTalkNeeded(ctx, of, id));
  on('care.messageSent', (of, id) =>
    of.is_staff
      ? mailAboutCase(ctx, of.to_user_id ?? '', 'message_for_you', `${caseOf(of)}#messages`, id)
      : mailWhoeverIsInCharge(ctx, of.to_user_id, 'message_for_doctor', studioCaseOf(of), id),
  );
  on('care.outcomeDue', (of, id) => mailAboutCase(ctx, of.user_id, 'outcome_due', caseOf(of), id));
  on('video.visitPlanned', (of, id) => mailAboutCase(ctx, of.user_id, 'video_planned', '/dashboard', id));
  on('video.visitCancelled', async (of, id) => {
    if (!of.to_user_id) return;
    if (of.by_staff) await mailAboutCase(ctx, of.to_user_id, 'video_cancelled', '/dashboard', id);
    else if (of.is_case_closed) await mailWhoeverIsInCharge(ctx, of.to_user_id, 'video_withdrawn', '/studio', id);
    else await mailWhoeverIsInCharge(ctx, of.to_user_id, 'video_declined', studioCaseOf(of), id);
  });
  on('notifications.pushDue', (due, id) => sendPush(ctx, due, id), { lane: 'outward' });
}

const caseOf = ({ case_id }: { case_id: string }): string => `/dashboard?case=${case_id}`;
const studioCaseOf = ({ case_id }: { case_id: string }): string => `/studio/cases/${case_id}`;
