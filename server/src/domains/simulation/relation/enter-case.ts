import type { AuditKind } from '#contract/audit.ts';
import { hasConsent } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withStaff } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { Refusal } from '#server/platform/refusal.ts';
import * as cases from '../cases.queries.ts';
import { assertNotTaken, lockOpenCase } from '../open-for-work.ts';
import { recordOnCase } from '../record-on-case.ts';
import { findOf, type OpeningRow } from './openings.queries.ts';
import { relationTo } from './relation.ts';

/** A case that a doctor may see, and the reason why they may. */
export interface Entered {
  readonly row: cases.CaseRow;
  /** Null if the case is the doctor's own, or has no doctor. */
  readonly opening: OpeningRow | null;
  /** Written beside the step in the log: ids, counts and versions. */
  readonly details: Record<string, unknown>;
}

/**
 * The only check whether a doctor may see a case: it is theirs, it is unassigned, or they opened it with a
 * reason. Any other case, and one whose patient withdrew the consent, is not found.
 */
export async function enterCase(ctx: Context, tx: Tx, { userId }: SignedIn, caseId: string): Promise<Entered> {
  const row = await cases.find(tx, caseId);
  if (!row || !(await hasConsent(tx, { userId: row.patient_id }, 'simulation'))) throw new Refusal('NOT_FOUND');
  if (relationTo(userId, row) !== 'foreign') return { row, opening: null, details: {} };
  const opening = await findOf(tx, caseId, userId, ctx.clock.now());
  if (!opening) throw new Refusal('NOT_FOUND');
  return { row, opening, details: {} };
}

/** An open case that this doctor works on, locked until the transaction ends. An opening allows looking and writing, but not drawing. */
export async function enterForWork(ctx: Context, tx: Tx, doctor: SignedIn, caseId: string): Promise<Entered> {
  const entered = await lockFree(ctx, tx, doctor, caseId);
  if (entered.row.status !== 'in_review') throw new Refusal('CASE_NOT_OPEN');
  return entered;
}

/**
 * An open case that is this doctor's or has no doctor, locked. A doctor who is too late learns who has it, as in the queue.
 */
export async function lockFree(ctx: Context, tx: Tx, doctor: SignedIn, caseId: string): Promise<Entered> {
  const row = await lockOpenCase(tx, caseId);
  await assertNotTaken(tx, row, doctor.userId);
  return enterCase(ctx, tx, doctor, caseId);
}

type Step<T> = (tx: Tx, entered: Entered) => Promise<T>;

/** One step of a doctor on a case. Checks, does and records it in one transaction. */
const step =
  (enter: typeof enterCase) =>
  <T>(ctx: Context, doctor: SignedIn, caseId: string, action: AuditKind, fn: Step<T>): Promise<T> =>
    withStaff(ctx.db, doctor.userId, async (tx) => {
      const entered = await enter(ctx, tx, doctor, caseId);
      const result = await fn(tx, entered);
      await recordOnCase(ctx, tx, doctor, entered, action, { details: entered.details });
      return result;
    });

export const onCase = step(enterCase);
export const onCaseInWork = step(enterForWork);

/** Links to pictures end with the opening under which they were given. */
export function withinOpening(ctx: Context, opening: OpeningRow | null): Context {
  if (!opening) return ctx;
  const left_s = Math.floor((opening.expires_at.getTime() - ctx.clock.now().getTime()) / 1000);
  const { photos } = ctx;
  const linksFor: typeof photos.linksFor = (tx, ids) => photos.linksFor(tx, ids, { expiresIn: Math.max(1, left_s) });
  return { ...ctx, photos: { ...photos, linksFor } };
}
