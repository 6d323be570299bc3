import * as z from 'zod';
import { Id } from './base.ts';

/**
 * Server-sent events of GET /api/events for a signed-in browser. An event reports only that something changed. It does
 * not contain the changed content. The browser then requests the content, and the server checks the access rights of
 * that request.
 */
export const EventKinds = [
  'case.changed',
  /** The connection was interrupted, so everything on the screen may be outdated. */
  'events.missed',
  /**
   * The likes of a post or of its comments changed. `id` is the post. The server sends the event to people who opened
   * the post in the last ten minutes.
   */
  'likes.changed',
  /**
   * A post has a new comment. `id` is the post. The server sends the event to people who opened the post in the last
   * ten minutes, and to people who read the post earlier and are online now.
   */
  'comments.changed',
  /**
   * There is a new post, or a community was archived or reopened, or its deletion was planned or cancelled. `id` is the
   * community. It is absent if that community is not open to all. A browser that shows a list of posts then checks for
   * new posts. If the event may concern one of the person's communities, the browser also reloads the unread counts.
   */
  'feed.changed',
  /** A friend request was sent or accepted, a friendship ended, or a friend's score changed. */
  'friends.changed',
  /** A patient of this doctor has changed the health answers. `id` is the case. */
  'history.changed',
  /** The plan, the subscription or the invoices changed. */
  'membership.changed',
  'moderation.changed',
  'notifications.changed',
  'photos.changed',
  'queue.changed',
  /** A request to reopen a signed case was made or answered. */
  'reopening.changed',
  /** A doctor has signed a skin score. */
  'score.changed',
  'session.ended',
  'urgent.changed',
  'messages.changed',
  'appointment.changed',
  /** A video visit was planned, cancelled, joined, left, ended or missed. */
  'visit.changed',
  /** The other participant's browser has sent a signal of a video visit. `id` is the visit. */
  'visit.signalled',
  'inbox.changed',
] as const;
export const LiveEvent = z.object({ kind: z.enum(EventKinds), id: Id.optional() });
export type LiveEvent = z.infer<typeof LiveEvent>;
