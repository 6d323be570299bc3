import type { StudioCase } from '#contract/cases.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withStaff } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { Refusal } from '#server/platform/refusal.ts';
import * as cases from '../cases.queries.ts';
import '../events.ts';
import { showStudioCase } from '../get-studio-case.ts';
import { lockOpenCase } from '../open-for-work.ts';
import { openNextVersion } from '../open-next-version.ts';
import { recordOnCase } from '../record-on-case.ts';
import { findLiving, openForeign, type WhyOpened } from '../relation/break-glass.ts';
import { end, findOf } from '../relation/openings.queries.ts';
import { inChargeOf, relationTo } from '../relation/relation.ts';
import { tellAbout } from '../tell-about.ts';

/**
 * Puts this doctor in charge of another doctor's case. If the doctor has no emergency access to the case yet, the
 * function first gives it (for one hour, with the stated reason) and records it as usual. Row-level security then lets
 * the doctor change the case. The draft does not change, and the previous doctor is notified.
 */
export const takeOverCase = (ctx: Context, doctor: SignedIn, caseId: string, why: WhyOpened): Promise<StudioCase> =>
  withStaff(ctx.db, doctor.userId, async (tx) => {
    const found = await findLiving(tx, caseId);
    if (found.status !== 'received' && found.status !== 'in_review') throw new Refusal('CASE_NOT_OPEN');
    if (relationTo(doctor.userId, found) === 'foreign') await takeOver(ctx, tx, doctor, found, why);
    return showStudioCase(ctx, tx, doctor, caseId);
  });

async function takeOver(ctx: Context, tx: Tx, doctor: SignedIn, found: cases.CaseRow, why: WhyOpened): Promise<void> {
  const now = ctx.clock.now();
  const opening = (await findOf(tx, found.id, doctor.userId, now)) ?? (await openForeign(ctx, tx, doctor, found, why));
  const row = await lockOpenCase(tx, found.id);
  const from = inChargeOf(row);
  // From now on, the previous doctor's image links no longer work.
  await ctx.photos.revokeLinks(tx, row.patient_id);
  await cases.insertEvent(tx, row.id, 'taken_over', doctor.userId, now);
  await cases.update(tx, row.id, { status: 'in_review', practitioner_id: doctor.userId, taken_at: now });
  await openNextVersion(tx, row.id, doctor.userId, now);
  await end(tx, opening.id, doctor.userId, now);
  const event = { case_id: row.id, practitioner_id: from };
  await ctx.outbox.emit(tx, 'simulation.caseTakenOver', event, { key: opening.id });
  await tellAbout(ctx, tx, row);
  await recordOnCase(ctx, tx, doctor, { row, opening }, 'case.takenOver', { reason: why.reason, details: { from } });
}
