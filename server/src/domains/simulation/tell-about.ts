import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { CaseRow } from './cases.queries.ts';
import './events.ts';

/** Makes the open pages of the patient and the open queues of doctors reload after the transaction commits. */
export async function tellAbout(
  ctx: Context,
  tx: Tx,
  { id, patient_id }: Pick<CaseRow, 'id' | 'patient_id'>,
): Promise<void> {
  await ctx.realtime.publish(tx, { userId: patient_id }, { kind: 'case.changed', id });
  await ctx.realtime.publish(tx, { role: 'practitioner' }, { kind: 'queue.changed', id });
}

/** Emits the event that this doctor is no longer in charge of the case. Does nothing if no doctor was in charge. */
export async function tellLeft(
  ctx: Context,
  tx: Tx,
  { id }: Pick<CaseRow, 'id'>,
  practitioner_id: string | null,
): Promise<void> {
  if (!practitioner_id) return;
  const event = { case_id: id, practitioner_id, at: ctx.clock.now().toISOString() };
  await ctx.outbox.emit(tx, 'simulation.caseLeft', event);
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
