import type { Context } from '#server/platform/context.ts';
import { withSystem } from '#server/platform/db/db.ts';
import type { Registered } from '#server/platform/domain.ts';
import { deleteLooksOfCase, deleteLooksOfUser } from './evidence.queries.ts';
import './evidence.table.ts';
import { evidenceRouter } from './handlers.ts';
import { defineEvidenceJobs } from './jobs.ts';
import { evidenceData } from './personal.ts';

/**
 * Registers the comparison of results with simulations, which has two parts: measurements of people who consented, and
 * the published figures. The function is called once, before the service listens.
 */
export function register(ctx: Context) {
  const name = 'evidence';
  ctx.personal.add(evidenceData);
  defineEvidenceJobs(ctx);
  ctx.outbox.on(
    'identity.consentWithdrawn',
    async ({ payload }) => {
      if (payload.purpose === 'evidence') await withSystem(ctx.system, (tx) => deleteLooksOfUser(tx, payload.user_id));
    },
    { name },
  );
  // A new or corrected treatment record changes the injected doses. The looks (comparisons of two photos) of the case
  // are therefore deleted, and its photos are compared again.
  ctx.outbox.on(
    'simulation.treatmentRecorded',
    ({ payload }) => withSystem(ctx.system, async (tx) => void (await deleteLooksOfCase(tx, payload.case_id))),
    { name },
  );
  return { router: evidenceRouter(ctx) } satisfies Registered;
}
