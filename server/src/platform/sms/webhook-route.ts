import type { Context } from '../context.ts';
import { type Tx, withSystem } from '../db/db.ts';
import { type Route, sendJson, sendRefusal } from '../http/exchange.ts';
import { readText } from '../http/read-body.ts';
import { SMS_WEBHOOK } from './create-sms.ts';
import { type SmsNotice, SmsNoticeRefused } from './sms.ts';
import { readTelnyxNotice } from './telnyx.ts';

const MAX_NOTICE_BYTES = 64 * 1024;

/**
 * POST /api/sms/webhook. The provider calls it to report the delivery of a message, or a person's reply. The response
 * is 200 once the notice is stored, and 400 if it is forged, late or unreadable.
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
        if (!(error instanceof SmsNoticeRefused)) throw error;
        context.log.warn({ reason: error.reason }, 'SMS notice refused');
        return sendRefusal(exchange, 400, 'NOTICE_REFUSED');
      }
    },
  };
}

/** Stores a notice. A notice that is delivered twice takes effect once. */
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

/** Stores the final state of a message. If a final state is already stored, the new one is ignored. */
async function finish(
  tx: Tx,
  { provider_id, state, fault }: Extract<SmsNotice, { kind: 'finalized' }>,
  now: Date,
): Promise<string | undefined> {
  const row = await tx
    .updateTable('sms_messages')
    .set({ state, fault, updated_at: now })
    .where('provider_id', '=', provider_id)
    .where('state', '=', 'sent')
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}
