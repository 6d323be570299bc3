import * as z from 'zod';
import { Id, Instant, rpc } from './base.ts';
import { type NotificationTopic, NotificationTopics } from './choices.ts';

/**
 * Kinds of notifications by topic. If a notification is also sent by email, the email template has the name of its
 * kind. Some templates of `community` have other names.
 */
export const kindsOf = {
  case: [
    'simulation_published',
    'photos_requested',
    'clinical_photos_asked',
    'promise_missed',
    'outcome_due',
    'redo_requested',
    'case_due_soon',
    'case_late',
    'case_opened',
    'case_taken_over',
    'case_reopening_asked',
    'case_reopened',
    'talk_needed',
    'urgent_signs',
  ],
  messages: ['message_for_you', 'message_for_doctor', 'reward_claimed'],
  appointments: [
    'appointment_offer',
    'appointment_offer_expired',
    'appointment_time_let_go',
    'appointment_confirmed',
    'appointment_rescheduled',
    'appointment_alternatives',
    'appointment_alternatives_over',
    'appointment_cancelled',
    'appointment_answered',
    'appointment_wish_granted',
    'appointment_wish_declined',
    'appointment_reminder_week',
    'appointment_reminder_day',
    'appointment_reminder_hours',
    'time_free',
    'wait_paused',
    'wait_ended',
    'wait_practitioner_gone',
    'appointment_review',
    'video_planned',
    'video_cancelled',
    'video_declined',
    'video_withdrawn',
    'video_reminder_day',
    'video_reminder_soon',
  ],
  billing: [
    'appointment_payment_returned',
    'appointment_direct_returned',
    'appointment_refunded',
    'payment_failed',
    'payment_confirm',
    'payment_refunded',
    'subscription_started',
    'plan_changed',
    'subscription_cancelled',
    'subscription_ended',
    'withdrawal_confirmed',
    'plan_renews_soon',
  ],
  community: [
    'reply',
    'comment',
    'mention',
    'like',
    'new_post',
    'invite',
    'join_request',
    'join_accepted',
    'practitioner_asked',
    'practitioner_answered',
    'answer_overdue',
    'request_removed',
    'text_held',
    'text_released',
    'cosignature_void',
    'guide_review_asked',
    'guide_review_answered',
    'guide_expired',
    'decision',
    'appeal',
    'report',
    'report_received',
    'report_decided',
    'report_reviewed',
    'channel_ending',
    'channel_kept',
    'role',
    'friend_asked',
    'friend_connected',
  ],
  progress: ['achievement_earned'],
  security: [
    'password_changed',
    'second_factor_added',
    'second_factor_removed',
    'recovery_codes_renewed',
    'passkey_added',
    'passkey_removed',
    'professional_linked',
    'professional_unlinked',
  ],
} as const satisfies Record<NotificationTopic, readonly string[]>;
export const NotificationKind = z.enum(NotificationTopics.flatMap((topic) => [...kindsOf[topic]]));
export type NotificationKind = z.infer<typeof NotificationKind>;

export const Notification = z.object({
  id: Id,
  kind: NotificationKind,
  topic: z.enum(NotificationTopics),
  at: Instant,
  is_read: z.boolean(),
  /**
   * The name of the person who caused the event. Null if the name is not known, if readers may not see it, or if the
   * person has left.
   */
  actor_name: z.string().nullable(),
  actor_is_practitioner: z.boolean(),
  /** Number of events that this row combines. For example, all likes and comments on one post share a row. */
  count: z.number().int(),
  /**
   * The subject as plain text, such as the title of a post, the name of a community, the number of a request, or the id
   * of an achievement. It may be empty.
   */
  subject: z.string(),
  /** The language of `subject` as ISO 639-1. Set only if `subject` is a title that a member wrote. */
  subject_lang: z.string().optional(),
  /** The path of the page that the notification opens, without the language prefix. */
  path: z.string(),
});
export type Notification = z.infer<typeof Notification>;

/**
 * A push subscription: the address for push messages and the browser's public keys. Only this browser can decrypt a
 * message that is encrypted with these keys.
 */
const PushSubscription = z.object({
  endpoint: z.url({ protocol: /^https?$/ }).max(1000),
  keys: z.object({ p256dh: z.string().regex(/^[\w-]{80,100}={0,2}$/), auth: z.string().regex(/^[\w-]{20,30}={0,2}$/) }),
});

const refusals = {
  /** The address does not belong to a known push service. */
  UNKNOWN_PUSH_SERVICE: { status: 422 },
} as const;

export const notifications = {
  listNotifications: rpc(
    'list_notifications',
    'signedIn',
    'notifications',
    'List the caller’s notifications, newest first',
  )
    .input(
      z.object({
        unread_only: z.boolean().default(false),
        limit: z.number().int().min(1).max(50).default(20),
        cursor: z.string().max(200).optional(),
      }),
    )
    .output(
      z.object({ rows: z.array(Notification), next_cursor: z.string().nullable(), unread_count: z.number().int() }),
    ),
  markNotificationsRead: rpc(
    'mark_notifications_read',
    'signedIn',
    'notifications',
    'Mark notifications as read: the given `ids`, or all',
  )
    .input(z.object({ ids: z.array(Id).max(200).optional() }))
    .output(z.object({ unread_count: z.number().int() })),
  getPushKey: rpc(
    'get_push_key',
    'signedIn',
    'notifications',
    'Return the public key for push notifications of this service. Null: push is not configured',
  ).output(z.object({ public_key: z.string().nullable() })),
  subscribePush: rpc(
    'subscribe_push',
    'signedIn',
    'notifications',
    'Subscribe the caller’s session to push notifications',
  )
    .errors(refusals)
    .input(PushSubscription)
    .output(z.object({})),
  unsubscribePush: rpc(
    'unsubscribe_push',
    'signedIn',
    'notifications',
    'Unsubscribe the caller’s browser from push notifications',
  )
    .input(z.object({ endpoint: PushSubscription.shape.endpoint }))
    .output(z.object({})),
};
