import { hasConsent } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withSystem } from '#server/platform/db/db.ts';
import * as cases from './cases.queries.ts';
import { endSet } from './clinical/clinical.queries.ts';
import { endRequest, findOpenRequest } from './flow/case-flow.queries.ts';
import { tellAbout } from './tell-about.ts';

/**
 * Removes a patient's open cases from the queue after the patient has withdrawn the consent. Their photo requests end.
 * The clinical series of all cases end, also of signed ones, because no photo can be added without the consent. The
 * patient still sees signed simulations.
 */
export const withdrawOpenCases = (ctx: Context, userId: string): Promise<void> =>
  withSystem(ctx.system, async (tx) => {
    const all = await cases.listOfPatientForUpdate(tx, userId);
    // If the patient has given the consent again in the meantime, no case is withdrawn.
    if (await hasConsent(tx, { userId }, 'simulation')) return;
    for (const row of all) {
      const hadSet = await endSet(tx, row.id);
      const isOpen = row.status === 'received' || row.status === 'in_review';
      if (isOpen) await withdrawCase(ctx, tx, row);
      if (isOpen || hadSet) await tellAbout(ctx, tx, row);
    }
  });

async function withdrawCase(ctx: Context, tx: Tx, { id, patient_id }: cases.CaseRow): Promise<void> {
  const now = ctx.clock.now();
  await cases.update(tx, id, { status: 'withdrawn', withdrawn_at: now });
  await cases.insertEvent(tx, id, 'withdrawn', patient_id, now);
  const request = await findOpenRequest(tx, id);
  if (request) await endRequest(tx, request.id, 'withdrawn_at', now);
}
