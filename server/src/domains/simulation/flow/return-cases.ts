import { listVerifiedDoctors } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withSystem } from '#server/platform/db/db.ts';
import { oneByOne } from '#server/platform/jobs/one-by-one.ts';
import * as cases from '../cases.queries.ts';
import '../events.ts';
import { inChargeOf } from '../relation/relation.ts';
import { tellAbout, tellLeft } from '../tell-about.ts';
import * as flow from './case-flow.queries.ts';

/**
 * Puts open cases back into the queue if their doctor may no longer work: the account was suspended or closed, or the
 * registration is no longer verified. The draft does not change, so the next doctor can continue with it. The former
 * doctor gets no email: no other doctor has the cases yet, and there may be many of them.
 */
export async function returnCases(ctx: Context, most: number): Promise<void> {
  const able = async (tx: Tx) => (await listVerifiedDoctors(tx)).map(({ user_id }) => user_id);
  const found = await withSystem(ctx.system, async (tx) => flow.listWithoutDoctor(tx, await able(tx), most));
  await oneByOne(ctx.log, found, ({ id }) =>
    withSystem(ctx.system, async (tx) => {
      const row = await flow.findWithoutDoctorForUpdate(tx, await able(tx), id);
      if (row) await giveBack(ctx, tx, row);
    }),
  );
}

async function giveBack(ctx: Context, tx: Tx, row: cases.CaseRow): Promise<void> {
  const now = ctx.clock.now();
  const from = inChargeOf(row);
  await cases.insertEvent(tx, row.id, 'released', null, now);
  await cases.update(tx, row.id, { status: 'received', practitioner_id: null, assigned_to: null, taken_at: null });
  // The reminder of this due time went to the former doctor. It is sent again, to the administrators.
  if (row.due_at > now) await flow.deleteReminder(tx, row.id, row.due_at);
  await tellAbout(ctx, tx, row);
  await tellLeft(ctx, tx, row, from);
  await ctx.audit.record(tx, {
    actor: 'system',
    action: 'case.released',
    subject: `case:${row.id}`,
    patient_id: row.patient_id,
    reason: 'queue',
    details: { from },
  });
}
