import * as z from 'zod';
import { Id, Instant, rpc } from './base.ts';

/** What happened while somebody was away, as a list with unread marks. */
export const NotificationKinds = [
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
  'decision',
  'appeal',
  'report',
  'role',
] as const;
export const NotificationKind = z.enum(NotificationKinds);
export type NotificationKind = z.infer<typeof NotificationKind>;

export const Notification = z.object({
  id: Id,
  kind: NotificationKind,
  at: Instant,
  is_read: z.boolean(),
  /** Who did it; null when that is nobody's business or the person left. */
  actor_name: z.string().nullable(),
  actor_is_practitioner: z.boolean(),
  /** How many such things this row stands for: likes and comments on one post are one row. */
  count: z.number().int(),
  /** What it is about, in plain text: a post's title, a community's name. */
  subject: z.string(),
  /** Where it leads: a path without a language. */
  path: z.string(),
});
export type Notification = z.infer<typeof Notification>;

export const notifications = {
  listNotifications: rpc('list_notifications', 'notifications', "The caller's notifications, newest first")
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
  markNotificationsRead: rpc('mark_notifications_read', 'notifications', 'Mark some, or all without `ids`, as read')
    .input(z.object({ ids: z.array(Id).max(200).optional() }))
    .output(z.object({ unread_count: z.number().int() })),
};
