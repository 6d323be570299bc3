import type { StudioCase } from '#contract/cases.ts';
import { dueAt } from '#server/domains/billing/index.ts';
import { hasConsent } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import { withSystem } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { Refusal } from '#server/platform/refusal.ts';
import * as cases from '../cases.queries.ts';
import { getStudioCase } from '../get-studio-case.ts';
import { recordOnCase } from '../record-on-case.ts';
import { tellAbout } from '../tell-about.ts';
import { assertSigned } from './request-redo.ts';

/**
 * A doctor finds that something signed must be corrected: the case is open again, and the signed version stands until the next one is signed. The roles of
 * staff cannot touch a signed case, so the service does it for a doctor whom the handler has checked.
 */
export async function reopenCase(ctx: Context, doctor: SignedIn, caseId: string, reason: string): Promise<StudioCase> {
  await withSystem(ctx.db, async (tx) => {
    const found = await cases.find(tx, caseId);
    const all = found ? await cases.listOfPatientForUpdate(tx, found.patient_id) : [];
    const row = all.find(({ id }) => id === caseId);
    if (!row || row.status === 'withdrawn' || !(await hasConsent(tx, { userId: row.patient_id }, 'simulation')))
      throw new Refusal('NOT_FOUND');
    assertSigned(row, all);
    const now = ctx.clock.now();
    const work = { status: 'in_review', practitioner_id: doctor.userId, taken_at: now } as const;
    await cases.update(tx, caseId, { ...work, due_at: dueAt(row.plan, now) });
    await cases.insertEvent(tx, caseId, 'reopened', doctor.userId, now);
    await tellAbout(ctx, tx, row);
    await recordOnCase(ctx, tx, doctor, row, 'case.reopened', { reason });
  });
  return getStudioCase(ctx, doctor, caseId);
}
