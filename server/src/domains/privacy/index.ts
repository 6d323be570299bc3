export { eraseAgain } from './erase-account.ts';
import type { Context } from '#server/platform/context.ts';
import type { Registered } from '#server/platform/domain.ts';
import { exportRoute } from './export-route.ts';
import './events.ts';
import { privacyRouter } from './handlers.ts';
import { definePrivacyJobs, sweepExports } from './jobs.ts';
import { privacyData } from './personal.ts';
import './privacy.table.ts';

/**
 * Registers people's rights to their own data: a copy, the list of accesses, and erasure. The function is called once,
 * before the service listens.
 */
export function register(ctx: Context) {
  ctx.personal.add(privacyData);
  definePrivacyJobs(ctx);
  ctx.outbox.on('privacy.exportsDropped', () => sweepExports(ctx), { name: 'privacy', lane: 'outward' });
  ctx.outbox.on('privacy.personErased', ({ payload }) => ctx.erasures.note(payload.user_id), {
    forgetPayload: true,
    lane: 'outward',
  });
  return { router: privacyRouter(ctx), routes: [exportRoute(ctx)] } satisfies Registered;
}
