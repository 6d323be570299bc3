import { implement } from '@orpc/server';
import { notifications as contract } from '#contract/notifications.ts';
import { requireUser } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import { listNotifications, markNotificationsRead } from './list-notifications.ts';
import type { Presenter } from './present.ts';
import { subscribePush, unsubscribePush } from './push/subscriptions.ts';

export function notificationsRouter(ctx: Context, presenters: ReadonlyMap<string, Presenter>) {
  const os = implement(contract).$context<RequestContext>();
  return os.router({
    listNotifications: os.listNotifications.handler(({ context, input }) =>
      listNotifications(ctx, presenters, requireUser(context.caller), input),
    ),
    markNotificationsRead: os.markNotificationsRead.handler(({ context, input }) =>
      markNotificationsRead(ctx, requireUser(context.caller), input.ids),
    ),
    getPushKey: os.getPushKey.handler(({ context }) => {
      requireUser(context.caller);
      return { public_key: ctx.config.push?.publicKey ?? null };
    }),
    subscribePush: os.subscribePush.handler(async ({ context, input }) => {
      await subscribePush(ctx, requireUser(context.caller), input);
      return {};
    }),
    unsubscribePush: os.unsubscribePush.handler(async ({ context, input }) => {
      await unsubscribePush(ctx, requireUser(context.caller), input.endpoint);
      return {};
    }),
  });
}
