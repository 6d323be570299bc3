import { createHmac, randomInt, randomUUID, timingSafeEqual } from 'node:crypto';
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import type { MySms } from '#contract/account.ts';
import type { Context } from '#server/platform/context.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { messagesOf } from '#server/platform/messages.ts';
import { invalidInput, Refusal } from '#server/platform/refusal.ts';
import { isTimeZone } from '../choices/choices.ts';
import { countTry } from '../limit-tries.ts';
import { findUser } from '../users.queries.ts';
import { endSmsNumber, findSmsNumber, findSmsNumberForUpdate } from './sms-numbers.queries.ts';

const CODE_LIFE_MS = 10 * 60_000;
/**
 * The maximum number of wrong codes before the person must request a new code. With five guesses of a six-digit code,
 * one attacker in 200,000 succeeds.
 */
const MOST_TRIES = 5;
const DAY_S = 86_400;
/**
 * The maximum number of codes in a day: `ofNumber` for one number from all accounts, `ofAll` for all numbers together.
 * One account gets fewer codes for a number (`ofAccount`), so that it cannot use up all codes of a stranger's number.
 * Otherwise the stranger could not switch on reminders.
 */
const ofAccount = { max: 3, window_s: DAY_S };
const ofNumber = { max: 5, window_s: DAY_S };
const ofAll = { max: 2000, window_s: DAY_S };
/**
 * The maximum number of codes in a day for one country. Without this limit, requests for the expensive numbers of one
 * country could use up `ofAll`, and no other country would get codes.
 */
const ofCountry = { max: 500, window_s: DAY_S };
/**
 * Prefixes of satellite, premium and other numbers that belong to no country. A text message to such a number may
 * cost a hundred times as much.
 */
const noCountries = ['+800', '+808', '+870', '+878', '+881', '+882', '+883', '+888', '+979'];

const words = messagesOf<'sms.code'>('telling');

export async function getMySms(ctx: Context, { userId }: SignedIn): Promise<MySms> {
  const row = await findSmsNumber(ctx.db, userId);
  const isWaiting = row?.code_ends_at != null && row.code_ends_at > ctx.clock.now();
  const state = !row?.number ? 'off' : row.agreed_at ? 'on' : isWaiting ? 'waiting' : 'off';
  return { is_offered: ctx.sms.isOn, state, number: state === 'off' ? null : (row?.number ?? null) };
}

/**
 * Sends a code to a phone. If the person already gets reminders, they stop until the code is confirmed.
 *
 * @throws Refusal SMS_UNAVAILABLE, RATE_LIMITED, INVALID_INPUT, SMS_STOPPED
 */
export async function askSmsCode(
  ctx: Context,
  caller: SignedIn,
  { phone, zone }: { readonly phone: string; readonly zone: string },
): Promise<MySms> {
  if (!ctx.sms.isOn) throw new Refusal('SMS_UNAVAILABLE');
  if (!isTimeZone(zone)) throw invalidInput({ zone: ['invalid'] });
  const { number, country } = phoneOf(phone) ?? {};
  if (!number || !country || noCountries.some((code) => number.startsWith(code)))
    throw invalidInput({ phone: ['invalid'] });
  const { userId } = caller;
  const own_wait_s = await countTry(ctx.db, 'sms-code|account', `${userId} ${number}`, ofAccount);
  // The limits below count only calls that pass this one.
  if (own_wait_s > 0) throw new Refusal('RATE_LIMITED', { retry_after_s: own_wait_s });
  const waits = [
    await countTry(ctx.db, 'sms-code', number, ofNumber),
    await countTry(ctx.db, 'sms-codes', `+${country}`, ofCountry),
    await countTry(ctx.db, 'sms-codes', 'everybody', ofAll),
  ];
  const retry_after_s = Math.max(...waits);
  if (retry_after_s > 0) throw new Refusal('RATE_LIMITED', { retry_after_s });
  await refuseStopped(ctx, number);
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const until = new Date(ctx.clock.now().getTime() + CODE_LIFE_MS);
  await ctx.db.transaction().execute(async (tx) => {
    const person = await findUser(tx, userId);
    if (!person) throw new Refusal('UNAUTHENTICATED');
    const row = {
      number,
      zone,
      code_hash: hashOf(ctx, userId, number, code),
      code_ends_at: until,
      code_tries: 0,
      agreed_at: null,
      ended_at: null,
      ended_by: null,
    };
    await tx
      .insertInto('sms_numbers')
      .values({ user_id: userId, ...row })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
      .execute();
    // Unsent text messages are dropped, because they were meant for the previous number.
    await ctx.sms.drop(tx, userId);
    const text = words[person.language]['sms.code'].replace('{{code}}', code);
    await ctx.sms.send(tx, { id: randomUUID(), user_id: userId, to: number, text, until: until.toISOString() });
  });
  return getMySms(ctx, caller);
}

