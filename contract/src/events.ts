import * as z from 'zod';
import { Id } from './base.ts';

/**
 * What GET /api/events tells a signed-in browser (server-sent events): that something changed, never what it says. The browser then asks
 * for it with its own rights.
 */
export const EventKinds = [
  'case.changed',
  'photos.changed',
  'queue.changed',
  'session.ended',
  'urgent.changed',
  'messages.changed',
  'appointment.changed',
  'inbox.changed',
] as const;
export const LiveEvent = z.object({ kind: z.enum(EventKinds), id: Id.optional() });
export type LiveEvent = z.infer<typeof LiveEvent>;
