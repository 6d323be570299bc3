import { type NotificationTopic, NotificationTopics } from '#contract/choices.ts';
import { kindsOf, type NotificationKind } from '#contract/notifications.ts';
import type { MailTemplate } from './mail-person.ts';

/**
 * Letters are emails that are always sent at once, and do not appear in the list of notifications. Most of them are
 * needed to use, export or close an account. The others are the digests, the email that confirms an appointment
 * request, and the email about a free time that a patient has reserved. Administrators get two letters: about a lost
 * registration, and about the cancelled appointments of an erased patient.
 */
const letters = new Set<MailTemplate>([
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
  'digest',
  'community_digest',
]);

/**
 * Emails that the law or a contract requires, or that protect an account. These emails cannot be switched off or
 * delayed. If the person's choices allow it, the same message is also put into the list of notifications and sent by
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
]);

const topics = new Map<string, NotificationTopic>(
  NotificationTopics.flatMap((topic) => kindsOf[topic].map((kind) => [kind, topic] as const)),
);

export const topicOf = (kind: NotificationKind): NotificationTopic => topics.get(kind) ?? 'security';

export const isLetter = (template: MailTemplate): boolean => letters.has(template);
export const isAlwaysMailed = (template: MailTemplate): boolean => alwaysMailed.has(template);

/**
 * Returns the kind of list entry that an email adds to the list of notifications. Returns undefined if the email adds
 * no entry, because the domain that sends the email adds the entry.
 */
export const listedAs = (template: MailTemplate): NotificationKind | undefined =>
  topics.has(template) ? (template as NotificationKind) : undefined;

export const topicOfMail = (template: MailTemplate): NotificationTopic => topics.get(template) ?? 'community';
