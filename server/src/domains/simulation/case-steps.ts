import type { CaseStep } from '#contract/cases.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import type { CaseRow } from './cases.queries.ts';

type Kind = CaseStep['kind'];

/**
 * Records the time at which the doctor in charge reached a step of the work, and updates the patient's page. An
 * existing time of the step is replaced only if it is earlier than the time when the doctor took the case, or earlier
 * than `since`. Steps of other doctors are not recorded.
 */
export async function noteStep(
  ctx: Context,
  tx: Tx,
  row: CaseRow,
  { userId }: SignedIn,
  kind: Kind,
  since: Date | null = null,
): Promise<void> {
  if (row.status !== 'in_review' || row.practitioner_id !== userId || !row.taken_at) return;
  const oldest = since && since > row.taken_at ? since : row.taken_at;
  const noted = await tx
    .insertInto('case_steps')
    .values({ case_id: row.id, kind, at: ctx.clock.now() })
    .onConflict((conflict) =>
      conflict
        .columns(['case_id', 'kind'])
        .doUpdateSet(({ ref }) => ({ at: ref('excluded.at') }))
        .where('case_steps.at', '<', oldest),
    )
    .returning('kind')
    .executeTakeFirst();
  if (noted) await ctx.realtime.publish(tx, { userId: row.patient_id }, { kind: 'case.changed', id: row.id });
}

/**
 * Records that the doctor is drawing, because a draft was saved. If the step `signing` was recorded after the step
 * `drawing`, the step `drawing` gets the current time.
 */
export async function noteDrawing(ctx: Context, tx: Tx, row: CaseRow, doctor: SignedIn): Promise<void> {
  const signing = await tx
    .selectFrom('case_steps')
    .select('at')
    .where('case_id', '=', row.id)
    .where('kind', '=', 'signing')
    .executeTakeFirst();
  await noteStep(ctx, tx, row, doctor, 'drawing', signing?.at ?? null);
}

/**
 * Returns the steps that each case has reached since its current doctor took it. Leaves out cases that no doctor has
 * taken.
 */
export async function mapSteps(tx: Tx, rows: readonly CaseRow[]): Promise<Map<string, CaseStep[]>> {
  const takenAt = new Map(rows.flatMap(({ id, taken_at }) => (taken_at ? [[id, taken_at] as const] : [])));
  if (takenAt.size === 0) return new Map();
  const found = await tx
    .selectFrom('case_steps')
    .selectAll()
    .where('case_id', 'in', [...takenAt.keys()])
    .orderBy('at')
    .execute();
  const steps = new Map<string, CaseStep[]>();
  for (const { case_id, kind, at } of found) {
    if (at < (takenAt.get(case_id) ?? at)) continue;
    steps.set(case_id, [...(steps.get(case_id) ?? []), { kind, at: at.toISOString() }]);
  }
  return steps;
}
