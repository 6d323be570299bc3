import { randomUUID } from 'node:crypto';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withSystem } from '#server/platform/db/db.ts';
import { messagesOf } from '#server/platform/messages.ts';
import type { SmsReply } from '#server/platform/sms/create-sms.ts';
import { findUser } from '../users.queries.ts';
import { isE164 } from './my-sms.ts';
import { endSmsNumber, findAgreedPerson } from './sms-numbers.queries.ts';
import { smsWord } from './sms-word.ts';

const ANSWERED_WITHIN_MS = 3_600_000;
const words = messagesOf<'sms.stopped'>('telling');

/**
 * Handles a reply by SMS. STOP and START affect the number, with or without an account. START alone does not switch
 * reminders on, because switching them on requires a code.
 */
export async function takeReply(ctx: Context, { from, text, at }: SmsReply, eventId: number): Promise<void> {
  const word = smsWord(text);
  if (!isE164(from) || (word !== 'stop' && word !== 'start')) return;
  const sentAt = new Date(at);
  await withSystem(ctx.system, async (tx) => {
    if (word === 'start') return ctx.sms.start(tx, from, sentAt);
    await ctx.sms.stop(tx, from, sentAt);
    await endAgreement(ctx, tx, from, eventId);
  });
}

/** Ends the agreement after STOP, and answers once. After a second STOP there is no agreement left to end. */
async function endAgreement(ctx: Context, tx: Tx, from: string, eventId: number): Promise<void> {
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
    answers_stop: true,
  } as const;
  await ctx.sms.send(tx, answer, { key: `sms-stopped:${eventId}` });
}
