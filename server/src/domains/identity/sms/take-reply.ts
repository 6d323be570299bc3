import { randomUUID } from 'node:crypto';
import type { Context } from '#server/platform/context.ts';
import { withSystem } from '#server/platform/db/db.ts';
import { messagesOf } from '#server/platform/messages.ts';
import { findUser } from '../users.queries.ts';
import { smsWord } from './sms-word.ts';
import { endSmsNumber, findAgreedPerson } from './sms-numbers.queries.ts';

const ANSWERED_WITHIN_MS = 3_600_000;
const words = messagesOf<'sms.stopped'>('telling');

/** STOP ends the agreement and is answered once, because a second STOP no longer finds a number. */
export async function takeStop(ctx: Context, { from, text }: { from: string; text: string }, eventId: number) {
  if (smsWord(text) !== 'stop') return;
  await withSystem(ctx.system, async (tx) => {
    const holder = await findAgreedPerson(tx, from);
    const person = holder && (await findUser(tx, holder.user_id));
    const now = ctx.clock.now();
    if (!person || !(await endSmsNumber(tx, person.id, 'reply', now)) || !ctx.sms.isOn) return;
    await ctx.sms.drop(tx, person.id);
    const until = new Date(now.getTime() + ANSWERED_WITHIN_MS).toISOString();
    const answer = {
      id: randomUUID(),
      user_id: person.id,
      to: from,
      text: words[person.language]['sms.stopped'],
      until,
    };
    await ctx.sms.send(tx, answer, { key: `sms-stopped:${eventId}` });
  });
}
