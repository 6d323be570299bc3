import type { CaseStatus } from '#contract/cases.ts';
import { Poses } from '#contract/intake.ts';
import { dueAt } from '#server/domains/billing/index.ts';
import { hasConsent, listVerifiedDoctors } from '#server/domains/identity/index.ts';
import { listCurrentPhotos } from '#server/domains/intake/index.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withSystem, withUser } from '#server/platform/db/db.ts';
import { once, requestHash } from '#server/platform/idempotency/once.ts';
import { Refusal } from '#server/platform/refusal.ts';
import '../events.ts';
import * as cases from '../cases.queries.ts';
import { tellAbout, tellLeft } from '../tell-about.ts';
import * as flow from './case-flow.queries.ts';
import { refreshPhotos } from './receive-photos.ts';
import { mapRedos } from './redo.ts';

export interface RedoRequest {
  readonly case_id: string;
  readonly wishes: string;
  readonly idempotency_key: string;
}

export interface RedoAnswer {
  readonly status: CaseStatus;
  readonly due_at: string;
  readonly redos_left: number;
}

/**
 * Stores a request for a redo. The case returns to the doctor who signed it, if this doctor may still work, with a new
 * due time. The patient sees the signed version until a newer one is signed.
 */
export async function requestRedo(ctx: Context, patientId: string, request: RedoRequest): Promise<RedoAnswer> {
  const { idempotency_key, ...input } = request;
  await withUser(ctx.db, patientId, (tx) => assertOwn(tx, patientId, request.case_id));
  return withSystem(ctx.system, (tx) =>
    once(tx, { scope: patientId, key: idempotency_key, hash: requestHash('request_redo', input) }, () =>
      redo(ctx, tx, patientId, request),
    ),
  );
}

async function assertOwn(tx: Tx, patientId: string, caseId: string): Promise<void> {
  const row = await cases.find(tx, caseId);
  if (!row || row.patient_id !== patientId || row.status === 'withdrawn') throw new Refusal('NOT_FOUND');
}

async function redo(ctx: Context, tx: Tx, patientId: string, { case_id, wishes }: RedoRequest): Promise<RedoAnswer> {
  const all = await cases.listOfPatientForUpdate(tx, patientId);
  const row = all.find(({ id }) => id === case_id);
  if (!row || !(await hasConsent(tx, { userId: patientId }, 'simulation'))) throw new Refusal('NOT_FOUND');
  assertSigned(row, all);
  const left = (await mapRedos(tx, [row])).get(case_id)?.left ?? 0;
  if (left === 0) throw new Refusal('NO_REDO_LEFT');
  const now = ctx.clock.now();
  // Since the signature, the doctor may have been suspended. Such a case goes to the queue for everyone.
  const signer =
    (await listVerifiedDoctors(tx)).find(({ user_id }) => user_id === row.practitioner_id)?.user_id ?? null;
  await flow.insertRedo(tx, case_id, wishes, now);
  const again = await cases.update(tx, case_id, {
    status: 'received',
    due_at: dueAt(row.plan, now),
    assigned_to: signer,
    practitioner_id: null,
    taken_at: null,
  });
  await cases.insertEvent(tx, case_id, 'redo_requested', patientId, now);
  // The patient may have taken photos since the signature, and the redo is drawn on the newest photos.
  const photos = await listCurrentPhotos(tx, patientId);
  if (Poses.every((pose) => photos.some((photo) => photo.pose === pose))) await refreshPhotos(ctx, tx, again, photos);
  else await tellAbout(ctx, tx, row);
  if (!signer) await tellLeft(ctx, tx, row, row.practitioner_id);
  await ctx.outbox.emit(tx, 'simulation.redoRequested', { case_id, practitioner_id: signer });
  return { status: again.status, due_at: again.due_at.toISOString(), redos_left: left - 1 };
}

/** Requires that the case is signed, and that the patient has no other simulation in progress. */
export function assertSigned(row: cases.CaseRow, all: readonly cases.CaseRow[]): void {
  if (row.status !== 'published') throw new Refusal('CASE_NOT_SIGNED');
  const isBusy = all.some(({ status }) => status === 'received' || status === 'in_review');
  if (isBusy) throw new Refusal('ANOTHER_CASE_OPEN');
}
