import { randomUUIDv7 } from 'node:crypto';
import type { NotificationTopic } from '#contract/choices.ts';
import { kindsOf } from '#contract/notifications.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { Message } from '#server/platform/mail/mailer.ts';
import type { PushNote } from './push/push-note.ts';
import './notifications.table.ts';

export type Held = {
  readonly user_id: string;
  readonly topic: NotificationTopic;
  readonly key: string;
  release_at: Date;
} & (
  | { readonly channel: 'mail'; readonly message: Message }
  | { readonly channel: 'push'; readonly message: PushNote }
);

/**
 * Kinds of notifications about the security of an account. These and the urgent kinds below are sent even in quiet
 * hours, because they are urgent or warn of danger to a person or an account. A time that `time_free` announces is held
 * for two hours, not counting the night. It could be lost before quiet hours end.
 */
const securityKinds: ReadonlySet<string> = new Set(kindsOf.security);
const urgent: ReadonlySet<string> = new Set([
  'urgent_signs',
  'appointment_reminder_hours',
  'video_reminder_soon',
  'time_free',
]);
export const isUrgent = (kind: string): boolean => urgent.has(kind) || securityKinds.has(kind);

export const hold = (tx: Tx, { message, ...held }: Held): Promise<unknown> =>
  tx
    .insertInto('held_messages')
    .values({ id: randomUUIDv7(), ...held, message: JSON.stringify(message) })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
