import type { CaseStatus, StudioCase } from '#contract/cases.ts';
import type { Context } from '#server/platform/context.ts';
import { withStaff } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import * as cases from './cases.queries.ts';
import { showStudioCase } from './get-studio-case.ts';
import { assertNotTaken, lockCaseOf, lockOpenCase } from './open-for-work.ts';
import { tellAbout } from './tell-about.ts';

/** Of two doctors who take a case at the same moment one gets it; the other hears who. Taking it again changes nothing. */
export const takeCase = (ctx: Context, doctor: SignedIn, caseId: string): Promise<StudioCase> =>
  withStaff(ctx.db, doctor.userId, async (tx) => {
    const row = await lockOpenCase(tx, caseId);
    await assertNotTaken(tx, row, doctor.userId);
    if (row.status === 'received') {
      const now = ctx.clock.now();
      await cases.update(tx, caseId, { status: 'in_review', practitioner_id: doctor.userId, taken_at: now });
      await cases.insertEvent(tx, caseId, 'taken', doctor.userId, now);
      await tellAbout(ctx, tx, row);
    }
    return showStudioCase(ctx, tx, doctor, caseId);
  });

/** Back into the queue, with the draft as it is. */
export const releaseCase = (ctx: Context, doctor: SignedIn, caseId: string): Promise<{ status: CaseStatus }> =>
  withStaff(ctx.db, doctor.userId, async (tx) => {
    const row = await lockCaseOf(tx, doctor.userId, caseId);
    const { status } = await cases.update(tx, caseId, { status: 'received', practitioner_id: null, taken_at: null });
    await cases.insertEvent(tx, caseId, 'released', doctor.userId, ctx.clock.now());
    await tellAbout(ctx, tx, row);
    return { status };
  });
