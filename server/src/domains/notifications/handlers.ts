import { notifications as contract } from '#contract/notifications.ts';
import type { Context } from '#server/platform/context.ts';
import { implementContract } from '#server/platform/http/implement-contract.ts';
import { listNotifications, markNotificationsRead } from './list-notifications.ts';
import type { Presenter } from './present.ts';
import { subscribePush, unsubscribePush } from './push/subscriptions.ts';

export function notificationsRouter(ctx: Context, presenters: ReadonlyMap<string, Presenter>) {
  const os = implementContract(contract);
  return os.router({
    listNotifications: os.listNotifications.handler(({ context, input }) =>
      listNotifications(ctx, presenters, context.caller, input),
    ),
    markNotificationsRead: os.markNotificationsRead.handler(({ context, input }) =>
      markNotificationsRead(ctx, context.caller, input.ids),
    ),
    getPushKey: os.getPushKey.handler(() => ({ public_key: ctx.config.push?.publicKey ?? null })),
    subscribePush: os.subscribePush.handler(async ({ context, input }) => {
      await subscribePush(ctx, context.caller, input);
      return {};
    }),
    unsubscribePush: os.unsubscribePush.handler(async ({ context, input }) => {
      await unsubscribePush(ctx, context.caller, input.endpoint);
      return {};
    }),
  });
}
