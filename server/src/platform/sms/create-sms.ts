import { sql } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Config } from '../config/config.ts';
import { type Db, type SystemDb, withSystem } from '../db/db.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { Handed, Sms, SmsCarrier, SmsMessage } from './sms.ts';
import './sms.table.ts';
import { isNumberStopped, startNumber, stopNumber } from './stops.ts';
import { telnyxCarrier } from './telnyx.ts';

declare module '../outbox/outbox.ts' {
  interface OutboxEvents {
    'sms.requested': SmsMessage;
    /** A person sent a message to our number. */
    'sms.received': SmsReply;
    /** A message was not delivered and will not be tried again. */
    'sms.failed': { message_id: string };
  }
}

/** A reply to our number. `at` is the time at which the person sent the reply. */
export interface SmsReply {
  readonly from: string;
  readonly text: string;
  readonly at: string;
}

/** Path that the provider calls to report outcomes and replies. */
export const SMS_WEBHOOK = '/api/sms/webhook';

export interface SmsParts {
  readonly config: Pick<Config, 'sms' | 'nodeEnv' | 'publicUrl' | 'photoMasterKeys'>;
  readonly db: Db;
  readonly system: SystemDb;
  readonly clock: Clock;
  readonly outbox: Outbox;
}

/**
 * Sends text messages through the outbox and the configured provider. Without a provider, messages are stored in table
 * `sms_mailbox`; in production, `send` throws instead. The text is deleted from the outbox once the message has been
 * sent.
 */
export function createSms(parts: SmsParts): Sms {
  const { config, db, outbox } = parts;
  const keys = config.photoMasterKeys;
  const carry = carrierOf(config, db);
  if (carry)
    outbox.on('sms.requested', ({ payload }) => hand(parts, carry, payload), {
      name: 'sms',
      forgetPayload: true,
      lane: 'outward',
    });
  return {
    isOn: carry !== undefined,
    async send(tx, message, options) {
      if (!carry) throw new Error('no SMS provider is configured');
      const plain = { ...message, text: inUsualSigns(message.text) };
      await outbox.emit(tx, 'sms.requested', plain, options?.key ? { key: options.key } : {});
    },
    async drop(tx, userId) {
      await sql`update outbox set processed_at = now(), payload = '{}'
        where topic = 'sms.requested' and processed_at is null and payload ->> 'user_id' = ${userId}`.execute(tx);
    },
    stop: (tx, number, at) => stopNumber(tx, keys, number, at),
    start: (tx, number, at) => startNumber(tx, keys, number, at),
    isStopped: (number) => withSystem(parts.system, (tx) => isNumberStopped(tx, keys, number)),
  };
}

/**
 * Replaces typographic spaces and apostrophes. A single character outside the alphabet of text messages halves the
 * length that a message may have. A French sentence would then be sent, and paid for, as three messages.
 */
const inUsualSigns = (text: string): string => text.replace(/[\u00a0\u2009\u202f]/g, ' ').replaceAll('’', "'");

function carrierOf({ sms, nodeEnv, publicUrl }: SmsParts['config'], db: Db): SmsCarrier | undefined {
  if (sms) return telnyxCarrier(sms, `${publicUrl}${SMS_WEBHOOK}`);
  return nodeEnv === 'production' ? undefined : mailboxCarrier(db);
}

const mailboxCarrier =
  (db: Db): SmsCarrier =>
  async ({ id, user_id, to, text }) => {
    await db.insertInto('sms_mailbox').values({ user_id, to, text }).execute();
    return { provider_id: `mailbox-${id}` };
  };

/**
 * Sends a message. It is sent twice only if the process is killed after the provider accepted it and before the
 * database stores the success.
 */
async function hand(parts: SmsParts, carry: SmsCarrier, message: SmsMessage): Promise<void> {
  const { system, clock, outbox } = parts;
  const { id } = message;
  if (!(await begin(system, message, clock.now()))) return;
  const reason = await mayNotLeave(parts, message);
  const handed: Handed = reason ? { fault: reason } : await carry(message);
  await withSystem(system, async (tx) => {
    const outcome =
      'fault' in handed ? ({ ...handed, state: 'failed' } as const) : ({ ...handed, state: 'sent' } as const);
    await tx
      .updateTable('sms_messages')
      .set({ ...outcome, updated_at: clock.now() })
      .where('id', '=', id)
      .execute();
    if (outcome.state === 'failed') await outbox.emit(tx, 'sms.failed', { message_id: id }, { key: id });
  });
}

/**
 * Returns why a message must not be sent, or undefined if the message may be sent. The check is as late as possible,
 * because a STOP reply may have arrived after the message was written.
 */
async function mayNotLeave(
  { config, system, clock }: SmsParts,
  { until, to, answers_stop }: SmsMessage,
): Promise<'too_late' | 'stopped' | undefined> {
  if (clock.now() > new Date(until)) return 'too_late';
  if (answers_stop) return undefined;
  const isStopped = await withSystem(system, (tx) => isNumberStopped(tx, config.photoMasterKeys, to));
  return isStopped ? 'stopped' : undefined;
}

/**
 * Records that the message is being sent, and returns whether it must still be sent. False if it was sent or has
 * failed, or if the person no longer has an account.
 */
const begin = (system: SystemDb, { id, user_id }: SmsMessage, now: Date): Promise<boolean> =>
  withSystem(system, async (tx) => {
    const person = await tx
      .selectFrom('users')
      .select('id')
      .where('id', '=', user_id)
      .where('closed_at', 'is', null)
      .forKeyShare()
      .executeTakeFirst();
    if (!person) return false;
    await tx
      .insertInto('sms_messages')
      .values({ id, user_id, provider_id: null, state: 'sending', fault: null, created_at: now, updated_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const row = await tx.selectFrom('sms_messages').select('state').where('id', '=', id).executeTakeFirst();
    return row?.state === 'sending';
  });
