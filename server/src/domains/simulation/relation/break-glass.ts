import { OPENING_MINUTES, type Opening, type OpeningReason } from '#contract/care-relation.ts';
import type { LockedCase } from '#contract/cases.ts';
import { hasConsent, namesOf } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withStaff } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { Refusal } from '#server/platform/refusal.ts';
import * as cases from '../cases.queries.ts';
import '../events.ts';
import { recordOnCase } from '../record-on-case.ts';
import { tellDoctor } from '../tell-about.ts';
import * as openings from './openings.queries.ts';
import { inChargeOf, relationTo } from './relation.ts';

const MINUTE_MS = 60_000;

export interface WhyOpened {
  readonly reason: OpeningReason;
  readonly note: string;
}

/** Returns the case fields that the queue shows before a doctor opens the case. */
export const getLockedCase = (ctx: Context, doctor: SignedIn, caseId: string): Promise<LockedCase> =>
  withStaff(ctx.db, doctor.userId, async (tx) => {
    const row = await findLiving(tx, caseId);
    const inCharge = inChargeOf(row);
    const names = await namesOf(tx, inCharge ? [inCharge] : []);
    await ctx.audit.record(tx, {
      actor: doctor.userId,
      actor_role: doctor.role,
      action: 'queue.viewed',
      subject: `case:${caseId}`,
      patient_id: null,
      reason: 'queue',
    });
    const { id, number, status, plan, received_at, due_at, published_at, waits_since } = row;
    return {
      id,
      number,
      status,
      plan,
      received_at: received_at.toISOString(),
      due_at: due_at.toISOString(),
      published_at: published_at?.toISOString() ?? null,
      practitioner_name: names.get(inCharge ?? '') ?? null,
      is_waiting_for_photos: waits_since !== null,
    };
  });

/**
 * Gives a doctor emergency access to a case: for an hour, with a stated reason. If the doctor already has valid access,
 * returns that. Returns null if the doctor may see the case without emergency access.
 */
export const openCase = (ctx: Context, doctor: SignedIn, caseId: string, why: WhyOpened): Promise<Opening | null> =>
  withStaff(ctx.db, doctor.userId, async (tx) => {
    const row = await findLiving(tx, caseId);
    if (relationTo(doctor.userId, row) !== 'foreign') return null;
    const before = await openings.findOf(tx, caseId, doctor.userId, ctx.clock.now());
    const opening = before ?? (await openForeign(ctx, tx, doctor, row, why));
    return showOpening(tx, opening, doctor.userId);
  });

/**
 * Creates the emergency access and its audit entry in the same transaction. The doctor in charge is notified after the
 * transaction commits. If there is none, the administrators are notified. The patient sees the audit entry in the
 * access log.
 */
export async function openForeign(
  ctx: Context,
  tx: Tx,
  doctor: SignedIn,
  row: cases.CaseRow,
  { reason, note }: WhyOpened,
): Promise<openings.OpeningRow> {
  const now = ctx.clock.now();
  const opening = await openings.insert(tx, {
    case_id: row.id,
    opened_by: doctor.userId,
    reason,
    note,
    opened_at: now,
    expires_at: new Date(now.getTime() + OPENING_MINUTES * MINUTE_MS),
  });
  await cases.insertEvent(tx, row.id, 'opened', doctor.userId, now);
  const practitioner_id = inChargeOf(row);
  await ctx.outbox.emit(tx, 'simulation.caseOpened', { case_id: row.id, practitioner_id }, { key: opening.id });
  await tellDoctor(ctx, tx, practitioner_id, row);
  await recordOnCase(ctx, tx, doctor, { row, opening }, 'case.opened');
  return opening;
}

/**
 * Ends an emergency access. The image links that the doctor received during the access stop working. The doctor with
 * the access and the doctor in charge can end it. Row-level security allows only these two.
 */
export const endOpening = (ctx: Context, doctor: SignedIn, id: string): Promise<{ ended: true }> =>
  withStaff(ctx.db, doctor.userId, async (tx) => {
    const now = ctx.clock.now();
    const opening = await openings.findForUpdate(tx, id, now);
    const row = opening && (await cases.find(tx, opening.case_id));
    if (!opening || !row) throw new Refusal('NOT_FOUND');
    await ctx.photos.revokeLinks(tx, row.patient_id);
    await openings.end(tx, id, doctor.userId, now);
    for (const told of new Set([opening.opened_by, inChargeOf(row)])) await tellDoctor(ctx, tx, told, row);
    await recordOnCase(ctx, tx, doctor, { row, opening }, 'case.closed');
    return { ended: true as const };
  });

export async function showOpening(tx: Tx, row: openings.OpeningRow, reader: string): Promise<Opening> {
  const names = await namesOf(tx, row.opened_by ? [row.opened_by] : []);
  return {
    id: row.id,
    doctor_name: names.get(row.opened_by ?? '') ?? null,
    is_mine: row.opened_by === reader,
    reason: row.reason,
    note: row.note,
    opened_at: row.opened_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
  };
}

/** Returns a case unless its patient has withdrawn the consent. Any other case is refused with NOT_FOUND. */
export async function findLiving(tx: Tx, caseId: string): Promise<cases.CaseRow> {
  const row = await cases.find(tx, caseId);
  if (!row || !(await hasConsent(tx, { userId: row.patient_id }, 'simulation'))) throw new Refusal('NOT_FOUND');
  return row;
}
