import { hasConsent } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import { withSystem } from '#server/platform/db/db.ts';
import * as cases from './cases.queries.ts';
import { endSet } from './clinical/clinical.queries.ts';
import { endRequest, findOpenRequest } from './flow/case-flow.queries.ts';
import { tellAbout } from './tell-about.ts';

/**
 * Removes a patient's open cases from the queue after the patient has withdrawn the consent. Requests for photos of
 * these cases end, because no doctor can open the cases any more. The patient still sees signed simulations.
 */
export const withdrawOpenCases = (ctx: Context, userId: string): Promise<void> =>
  withSystem(ctx.system, async (tx) => {
    const now = ctx.clock.now();
    const all = await cases.listOfPatientForUpdate(tx, userId);
    // If the patient has given the consent again in the meantime, no case is withdrawn.
    if (await hasConsent(tx, { userId }, 'simulation')) return;
    for (const { id, status } of all) {
      if (status !== 'received' && status !== 'in_review') continue;
      const withdrawn = await cases.update(tx, id, { status: 'withdrawn', withdrawn_at: now });
      await cases.insertEvent(tx, id, 'withdrawn', userId, now);
      const request = await findOpenRequest(tx, id);
      if (request) await endRequest(tx, request.id, 'withdrawn_at', now);
      await endSet(tx, id);
      await tellAbout(ctx, tx, withdrawn);
    }
  });