/**
 * Switches reminders on. The right code proves that the person has the phone and agrees. If another account has the
 * same number, the number is removed from that account.
 *
 * @throws Refusal SMS_CODE_WRONG, SMS_STOPPED
 */
export async function confirmSmsCode(ctx: Context, caller: SignedIn, code: string): Promise<MySms> {
  const waiting = await findSmsNumber(ctx.db, caller.userId);
  // The phone may have sent STOP after the code was sent.
  if (waiting?.number) await refuseStopped(ctx, waiting.number);
  const isRight = await ctx.db.transaction().execute((tx) => spend(ctx, tx, caller.userId, code));
  if (!isRight) throw new Refusal('SMS_CODE_WRONG');
  return getMySms(ctx, caller);
}

/** Refuses a number that has sent STOP. Only the holder of the number can cancel the stop, by sending START. */
async function refuseStopped({ sms, config }: Context, number: string): Promise<void> {
  if (await sms.isStopped(number)) throw new Refusal('SMS_STOPPED', { to: config.sms?.from ?? '' });
}

type Tx = Parameters<typeof findSmsNumberForUpdate>[0];

async function spend(ctx: Context, tx: Tx, userId: string, code: string): Promise<boolean> {
  const now = ctx.clock.now();
  const row = await findSmsNumberForUpdate(tx, userId);
  if (!row?.number || !row.code_hash || !row.code_ends_at || row.code_ends_at <= now) return false;
  if (row.code_tries >= MOST_TRIES) return false;
  const mine = tx.updateTable('sms_numbers').where('user_id', '=', userId);
  if (!timingSafeEqual(row.code_hash, hashOf(ctx, userId, row.number, code))) {
    // The try is counted although the call is refused afterwards.
    await mine.set({ code_tries: row.code_tries + 1 }).execute();
    return false;
  }
  const displaced = await tx
    .updateTable('sms_numbers')
    .set({ number: null, ended_at: now, ended_by: 'other_account' })
    .where('number', '=', row.number)
    .where('agreed_at', 'is not', null)
    .where('user_id', '!=', userId)
    .returning('user_id')
    .execute();
  for (const { user_id } of displaced) await ctx.sms.drop(tx, user_id);
  await mine.set({ code_hash: null, code_ends_at: null, code_tries: 0, agreed_at: now }).execute();
  return true;
}

export async function endMySms(ctx: Context, caller: SignedIn): Promise<MySms> {
  await ctx.db.transaction().execute(async (tx) => {
    await endSmsNumber(tx, caller.userId, 'person', ctx.clock.now());
    await ctx.sms.drop(tx, caller.userId);
  });
  return getMySms(ctx, caller);
}

/**
 * Returns the hash of a code. The hash includes a secret of the service. Without the secret, a person who knows the
 * hash could quickly find the six digits.
 */
const hashOf = ({ config }: Context, userId: string, number: string, code: string): Buffer =>
  createHmac('sha256', config.linkKey)
    .update(JSON.stringify(['sms-code', userId, number, code]))
    .digest();

/**
 * Converts '+33 06 12 34 56 78' to the number +33612345678 and the country code 33. Most countries omit the leading
 * zero of the national number. Italy, Côte d’Ivoire and others keep it. Returns null if the number of digits is
 * impossible.
 *
 * @param phone country code, a space, then digits and spaces. The country code is derived from all digits, because a
 *   caller can put the space anywhere.
 */
export function phoneOf(phone: string): { number: string; country: string } | null {
  const parsed = parsePhoneNumberFromString(phone);
  return parsed?.isPossible() ? { number: parsed.number, country: parsed.countryCallingCode } : null;
}

/** Returns true for a complete phone number (E.164). Returns false for short codes and sender names. */
export const isE164 = (number: string): boolean => /^\+[1-9]\d{6,14}$/.test(number);
