import { join } from 'node:path';
import type { CalibrationEntry, Calibrations } from '#contract/calibrations.ts';
import { clinicalVersion } from '#engine/clinical.ts';
import type { TreatmentName } from '#engine/dose-response.ts';
import { type Calibration, calibratedTable, engineVersion, isTreatmentName } from '#engine/recipe.ts';
import { namesOf, requireSigner } from '#server/domains/identity/index.ts';
import {
  type CalibrationRow,
  decideOn,
  findCalibration,
  holdCalibration,
  insertCalibration,
  listCalibrations,
  listLooked,
  noteLook,
} from '#server/domains/simulation/index.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withStaff } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { task } from '#server/platform/workers/workers.ts';
import type { drawFaces } from './draw-faces.ts';
import { findNewestReport } from './evidence.queries.ts';
import { versionsOf } from './versions.ts';

export const draw = task<typeof drawFaces>('checks', join(import.meta.dirname, 'draw-faces.ts'), 'drawFaces');

export const getCalibrations = (ctx: Context, { userId }: SignedIn): Promise<Calibrations> =>
  withStaff(ctx.db, userId, async (tx) => {
    const rows = await listCalibrations(tx);
    const open = rows.find(({ decision }) => decision === null);
    const inForce = await findCalibration(tx);
    return {
      in_force: inForce?.number ?? null,
      dataset: clinicalVersion,
      engine: engineVersion,
      offered: await offeredBy(tx, inForce),
      open: open ? show(open, inForce) : null,
      looked: open ? await listLooked(tx, open.number, userId) : [],
      past: rows.filter(({ decision }) => decision !== null).map((row) => show(row, inForce)),
    };
  });

/**
 * Returns the corrections that the newest report suggests. Returns none if that report was measured with another
 * dose-response table or another engine than those in force.
 */
async function offeredBy(tx: Tx, inForce: Calibration | undefined): Promise<Calibrations['offered']> {
  const report = await findNewestReport(tx);
  const { dataset, engine } = versionsOf(inForce);
  return report?.dataset === dataset && report.engine === engine ? (report.corrections ?? []) : [];
}

export const proposeCalibration = (
  ctx: Context,
  admin: SignedIn,
  to: 'offered' | 'dataset',
): Promise<CalibrationEntry> =>
  withStaff(ctx.db, admin.userId, async (tx) => {
    const inForce = await findCalibration(tx);
    const corrections = to === 'offered' ? await offeredBy(tx, inForce) : [];
    if (to === 'offered' ? corrections.length === 0 : !inForce) throw new Refusal('CALIBRATION_EMPTY');
    const proposed = Object.fromEntries(corrections.map(({ treatment, v0 }) => [treatment, v0.proposed]));
    const row = await insertCalibration(tx, {
      dataset: clinicalVersion,
      engine: engineVersion,
      base: inForce?.number ?? null,
      corrections: JSON.stringify(corrections),
      v0: JSON.stringify(to === 'offered' ? { ...inForce?.v0, ...proposed } : {}),
      proposed_by: admin.userId,
      proposed_name: await nameOf(tx, admin.userId),
      proposed_at: ctx.clock.now(),
    });
    if (!row) throw new Refusal('CALIBRATION_OPEN');
    await record(ctx, tx, admin, 'calibration.proposed', row.number);
    return show(row, inForce);
  });

export const withdrawCalibration = (ctx: Context, admin: SignedIn, number: number): Promise<CalibrationEntry> =>
  withStaff(ctx.db, admin.userId, async (tx) => {
    await holdOpen(tx, number);
    const row = await decideOn(tx, number, {
      decision: 'withdrawn',
      decided_by: admin.userId,
      decided_name: await nameOf(tx, admin.userId),
      decided_at: ctx.clock.now(),
    });
    await record(ctx, tx, admin, 'calibration.withdrawn', number);
    return show(row, await findCalibration(tx));
  });

/** Draws the demo faces with one treatment, and records that this person has looked at them. */
export async function drawCalibration(ctx: Context, person: SignedIn, number: number, treatment: string) {
  const { tables, name } = await withStaff(ctx.db, person.userId, async (tx) => {
    const row = await holdOpen(tx, number);
    const inForce = await findCalibration(tx);
    const changed = changedBy(row, inForce).find((one) => one === treatment);
    if (!changed) throw new Refusal('NOT_FOUND');
    return { name: changed, tables: { now: inForce, proposed: asCalibration(row) } };
  });
  const drawn = await ctx.workers.run(draw, { treatment: name, ...tables });
  await withStaff(ctx.db, person.userId, (tx) =>
    noteLook(tx, { number, user_id: person.userId, treatment: name, looked_at: ctx.clock.now() }),
  );
  return drawn;
}

