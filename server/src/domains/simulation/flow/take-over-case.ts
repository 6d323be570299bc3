import type { StudioCase } from '#contract/cases.ts';
import type { Context } from '#server/platform/context.ts';
import { withStaff } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import * as cases from '../cases.queries.ts';
import { showStudioCase } from '../get-studio-case.ts';
import { lockOpenCase } from '../open-for-work.ts';
import { recordOnCase } from '../record-on-case.ts';
import { tellAbout } from '../tell-about.ts';

/** The draft goes on where the other doctor left it; that doctor's next save is refused with the name of the new one. Why is kept in the log. */
export const takeOverCase = (ctx: Context, doctor: SignedIn, caseId: string, reason: string): Promise<StudioCase> =>
  withStaff(ctx.db, doctor.userId, async (tx) => {
    const row = await lockOpenCase(tx, caseId);
    if (row.practitioner_id !== doctor.userId) {
      const now = ctx.clock.now();
      await cases.update(tx, caseId, { status: 'in_review', practitioner_id: doctor.userId, taken_at: now });
      await cases.insertEvent(tx, caseId, 'taken_over', doctor.userId, now);
      await tellAbout(ctx, tx, row);
      await recordOnCase(ctx, tx, doctor, row, 'case.takenOver', { reason, details: { from: row.practitioner_id } });
    }
    return showStudioCase(ctx, tx, doctor, caseId);
  });
