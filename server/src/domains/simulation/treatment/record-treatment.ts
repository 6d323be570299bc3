import { randomUUID } from 'node:crypto';
import type { AuditKind } from '#contract/audit.ts';
import type { CaseRecords, RecordContent } from '#contract/treatment-records.ts';
import { requireSigner } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withStaff } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { once, requestHash } from '#server/platform/idempotency/once.ts';
import { invalidInput, Refusal } from '#server/platform/refusal.ts';
import * as drafts from '../drafts.queries.ts';
import '../events.ts';
import { recordOnCase } from '../record-on-case.ts';
import { enterCase, type Entered } from '../relation/enter-case.ts';
import { findLatestSignature } from '../renderings.queries.ts';
import { newVerificationCode } from '../verification-code.ts';
import * as records from './records.queries.ts';
import { showCaseRecords } from './show-records.ts';
import { assertRecord, newestOf, sealOfRecord } from './treatment-record.ts';

interface Recording {
  readonly case_id: string;
  readonly record: RecordContent;
  readonly idempotency_key: string;
}
interface NewRecording extends Recording {
  /** The signed plan that the doctor saw. */
  readonly plan_version: number;
  /** The booked time of the visit in the doctor's agenda. */
  readonly time_id?: string | null | undefined;
}
interface Correcting extends Recording {
  readonly record_id: string;
  readonly base_version: number;
  readonly correction: string;
}

type Step = Pick<records.RecordRow, 'id' | 'version' | 'correction' | 'time_id' | 'plan_version'>;

/**
 * Stores the treatments that were given at a visit. A repeated click creates no second record. Refuses a record that
 * was written for an older plan, because its visit may be another visit in the newest plan.
 */
export const recordTreatment = (ctx: Context, doctor: SignedIn, recording: NewRecording): Promise<CaseRecords> =>
  step(ctx, doctor, 'treatment.recorded', recording, async (tx, { row }) => {
    const { plan_version, time_id = null } = recording;
    const signature = await findLatestSignature(tx, row.id);
    if (!signature) throw new Refusal('CASE_NOT_SIGNED');
    if (signature.version !== plan_version) throw new Refusal('PLAN_OUTDATED', { version: signature.version });
    if (time_id && !(await records.isVisitOf(tx, time_id, row.patient_id)))
      throw invalidInput({ time_id: ['unknown'] });
    return { id: randomUUID(), version: 1, correction: null, time_id, plan_version };
  });

/** Stores the next version of a record. The earlier version does not change. */
export const correctTreatment = (ctx: Context, doctor: SignedIn, correcting: Correcting): Promise<CaseRecords> =>
  step(ctx, doctor, 'treatment.corrected', correcting, async (tx) => {
    const { case_id, record_id, base_version, correction } = correcting;
    const newest = await records.findNewest(tx, case_id, record_id);
    if (!newest) throw new Refusal('NOT_FOUND');
    if (newest.version !== base_version) throw new Refusal('RECORD_OUTDATED', { version: newest.version });
    // The treatment was given under this plan, even if another plan was signed afterwards.
    const { plan_version, time_id } = newest;
    return { id: record_id, version: newest.version + 1, correction, time_id, plan_version };
  });

function step(
  ctx: Context,
  doctor: SignedIn,
  action: AuditKind,
  { idempotency_key, ...input }: Recording,
  next: (tx: Tx, entered: Entered) => Promise<Step>,
): Promise<CaseRecords> {
  const key = { scope: doctor.userId, key: idempotency_key, hash: requestHash(action, input) };
  return withStaff(ctx.db, doctor.userId, async (tx) => {
    const entered = await enterCase(ctx, tx, doctor, input.case_id);
    let isWritten = false;
    await once(tx, key, async () => {
      const { id, version } = await write(ctx, tx, doctor, entered, input.record, await next(tx, entered));
      await recordOnCase(ctx, tx, doctor, entered, action, { details: { record: id, version } });
      isWritten = true;
      return { id, version };
    });
    // A repeated click stores nothing. It returns all records, and is therefore logged as viewing them.
    if (!isWritten) await recordOnCase(ctx, tx, doctor, entered, 'treatment.viewed');
    return showCaseRecords(ctx, tx, entered);
  });
}

async function write(
  ctx: Context,
  tx: Tx,
  doctor: SignedIn,
  { row }: Entered,
  { photo_ids, ...content }: RecordContent,
  next: Step,
): Promise<Step> {
  const practitioner = await requireSigner(tx, doctor.userId);
  const { plan } = await drafts.get(tx, row.id, next.plan_version);
  const now = ctx.clock.now();
  const sessions = plan.sessions ?? [];
  assertRecord({ photo_ids, ...content }, { sessions, signed_at: await firstSigned(tx, row.id), now });
  const photos = await records.listPhotos(tx, row.id, photo_ids);
  if (photos.length < photo_ids.length) throw invalidInput({ photo_ids: ['unknown'] });
  const { name, registration_number, registration_body } = practitioner;
  const record = {
    ...next,
    ...content,
    case_id: row.id,
    practitioner_name: name,
    registration_number,
    registration_body,
    recorded_at: now,
    verification_code: newVerificationCode(),
  };
  const seal = sealOfRecord(
    row.number,
    record,
    photos.map(({ sha256 }) => sha256),
  );
  const isWritten = await records.insert(tx, { ...record, photo_ids, seal, recorded_by: doctor.userId });
  if (!isWritten) throw new Refusal('RECORD_OUTDATED', { version: next.version });
  const newest = newestOf(await records.listOfCases(tx, [row.id]));
  const treated_on = newest[0]?.treated_on ?? content.treated_on;
  const event = { case_id: row.id, user_id: row.patient_id, treated_on };
  await ctx.outbox.emit(tx, 'simulation.treatmentRecorded', event, { key: `${next.id}:${next.version}` });
  return next;
}

/**
 * Returns the time of the first signature of a case. No treatment under a treatment plan is possible before its first
 * signature.
 */
async function firstSigned(tx: Tx, caseId: string): Promise<Date> {
  const { first } = await tx
    .selectFrom('signatures')
    .select(({ fn }) => fn.min('signed_at').as('first'))
    .where('case_id', '=', caseId)
    .executeTakeFirstOrThrow();
  return first;
}
