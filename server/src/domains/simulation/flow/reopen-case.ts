import type { StudioCase } from '#contract/cases.ts';
import { dueAt } from '#server/domains/billing/index.ts';
import { hasConsent } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withStaff, withSystem } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { Refusal } from '#server/platform/refusal.ts';
import * as cases from '../cases.queries.ts';
import { getStudioCase } from '../get-studio-case.ts';
import { openNextVersion } from '../open-next-version.ts';
import { recordOnCase } from '../record-on-case.ts';
import { enterCase } from '../relation/enter-case.ts';
import { findLatestSignature } from '../renderings.queries.ts';
import { tellAbout } from '../tell-about.ts';
import { assertSigned } from './request-redo.ts';

/**
 * Reopens a case for the doctor who signed it and has to correct something. Reopening a case that another doctor signed
 * requires two people (ask-reopening.ts).
 */
export async function reopenCase(ctx: Context, doctor: SignedIn, caseId: string, reason: string): Promise<StudioCase> {
  await withStaff(ctx.db, doctor.userId, async (tx) => {
    await enterCase(ctx, tx, doctor, caseId);
    const signature = await findLatestSignature(tx, caseId);
    if (signature && signature.practitioner_id !== doctor.userId) throw new Refusal('REOPENING_NEEDS_TWO');
  });
  await withSystem(ctx.system, async (tx) => {
    const row = await lockSigned(tx, caseId);
    const signature = await findLatestSignature(tx, caseId);
    if (signature?.practitioner_id !== doctor.userId) throw new Refusal('REOPENING_NEEDS_TWO');
    await reopenFor(ctx, tx, row, doctor.userId);
    await recordOnCase(ctx, tx, doctor, { row, opening: null }, 'case.reopened', { reason });
  });
  return getStudioCase(ctx, doctor, caseId);
}

/**
 * Locks and returns a signed case. The transaction must have the rights of the service, because the roles of staff
 * cannot change a signed case.
 */
export async function lockSigned(tx: Tx, caseId: string): Promise<cases.CaseRow> {
  const found = await cases.find(tx, caseId);
  const all = found ? await cases.listOfPatientForUpdate(tx, found.patient_id) : [];
  const row = all.find(({ id }) => id === caseId);
  if (!row || row.status === 'withdrawn' || !(await hasConsent(tx, { userId: row.patient_id }, 'simulation')))
    throw new Refusal('NOT_FOUND');
  assertSigned(row, all);
  return row;
}

/** Assigns the reopened case to this doctor. The signed version stays valid until the next version is signed. */
export async function reopenFor(ctx: Context, tx: Tx, row: cases.CaseRow, doctorId: string): Promise<void> {
  const now = ctx.clock.now();
  const work = { status: 'in_review', practitioner_id: doctorId, taken_at: now } as const;
  await cases.update(tx, row.id, { ...work, due_at: dueAt(row.plan, now) });
  await openNextVersion(tx, row.id, doctorId, now);
  await cases.insertEvent(tx, row.id, 'reopened', doctorId, now);
  await tellAbout(ctx, tx, row);
}
