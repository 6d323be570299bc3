import type { Context } from '#server/platform/context.ts';
import type { Registered } from '#server/platform/domain.ts';
import { cancelVisitOfLeft, cancelVisitsOf } from './cancel-visit.ts';
import './events.ts';
import { videoRouter } from './handlers.ts';
import { defineVideoJobs } from './jobs.ts';
import { videoData } from './personal.ts';
import './video.table.ts';

export { cancelVisit } from './cancel-visit.ts';
export { consentToVideo } from './consent.ts';
export { enterVisit, leaveVisit } from './enter-visit.ts';
export { planVisit } from './plan-visit.ts';

/**
 * Registers video visits of a patient with the doctor in charge, or with the practitioner of an appointment. The
 * function is called once, before the service listens.
 */
export function register(ctx: Context) {
  ctx.personal.add(videoData);
  defineVideoJobs(ctx);
  ctx.outbox.on(
    'identity.consentWithdrawn',
    async ({ payload }) => {
      if (payload.purpose === 'simulation') await cancelVisitsOf(ctx, payload.user_id);
    },
    { name: 'video' },
  );
  ctx.outbox.on('simulation.caseLeft', ({ payload }) => cancelVisitOfLeft(ctx, payload), { name: 'video' });
  return { router: videoRouter(ctx) } satisfies Registered;
}
