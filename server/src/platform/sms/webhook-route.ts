import type { Context } from '../context.ts';
import { type Tx, withSystem } from '../db/db.ts';
import { type Route, sendJson, sendRefusal } from '../http/exchange.ts';
import { readText } from '../http/read-body.ts';
import { SMS_WEBHOOK } from './create-sms.ts';
import { type SmsNotice, SmsNoticeRefused } from './sms.ts';
import { readTelnyxNotice } from './telnyx.ts';

const MAX_NOTICE_BYTES = 64 * 1024;
const SENDING_MS = 2 * 24 * 3_600_000;

/**
 * POST /api/sms/webhook. The provider calls it to report the delivery of a message, or a person's reply. The response
 * is 200 once the webhook event is stored, and 400 if it is forged, late or unreadable. It is 503 if the event arrived
 * before the message was stored as sent. The provider repeats an event up to twice.
 */
export function smsWebhookRoute(context: Context, publicKey: Buffer): Route {
  return {
    access: 'proof',
    matches: ({ url, req }) => url.pathname === SMS_WEBHOOK && req.method === 'POST',
    async answer(exchange) {
      const { headers } = exchange.req;
      try {
        const body = await readText(exchange.req, MAX_NOTICE_BYTES);
        const proof = {
          signature: String(headers['telnyx-signature-ed25519'] ?? ''),
          timestamp: String(headers['telnyx-timestamp'] ?? ''),
        };
        await take(context, readTelnyxNotice(body, proof, publicKey, context.clock.now()));
        return sendJson(exchange, 200, { received: true });
      } catch (error) {
        if (error instanceof TooEarly) return sendRefusal(exchange, 503, 'UNAVAILABLE');
        if (!(error instanceof SmsNoticeRefused)) throw error;
        context.log.warn({ reason: error.reason }, 'SMS notice refused');
        return sendRefusal(exchange, 400, 'NOTICE_REFUSED');
      }
    },
  };
}

/** The webhook event may belong to a message that is being sent, and whose id at the provider is not stored yet. */
class TooEarly extends Error {
  override readonly name = 'TooEarly';
}

/** Stores a webhook event. An event that is delivered twice takes effect once. */
const take = ({ system, outbox, clock }: Context, notice: SmsNotice): Promise<void> =>
  withSystem(system, async (tx) => {
    if (notice.kind === 'received') {
      const { id: key, from, text, at } = notice;
      await outbox.emit(tx, 'sms.received', { from, text: text.slice(0, 160), at: at.toISOString() }, { key });
    }
    if (notice.kind === 'finalized') {
      const id = await finish(tx, notice, clock.now());
      if (id && notice.state === 'failed') await outbox.emit(tx, 'sms.failed', { message_id: id }, { key: id });
    }
  });

/**
 * Stores the final state of a message. If a final state is already stored, the new one is ignored.
 *
 * @throws TooEarly
 */
async function finish(
  tx: Tx,
  { provider_id, state, fault }: Extract<SmsNotice, { kind: 'finalized' }>,
  now: Date,
): Promise<string | undefined> {
  // `isSending` is read before the update. If the message is stored as sent between the two statements, the update
  // finds it.
  const isSending = await isOneBeingSent(tx, now);
  const row = await tx
    .updateTable('sms_messages')
    .set({ state, fault, updated_at: now })
    .where('provider_id', '=', provider_id)
    .where('state', '=', 'sent')
    .returning('id')
    .executeTakeFirst();
  if (!row && isSending && !(await isKnown(tx, provider_id))) throw new TooEarly();
  return row?.id;
}

/**
 * Returns whether any message of the last two days is being sent. Sending is tried again only for about a day
 * (`MAX_ATTEMPTS` of the outbox), so older messages are no longer sent.
 */
async function isOneBeingSent(tx: Tx, now: Date): Promise<boolean> {
  const row = await tx
    .selectFrom('sms_messages')
    .select('id')
    .where('state', '=', 'sending')
    .where('created_at', '>', new Date(now.getTime() - SENDING_MS))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

async function isKnown(tx: Tx, providerId: string): Promise<boolean> {
  const row = await tx.selectFrom('sms_messages').select('id').where('provider_id', '=', providerId).executeTakeFirst();
  return row !== undefined;
}
