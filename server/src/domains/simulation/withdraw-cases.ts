import { hasConsent } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withSystem } from '#server/platform/db/db.ts';
import * as cases from './cases.queries.ts';
import { endSet } from './clinical/clinical.queries.ts';
import { deleteRedosSince, endRequest, findOpenRequest } from './flow/case-flow.queries.ts';
import * as drafts from './drafts.queries.ts';
import { inChargeOf } from './relation/relation.ts';
import { findLatestSignature, type SignatureRow } from './renderings.queries.ts';
import { tellAbout, tellLeft } from './tell-about.ts';

/**
 * Removes a patient's open cases from the queue after the patient has withdrawn the consent. Their photo requests end.
 * A redo or a correction ends, and its case is signed as before. The clinical series of all cases end, also of signed
 * ones, because no photo can be added without the consent. The patient still sees signed simulations.
 */
export const withdrawOpenCases = (ctx: Context, userId: string): Promise<void> =>
  withSystem(ctx.system, async (tx) => {
    const all = await cases.listOfPatientForUpdate(tx, userId);
    // If the patient has given the consent again in the meantime, no case is withdrawn.
    if (await hasConsent(tx, { userId }, 'simulation')) return;
    for (const row of all) {
      await endSet(tx, row.id);
      const isOpen = row.status === 'received' || row.status === 'in_review';
      if (isOpen) await withdrawCase(ctx, tx, row);
      // Open pages of a signed case reload too, because doctors can no longer read it and the patient cannot write.
      await tellAbout(ctx, tx, row);
    }
  });

async function withdrawCase(ctx: Context, tx: Tx, row: cases.CaseRow): Promise<void> {
  const { id, patient_id, published_at } = row;
  const now = ctx.clock.now();
  const signature = published_at ? await findLatestSignature(tx, id) : undefined;
  if (signature) await returnToSigned(ctx, tx, row, signature);
  else await cases.update(tx, id, { status: 'withdrawn', withdrawn_at: now });
  await cases.insertEvent(tx, id, 'withdrawn', patient_id, now);
  const request = await findOpenRequest(tx, id);
  if (request) await endRequest(tx, request.id, 'withdrawn_at', now);
}

/**
 * Returns a case to its signed state, because the patient still sees the signed simulation. The doctor who signed it is
 * in charge again, and the redo under way counts as unused. The unsigned version stays stored. A copy of the signed
 * version follows it, so that the next redo or correction does not begin with the unsigned one.
 */
async function returnToSigned(ctx: Context, tx: Tx, row: cases.CaseRow, signature: SignatureRow): Promise<void> {
  const { practitioner_id, version, signed_at } = signature;
  await cases.update(tx, row.id, { status: 'published', practitioner_id, assigned_to: null });
  await deleteRedosSince(tx, row.id, signed_at);
  const latest = await drafts.findLatest(tx, row.id);
  if (latest && latest.version !== version) {
    const signed = await drafts.get(tx, row.id, version);
    await drafts.insert(tx, row.id, latest.version + 1, signed, practitioner_id, ctx.clock.now());
  }
  const before = inChargeOf(row);
  if (before !== practitioner_id) await tellLeft(ctx, tx, row, before);
}
