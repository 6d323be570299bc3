import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { CaseRow } from '../cases.queries.ts';
import '../events.ts';
import { findSavedScore, updateScore } from './skin-scores.queries.ts';

interface Publication {
  readonly version: number;
  readonly practitioner_name: string;
  readonly at: Date;
}

/** Signs the saved skin score together with the simulation. Does nothing if the case has no saved score. */
export async function signSavedScore(
  ctx: Context,
  tx: Tx,
  { id, patient_id }: Pick<CaseRow, 'id' | 'patient_id'>,
  { version, practitioner_name, at }: Publication,
): Promise<void> {
  const saved = await findSavedScore(tx, id);
  if (!saved) return;
  await updateScore(tx, saved.id, { version, practitioner_name, signed_at: at });
  await tellScored(ctx, tx, patient_id);
}

export async function tellScored(ctx: Context, tx: Tx, patientId: string): Promise<void> {
  await ctx.outbox.emit(tx, 'simulation.skinScored', { user_id: patientId });
  await ctx.realtime.publish(tx, { userId: patientId }, { kind: 'score.changed' });
}