interface Decision {
  readonly number: number;
  readonly decision: 'approved' | 'declined';
  readonly reason: string;
}

/**
 * Approves or declines the open proposal.
 *
 * @throws Refusal NOT_FOUND for the caller's own proposal, because another person has to decide
 */
export const decideCalibration = (
  ctx: Context,
  doctor: SignedIn,
  { number, decision, reason }: Decision,
): Promise<CalibrationEntry> =>
  withStaff(ctx.db, doctor.userId, async (tx) => {
    const open = await holdOpen(tx, number);
    if (open.proposed_by === doctor.userId) throw new Refusal('NOT_FOUND');
    const inForce = await findCalibration(tx);
    if (decision === 'approved') await assertMayApprove(tx, doctor, open, inForce);
    const person = await requireSigner(tx, doctor.userId);
    const row = await decideOn(tx, number, {
      decision,
      decided_by: doctor.userId,
      decided_name: person.name,
      decided_registration: `${person.registration_body} ${person.registration_number}`,
      decided_at: ctx.clock.now(),
      reason,
    });
    await record(ctx, tx, doctor, decision === 'approved' ? 'calibration.approved' : 'calibration.declined', number);
    return show(row, await findCalibration(tx));
  });

/**
 * Checks whether the doctor may approve. Neither the dose-response table in force nor the engine may have changed since
 * the proposal. This doctor must have looked at every changed treatment.
 */
async function assertMayApprove(tx: Tx, doctor: SignedIn, open: CalibrationRow, inForce: Calibration | undefined) {
  if (open.dataset !== clinicalVersion || open.engine !== engineVersion || open.base !== (inForce?.number ?? null))
    throw new Refusal('CALIBRATION_STALE');
  const looked = await listLooked(tx, open.number, doctor.userId);
  const treatments = changedBy(open, inForce).filter((name) => !looked.includes(name));
  if (treatments.length > 0) throw new Refusal('CALIBRATION_NOT_LOOKED', { treatments });
}

async function holdOpen(tx: Tx, number: number): Promise<CalibrationRow> {
  const row = await holdCalibration(tx, number);
  if (!row) throw new Refusal('CALIBRATION_NOT_OPEN');
  return row;
}

const asCalibration = ({ number, v0 }: CalibrationRow): Calibration | undefined =>
  Object.keys(v0).length > 0 ? { number, v0 } : undefined;

/** Returns the treatments whose drawings would change if the proposal replaced the table in force. */
function changedBy(row: CalibrationRow, inForce: Calibration | undefined): TreatmentName[] {
  const [now, proposed] = [calibratedTable(inForce), calibratedTable(asCalibration(row))];
  return Object.keys({ ...inForce?.v0, ...row.v0 })
    .filter(isTreatmentName)
    .filter((name) => now[name].v0 !== proposed[name].v0)
    .sort();
}

async function nameOf(tx: Tx, userId: string): Promise<string> {
  return (await namesOf(tx, [userId])).get(userId) ?? '';
}

const record = (
  ctx: Context,
  tx: Tx,
  { userId, role }: SignedIn,
  action: `calibration.${'proposed' | 'withdrawn' | 'approved' | 'declined'}`,
  number: number,
) =>
  ctx.audit.record(tx, {
    actor: userId,
    actor_role: role,
    action,
    subject: `calibration:${number}`,
    patient_id: null,
    reason: '',
  });

function show(row: CalibrationRow, inForce: Calibration | undefined): CalibrationEntry {
  const { base: _b, v0: _v, proposed_by: _p, decided_by: _d, proposed_at, decided_at, ...entry } = row;
  return {
    ...entry,
    // An open proposal lists the treatments that it would change in the table in force. A decided proposal lists the
    // treatments that its corrections name.
    changed: row.decision === null ? changedBy(row, inForce) : row.corrections.map(({ treatment }) => treatment),
    proposed_at: proposed_at.toISOString(),
    decided_at: decided_at?.toISOString() ?? null,
  };
}
