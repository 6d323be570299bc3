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

/**
 * A case that a doctor may see. If the doctor needed emergency access (for one hour, with a stated reason), the access
 * is included.
 */
export interface Entered {
  readonly row: cases.CaseRow;
  /**
   * The doctor's emergency access. Null if this doctor is in charge, or if the case is open and no doctor is in charge.
   */
  readonly opening: OpeningRow | null;
  /** The details of the log entry: ids, counts and versions. */
  readonly details: Record<string, unknown>;
}

/**
 * Checks whether a doctor may see a case. Only this function makes this decision. A doctor may see a case if they are
 * in charge, if the case is open and no doctor is in charge, or if they have emergency access to it (for one hour, with
 * a stated reason). Any other case, and any case whose patient withdrew the consent, is refused with NOT_FOUND.
 */
export async function enterCase(ctx: Context, tx: Tx, { userId }: SignedIn, caseId: string): Promise<Entered> {
  const row = await cases.find(tx, caseId);
  if (!row || !(await hasConsent(tx, { userId: row.patient_id }, 'simulation'))) throw new Refusal('NOT_FOUND');
  if (relationTo(userId, row) !== 'foreign') return { row, opening: null, details: {} };
  const opening = await findOf(tx, caseId, userId, ctx.clock.now());
  if (!opening) throw new Refusal('NOT_FOUND');
  return { row, opening, details: {} };
}

/**
 * Returns an open case on which this doctor works, and locks it until the transaction ends. An opening is not enough,
 * because it does not allow the doctor to draw.
 */
export async function enterForWork(ctx: Context, tx: Tx, doctor: SignedIn, caseId: string): Promise<Entered> {
  const entered = await lockFree(ctx, tx, doctor, caseId);
  if (entered.row.status !== 'in_review') throw new Refusal('CASE_NOT_OPEN');
  return entered;
}

/**
 * Locks and returns an open case. This doctor must be in charge of it, or no doctor may be in charge. If another doctor
 * has taken the case first, the refusal names that doctor, as the queue does.
 */
export async function lockFree(ctx: Context, tx: Tx, doctor: SignedIn, caseId: string): Promise<Entered> {
  const row = await lockOpenCase(tx, caseId);
  await assertNotTaken(tx, row, doctor.userId);
  return enterCase(ctx, tx, doctor, caseId);
}

type Step<T> = (tx: Tx, entered: Entered) => Promise<T>;

/**
 * Returns a function that runs one step of a doctor's work on a case. That function checks the access, runs the step
 * and logs it, all in one transaction.
 */
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

/** Returns a context whose image links expire within two seconds of the end of the emergency access. */
export function withinOpening(ctx: Context, opening: OpeningRow | null): Context {
  if (!opening) return ctx;
  const left_s = Math.floor((opening.expires_at.getTime() - ctx.clock.now().getTime()) / 1000);
  const { photos } = ctx;
  const linksFor: typeof photos.linksFor = (tx, ids) => photos.linksFor(tx, ids, { expiresIn: Math.max(1, left_s) });
  return { ...ctx, photos: { ...photos, linksFor } };
}
