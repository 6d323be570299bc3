import { createPublicKey, verify } from 'node:crypto';
import * as z from 'zod';
import type { SmsConfig } from '../config/config.ts';
import { type SmsCarrier, type SmsNotice, SmsNoticeRefused } from './sms.ts';

const PATIENCE_MS = 10_000;
/** Seconds after which a webhook event is refused, so that an intercepted event cannot be sent again later. */
export const SMS_NOTICE_LIFE_S = 300;
/**
 * HTTP statuses of a wrong key, an unpaid account, a timeout or too many messages. These problems can be solved while
 * the message waits.
 */
const MENDABLE = new Set([401, 402, 403, 408, 429]);

const Taken = z.object({ data: z.object({ id: z.string().min(1).max(100) }) });
const Refused = z.object({ errors: z.array(z.object({ code: z.coerce.string().max(40) })).min(1) });

/** Sends messages through version 2 of Telnyx's API: POST /v2/messages with a bearer key. */
export const telnyxCarrier =
  ({ url, apiKey, from }: SmsConfig, webhookUrl: string): SmsCarrier =>
  async ({ to, text }) => {
    const answer = await fetch(`${url}/v2/messages`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ from, to, text, webhook_url: webhookUrl, use_profile_webhooks: false }),
      redirect: 'manual',
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const said: unknown = await answer.json().catch(() => null);
    if (answer.ok) return { provider_id: Taken.parse(said).data.id };
    if (answer.status < 400 || answer.status >= 500 || MENDABLE.has(answer.status))
      throw new Error(`the SMS provider answers ${answer.status}`);
    const refused = Refused.safeParse(said);
    return { fault: refused.data?.errors[0]?.code ?? String(answer.status) };
  };

const Id = z.string().min(1).max(100);
const Received = z.object({ from: z.object({ phone_number: z.string().max(20) }), text: z.string().max(5000) });
const Finalized = z.object({
  id: Id,
  to: z.array(z.object({ status: z.string() })).min(1),
  errors: z.array(z.object({ code: z.coerce.string().max(40) })).default([]),
});
const Event = z.object({
  data: z.object({
    id: Id,
    event_type: z.string(),
    occurred_at: z.iso.datetime({ offset: true }).optional(),
    payload: z.unknown(),
  }),
});

/**
 * Checks a webhook event and translates it into an `SmsNotice`. The header `telnyx-signature-ed25519` signs the time, a
 * vertical bar and the body.
 *
 * @throws SmsNoticeRefused
 */
export function readTelnyxNotice(
  body: string,
  { signature, timestamp }: { signature: string; timestamp: string },
  publicKey: Buffer,
  now: Date,
): SmsNotice {
  const isTheirs = verify(
    null,
    Buffer.from(`${timestamp}|${body}`),
    keyOf(publicKey),
    Buffer.from(signature, 'base64'),
  );
  if (!isTheirs) throw new SmsNoticeRefused('forged');
  if (!(Math.abs(now.getTime() / 1000 - Number(timestamp)) <= SMS_NOTICE_LIFE_S)) throw new SmsNoticeRefused('late');
  try {
    return saidBy(Event.parse(JSON.parse(body)).data, now);
  } catch {
    throw new SmsNoticeRefused('unreadable');
  }
}

function saidBy({ id, event_type, occurred_at, payload }: z.output<typeof Event>['data'], now: Date): SmsNotice {
  if (event_type === 'message.received') {
    const { from, text } = Received.parse(payload);
    return { kind: 'received', id, from: from.phone_number, text, at: occurred_at ? new Date(occurred_at) : now };
  }
  if (event_type !== 'message.finalized') return { kind: 'ignored', id };
  const { id: provider_id, to, errors } = Finalized.parse(payload);
  const status = to[0]?.status ?? '';
  // Some networks never report whether a message was delivered.
  if (status === 'delivery_unconfirmed') return { kind: 'ignored', id };
  const isDelivered = status === 'delivered';
  const fault = isDelivered ? null : (errors[0]?.code ?? status.slice(0, 40));
  return { kind: 'finalized', id, provider_id, state: isDelivered ? 'delivered' : 'failed', fault };
}

const keyOf = (publicKey: Buffer) =>
  createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: publicKey.toString('base64url') }, format: 'jwk' });
