import { randomUUIDv7 } from 'node:crypto';
import type { NotificationTopic } from '#contract/choices.ts';
import { kindsOf } from '#contract/notifications.ts';
import { choicesOf } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withSystem } from '#server/platform/db/db.ts';
import type { Message } from '#server/platform/mail/mailer.ts';
import type { PushNote } from './push/push-note.ts';
import { emitPush } from './push/queue-pushes.ts';
import './notifications.table.ts';

type Held = { readonly user_id: string; readonly topic: NotificationTopic; readonly key: string; release_at: Date } & (
  | { readonly channel: 'mail'; readonly message: Message }
  | { readonly channel: 'push'; readonly message: PushNote }
);

/** What must not wait for the morning: somebody is in danger, an account is, or the hour is the message. */
const securityKinds: ReadonlySet<string> = new Set(kindsOf.security);
const urgent: ReadonlySet<string> = new Set(['urgent_signs', 'appointment_reminder_hours']);
export const isUrgent = (kind: string): boolean => urgent.has(kind) || securityKinds.has(kind);

export const hold = (tx: Tx, { message, ...held }: Held): Promise<unknown> =>
  tx
    .insertInto('held_messages')
    .values({ id: randomUUIDv7(), ...held, message: JSON.stringify(message) })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();

const AT_A_TIME = 200;

/** Sends what waited for the morning and is still wanted. Answers how many messages were looked at. */
export const releaseHeld = (ctx: Context): Promise<number> =>
  withSystem(ctx.db, async (tx) => {
    const due = await tx
      .deleteFrom('held_messages')
      .where('id', 'in', (query) =>
        query
          .selectFrom('held_messages')
          .select('id')
          .where('release_at', '<=', ctx.clock.now())
          .orderBy('release_at')
          .orderBy('id')
          .limit(AT_A_TIME)
          .forUpdate()
          .skipLocked(),
      )
      .returningAll()
      .execute();
    for (const row of due.sort((a, b) => (a.id < b.id ? -1 : 1))) await release(ctx, tx, row as unknown as Held);
    return due.length;
  });

async function release(ctx: Context, tx: Tx, held: Held): Promise<void> {
  const { topics } = await choicesOf(tx, held.user_id);
  const wanted = topics[held.topic];
  if (held.channel === 'mail' && wanted.email) await ctx.mail.send(tx, held.message, { key: held.key });
  if (held.channel === 'push' && wanted.push) await emitPush(ctx, tx, held.user_id, held.message, held.key);
}
