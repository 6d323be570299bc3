import type { CaseStatus, StudioCase } from '#contract/cases.ts';
import type { Context } from '#server/platform/context.ts';
import { withStaff } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import * as cases from './cases.queries.ts';
import { showStudioCase } from './get-studio-case.ts';
import { openNextVersion } from './open-next-version.ts';
import { recordOnCase } from './record-on-case.ts';
import { lockFree, onCaseInWork } from './relation/enter-case.ts';
import { tellAbout, tellLeft } from './tell-about.ts';

/**
 * Puts the doctor in charge of a case. If two doctors take a case at the same moment, only one of them gets it. The
 * refusal for the other doctor names the doctor who got it. If the same doctor takes the case again, nothing changes.
 */
export const takeCase = (ctx: Context, doctor: SignedIn, caseId: string): Promise<StudioCase> =>
  withStaff(ctx.db, doctor.userId, async (tx) => {
    const entered = await lockFree(ctx, tx, doctor, caseId);
    const { row } = entered;
    if (row.status === 'received') {
      const now = ctx.clock.now();
      await cases.update(tx, caseId, { status: 'in_review', practitioner_id: doctor.userId, taken_at: now });
      await openNextVersion(tx, caseId, doctor.userId, now);
      await cases.insertEvent(tx, caseId, 'taken', doctor.userId, now);
      await tellAbout(ctx, tx, row);
      await recordOnCase(ctx, tx, doctor, entered, 'case.taken');
    }
    return showStudioCase(ctx, tx, doctor, caseId);
  });

/** Puts the case back into the queue. Its draft does not change. */
export const releaseCase = (ctx: Context, doctor: SignedIn, caseId: string): Promise<{ status: CaseStatus }> =>
  onCaseInWork(ctx, doctor, caseId, 'case.released', async (tx, { row }) => {
    await cases.insertEvent(tx, caseId, 'released', doctor.userId, ctx.clock.now());
    const free = { status: 'received', practitioner_id: null, assigned_to: null, taken_at: null } as const;
    const { status } = await cases.update(tx, caseId, free);
    await tellAbout(ctx, tx, row);
    await tellLeft(ctx, tx, row, doctor.userId);
    return { status };
  });
