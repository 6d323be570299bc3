import * as z from 'zod';
import { Id } from './base.ts';

/**
 * Server-sent events of GET /api/events for a signed-in browser. They say that something changed, never its content; the browser then asks for it with its own rights.
 */
export const EventKinds = [
  'case.changed',
  /** Something may have changed while nobody listened: everything on the screen is outdated. */
  'events.missed',
  /** Likes of a post or of its comments; `id` is the post. For readers who have had it open in the last minutes. */
  'likes.changed',
  /** A new comment; `id` is the post. For readers who have had it open in the last minutes, or read it earlier and are here. */
  'comments.changed',
  /** There is a new post somewhere; `id` is its community where that is open to all. Ask count_new_posts or list again. */
  'feed.changed',
  /** Somebody asked to be a friend, agreed, or stopped. */
  'friends.changed',
  /** Plan, subscription or invoices. */
  'membership.changed',
  'moderation.changed',
  'notifications.changed',
  'photos.changed',
  'queue.changed',
  /** Somebody asked to reopen a signed case, or was answered. */
  'reopening.changed',
  /** A doctor has signed a skin score. */
  'score.changed',
  'session.ended',
  'urgent.changed',
  'messages.changed',
  'appointment.changed',
  /** A video visit was planned, cancelled, joined, left or ended. */
  'visit.changed',
  /** The other page of a video visit has told something; `id` is the visit. */
  'visit.signalled',
  'inbox.changed',
] as const;
export const LiveEvent = z.object({ kind: z.enum(EventKinds), id: Id.optional() });
export type LiveEvent = z.infer<typeof LiveEvent>;
