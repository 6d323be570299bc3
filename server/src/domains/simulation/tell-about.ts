import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { CaseRow } from './cases.queries.ts';

/** Makes the open pages of the patient and the open queues of doctors reload after the transaction commits. */
export async function tellAbout(
  ctx: Context,
  tx: Tx,
  { id, patient_id }: Pick<CaseRow, 'id' | 'patient_id'>,
): Promise<void> {
  await ctx.realtime.publish(tx, { userId: patient_id }, { kind: 'case.changed', id });
  await ctx.realtime.publish(tx, { role: 'practitioner' }, { kind: 'queue.changed', id });
}

/** Makes the open pages of one doctor reload. */
export async function tellDoctor(
  ctx: Context,
  tx: Tx,
  doctorId: string | null,
  { id }: Pick<CaseRow, 'id'>,
): Promise<void> {
  if (doctorId) await ctx.realtime.publish(tx, { userId: doctorId }, { kind: 'queue.changed', id });
}
