import type { Context } from '#server/platform/context.ts';
import type { Registered } from '#server/platform/domain.ts';
import { mailSecurityChange } from './mail-security-change.ts';

/** Tells people what happened, by mail. Listens to the other domains; nobody calls it. */
export function register(ctx: Context): Registered<undefined> {
  ctx.outbox.on('identity.securityChanged', ({ payload, id }) => mailSecurityChange(ctx, payload.user_id, payload.kind, id), { name: 'mail' });
  return {};
}
