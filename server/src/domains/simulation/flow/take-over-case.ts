import type { StudioCase } from '#contract/simulation.ts';
import type { Context } from '#server/platform/context.ts';
import { withStaff } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import * as cases from '../cases.queries.ts';
import { showStudioCase } from '../get-studio-case.ts';
import { lockOpenCase } from '../open-for-work.ts';
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
      await ctx.audit.record(tx, {
        actor: doctor.userId,
        actor_role: doctor.role,
        action: 'case.takenOver',
        subject: `case:${caseId}`,
        patient_id: row.patient_id,
        reason,
        details: { from: row.practitioner_id },
      });
    }
    return showStudioCase(ctx, tx, doctor, caseId);
  });
