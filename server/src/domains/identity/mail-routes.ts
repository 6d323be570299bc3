import { type NotificationTopic, NotificationTopics } from '#contract/choices.ts';
import { kindsOf, type NotificationKind } from '#contract/notifications.ts';
import type { MailTemplate } from './mail-person.ts';

/**
 * Direct emails are always sent at once, and do not appear in the list of notifications. Most of them are needed to
 * use, export or close an account. The others are the digests, the email that confirms an appointment request, and the
 * email about a free slot that is held for a patient. Administrators get direct emails when a practitioner loses the
 * professional registration, when appointments are cancelled because a patient's account was erased, and when the
 * refund of a plan or of an erased patient fails.
 */
const letterTemplates = [
  'confirm',
  'reset',
  'existing_account',
  'email_change_old',
  'email_change_new',
  'email_changed_old',
  'email_changed_new',
  'export_ready',
  'account_closed',
  'account_erased',
  'invitation',
  'desk_invitation',
  'account_suspended',
  'account_restored',
  'registration_lost',
  'appointment_requested',
  'appointment_time_kept',
  'appointments_erased',
  'plan_refund_failed',
  'erased_refund_failed',
  'digest',
  'community_digest',
] as const satisfies readonly MailTemplate[];
const letters = new Set<MailTemplate>(letterTemplates);

/**
 * Other emails that the law or a contract requires, or that protect an account. They cannot be switched off or delayed,
 * either. If the person's choices allow it, the same message is also put into the list of notifications and sent by
 * push.
 */
const alwaysMailed = new Set<MailTemplate>([
  ...kindsOf.security,
  ...kindsOf.billing,
  'appointment_confirmed',
  'appointment_rescheduled',
  'appointment_alternatives',
  'appointment_alternatives_over',
  'appointment_cancelled',
  'community_held',
  'community_released',
  'community_decision',
  'community_lifted',
  'community_restored',
  'community_unlocked',
  'community_appeal',
  'community_report_received',
  'community_report_decided',
  'community_report_reviewed',
  'urgent_signs',
  'video_planned',
  'video_cancelled',
  'video_declined',
  'video_withdrawn',
]);

const topics = new Map<string, NotificationTopic>(
  NotificationTopics.flatMap((topic) => kindsOf[topic].map((kind) => [kind, topic] as const)),
);

/**
 * The topics of the remaining templates: they are not direct emails, and no kind of notification has their name. The
 * type requires a topic for each such template. A new template therefore cannot be added without a topic.
 */
type OtherTemplate = Exclude<MailTemplate, NotificationKind | (typeof letterTemplates)[number]>;
const otherTopics: Readonly<Record<OtherTemplate, NotificationTopic>> = {
  community_reply: 'community',
  community_mention: 'community',
  community_practitioner_answered: 'community',
  community_invite: 'community',
  community_decision: 'community',
  community_appeal: 'community',
  community_lifted: 'community',
  community_restored: 'community',
  community_unlocked: 'community',
  community_held: 'community',
  community_released: 'community',
  community_report_received: 'community',
  community_report_decided: 'community',
  community_report_reviewed: 'community',
  community_ending: 'community',
};

export const topicOf = (kind: NotificationKind): NotificationTopic => topics.get(kind) ?? 'security';

export const isLetter = (template: MailTemplate): boolean => letters.has(template);
export const isAlwaysMailed = (template: MailTemplate): boolean => alwaysMailed.has(template);

/**
 * Returns the kind of list entry that an email adds to the list of notifications. Returns undefined if the email adds
 * no entry, because the domain that sends the email adds the entry.
 */
export const listedAs = (template: MailTemplate): NotificationKind | undefined =>
  topics.has(template) ? (template as NotificationKind) : undefined;

/**
 * Returns the topic of an email. The person's choices about this topic apply to the email. A template that this release
 * does not know, in an event of another release, belongs to the topic that nobody can switch off.
 */
export const topicOfMail = (template: MailTemplate): NotificationTopic =>
  topics.get(template) ?? otherTopics[template as OtherTemplate] ?? 'security';
