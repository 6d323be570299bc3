import { randomUUIDv7 } from 'node:crypto';
import type { Context } from '#server/platform/context.ts';
import { withSystem, withUser } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { isPushService } from './push-service.ts';
import '../notifications.table.ts';

interface Subscription {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

/**
 * The maximum number of browsers of one person. If there are more, the oldest subscriptions are deleted, because their
 * browsers have probably been replaced.
 */
const MOST = 20;

/**
 * Links this browser to this session. If another person used the browser before, that person gets no further push
 * notifications on it.
 */
export const subscribePush = (
  ctx: Context,
  { userId: user_id, sessionId: session_id }: SignedIn,
  { endpoint, keys: { p256dh, auth } }: Subscription,
): Promise<void> => {
  if (!ctx.config.push || !isPushService(endpoint, ctx.config.push.services)) throw new Refusal('UNKNOWN_PUSH_SERVICE');
  return withSystem(ctx.system, async (tx) => {
    const values = { user_id, session_id, p256dh, auth, created_at: ctx.clock.now() };
    await tx
      .insertInto('push_subscriptions')
      .values({ id: randomUUIDv7(), endpoint, ...values })
      .onConflict((conflict) =>
        conflict.column('endpoint').doUpdateSet((eb) => ({
          ...values,
          // A queued notification contains the subscription's id. If another person now uses the browser, the
          // subscription gets a new id, so that the notification does not reach them.
          id: eb
            .case()
            .when('push_subscriptions.user_id', '=', user_id)
            .then(eb.ref('push_subscriptions.id'))
            .else(eb.ref('excluded.id'))
            .end(),
        })),
      )
      .execute();
    const older = tx
      .selectFrom('push_subscriptions')
      .select('id')
      .where('user_id', '=', user_id)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .offset(MOST);
    await tx.deleteFrom('push_subscriptions').where('id', 'in', older).execute();
  });
};

export const unsubscribePush = (ctx: Context, { userId }: SignedIn, endpoint: string): Promise<void> =>
  withUser(ctx.db, userId, async (tx) => {
    await tx.deleteFrom('push_subscriptions').where('user_id', '=', userId).where('endpoint', '=', endpoint).execute();
  });
