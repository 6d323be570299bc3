import type { Context } from '#server/platform/context.ts';
import type { Registered } from '#server/platform/domain.ts';
import { mailPublication } from './mail-publication.ts';
import { mailSecurityChange } from './mail-security-change.ts';

/** Tells people what happened, by mail. Listens to the other domains; nobody calls it. */
export function register(ctx: Context): Registered<undefined> {
  const name = 'notifications';
  ctx.outbox.on(
    'identity.securityChanged',
    ({ payload, id }) => mailSecurityChange(ctx, payload.user_id, payload.kind, id),
    { name },
  );
  ctx.outbox.on('simulation.published', ({ payload, id }) => mailPublication(ctx, payload.user_id, id), { name });
  return {};
}
