import { findUser, pageUrl } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import { type SystemDb, withSystem } from '#server/platform/db/db.ts';
import type { OutboxEvents } from '#server/platform/outbox/outbox.ts';
import { isPushService } from './push-service.ts';
import { wordsOf } from './push-note.ts';

/** The number of seconds after which the push service drops a notification that no device has fetched. */
const KEPT_S = 86_400;
const PATIENCE_MS = 10_000;
/**
 * HTTP statuses that mean that the person has withdrawn the permission in the browser, or that the browser no longer
 * exists.
 */
const GONE = new Set([404, 410]);
/** Returns true if the push service refuses this message and would refuse it again. */
const isRefusal = (status: number): boolean => status >= 400 && status < 500 && status !== 429;

/**
 * Sends one push notification to one browser. It is encrypted for that browser (RFC 8291) and signed with our key (RFC
 * 8292). A browser that was signed out gets nothing. If the push service no longer knows the browser, its subscription
 * is deleted.
 *
 * @throws if the push service is down or requires a pause; the outbox then tries again
 */
export async function sendPush(ctx: Context, due: OutboxEvents['notifications.pushDue'], eventId: number) {
  const { push } = ctx.config;
  const found = push && (await find(ctx, due.subscription_id));
  if (!push || !found || !isPushService(found.endpoint, push.services)) return;
  const person = await findUser(ctx.db, found.user_id);
  if (!person) return;
  const { endpoint, p256dh, auth } = found;
  const { language } = person;
  const url = pageUrl(ctx, language, due.path);
  const payload = JSON.stringify({
    title: 'Flaira',
    body: wordsOf(due, language),
    url,
    tag: `${due.kind}:${due.path}`,
    language,
  });
  const { default: webPush } = await import('web-push');
  const request = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
    vapidDetails: { subject: subjectOf(ctx), publicKey: push.publicKey, privateKey: push.privateKey },
    TTL: KEPT_S,
    contentEncoding: 'aes128gcm',
    urgency: due.kind === 'urgent_signs' ? 'high' : 'normal',
  });
  const { status } = await fetch(endpoint, {
    method: 'POST',
    headers: headersOf(request.headers),
    body: new Uint8Array(request.body ?? Buffer.alloc(0)),
    redirect: 'manual',
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  if (GONE.has(status)) await forget(ctx.system, due.subscription_id);
  else if (isRefusal(status)) ctx.log.warn({ status, event: eventId }, 'push service refuses a message');
  else if (status >= 300) throw new Error(`push service answers ${status}`);
}

/** Returns the headers without Content-Length, because the HTTP client sets this header itself. */
const headersOf = (headers: Record<string, string | number>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (name === 'Content-Length' ? [] : [[name, String(value)]])),
  );

/** Returns the address at which the push service can contact us. */
const subjectOf = ({ config: { publicUrl, mailFrom } }: Context): string =>
  publicUrl.startsWith('https:') ? publicUrl : `mailto:${/<(.+)>/.exec(mailFrom)?.[1] ?? mailFrom}`;

const find = (ctx: Context, id: string) =>
  withSystem(ctx.system, (tx) =>
    tx
      .selectFrom('push_subscriptions as p')
      .innerJoin('sessions as s', 's.id', 'p.session_id')
      .select(['p.user_id', 'p.endpoint', 'p.p256dh', 'p.auth'])
      .where('p.id', '=', id)
      .where('s.expires_at', '>', ctx.clock.now())
      .executeTakeFirst(),
  );

const forget = (system: SystemDb, id: string): Promise<unknown> =>
  withSystem(system, (tx) => tx.deleteFrom('push_subscriptions').where('id', '=', id).execute());
