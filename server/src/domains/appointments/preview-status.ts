import { findStatus } from '#contract/appointment-status.ts';
import type { ReadingLanguage } from '#contract/languages.ts';
import { findUser, requireAdultPatient } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withStaff } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { invalidInput, Refusal } from '#server/platform/refusal.ts';
import { isSettable } from './alternatives/alternatives.ts';
import { type AppointmentState, isPaid, isScheduled, needsAdult, type Settable, transition } from './appointment.ts';
import { type Found, findToShow } from './appointments.queries.ts';
import { drawCancelled, drawConfirmed } from './mail-appointment.ts';
import { newestSteps, versionOf } from './row-version.ts';

export interface PreviewedChange {
  readonly appointment_id: string;
  readonly number: string;
  readonly patient_id: string;
  readonly patient_full_name: string;
  readonly version: string;
  /**
   * True if the change needs a reason. A confirmation without a payment needs one, and so does any change of an
   * appointment that is done.
   */
  readonly needs_reason: boolean;
  readonly language: ReadingLanguage;
  /** The email to the patient, or null if none is sent. */
  readonly mail: { readonly subject: string; readonly text: string } | null;
}

/** Returns the emails that a change of status would send, and the rows that it would not change. Nothing is written. */
export const previewStatus = (
  ctx: Context,
  { userId }: SignedIn,
  { appointment_ids, status }: { readonly appointment_ids: readonly string[]; readonly status: string },
) =>
  withStaff(ctx.db, userId, async (tx) => {
    const to = readSettable(status);
    const changes: PreviewedChange[] = [];
    const left_out: { appointment_id: string; number: string; patient_full_name: string; code: string }[] = [];
    for (const id of [...new Set(appointment_ids)].sort()) {
      const found = await findToShow(tx, id);
      const judged = found ? await previewOne(ctx, tx, found, to) : 'NOT_FOUND';
      if (typeof judged !== 'string') changes.push(judged);
      else {
        const { number = '', patient_full_name = '' } = found?.row ?? {};
        left_out.push({ appointment_id: id, number, patient_full_name, code: judged });
      }
    }
    return { changes, left_out };
  });

/**
 * Reads a status that an administrator can set.
 *
 * @throws Refusal INVALID_INPUT for an unknown status, and for `awaiting_payment`, which only an offer sets
 */
export function readSettable(spelling: string): Settable {
  const status = findStatus(spelling);
  if (!status || status === 'awaiting_payment') throw invalidInput({ status: ['unknown'] });
  return status;
}

/** Returns the effect of setting the status of one appointment, or the code of the refusal. */
export async function previewOne(ctx: Context, tx: Tx, found: Found, to: Settable): Promise<PreviewedChange | string> {
  const { row, offer, state } = found;
  const patient = await findUser(tx, row.patient_id);
  if (!patient) return 'NOT_FOUND';
  if (!isSettable(offer, state, to)) return 'NOT_IN_THIS_STATE';
  const outcome = judge(state, to);
  if (typeof outcome === 'string') return outcome;
  const minor = needsAdult(state, to) ? await whyMinor(ctx, tx, row.patient_id) : null;
  if (minor) return minor;
  // The refund of a paid appointment is decided separately, so a bulk cancellation leaves out paid appointments.
  if (to === 'cancelled' && isPaid(state)) return 'ALREADY_PAID';
  const mail = await mailOf(ctx, tx, found, to, outcome.next);
  const newest = (await newestSteps(tx, [row.id])).get(row.id) ?? null;
  const facts = [to, row.status, offer?.id ?? null, state.offer, row.wish, newest, patient.language];
  return {
    appointment_id: row.id,
    number: row.number,
    patient_id: row.patient_id,
    patient_full_name: row.patient_full_name,
    version: versionOf(...facts, mail?.subject ?? null, mail?.text ?? null),
    needs_reason: outcome.needsReason,
    language: patient.language,
    mail,
  };
}

/** Returns the code of the refusal if the patient is not known to be an adult. */
async function whyMinor({ clock }: Context, tx: Tx, patientId: string): Promise<string | null> {
  try {
    await requireAdultPatient(tx, patientId, clock.now());
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}

/**
 * Returns the state after the change, and whether the change needs a reason. Returns the code of the refusal if the
 * change is refused even with a reason.
 */
function judge(state: AppointmentState, to: Settable): { next: AppointmentState; needsReason: boolean } | string {
  const set = (reason: string) => {
    try {
      return transition(state, { kind: 'set_status', to, reason });
    } catch (error) {
      if (error instanceof Refusal) return error.code;
      throw error;
    }
  };
  const bare = set('');
  if (bare !== 'REASON_REQUIRED') return typeof bare === 'string' ? bare : { next: bare, needsReason: false };
  const next = set('given');
  return typeof next === 'string' ? next : { next, needsReason: true };
}

/** Returns the email of a change. Only confirmations and cancellations send an email. */
function mailOf(ctx: Context, tx: Tx, { row, offer, state }: Found, to: Settable, next: AppointmentState) {
  if (to === 'confirmed' && isScheduled(next)) return drawConfirmed(ctx, tx, row.id);
  if (to === 'cancelled') return drawCancelled(ctx, tx, { row, offer, wasScheduled: isScheduled(state) });
  return null;
}
