import { randomUUIDv7 } from 'node:crypto';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withStaff, withUser } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { once } from '#server/platform/idempotency/once.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { answerDueAt } from './answer-due.ts';
import { canAskForChange, canWithdraw, isScheduled } from './appointment.ts';
import { type Found, findForUpdate, update } from './appointments.queries.ts';
import { closePages } from './payment-pages.ts';
import { note, putIntoInbox, tellChange, thePatient, theTeam } from './history.ts';
import { insertMessage } from './messages.queries.ts';
import { mailAbout, mailCancelled } from './mail-appointment.ts';
import { move } from './move.ts';
import { cancelDirect, type Wish, wishHash, type WishTaken } from './direct/cancel-direct.ts';
import { cancel } from './set-status.ts';

/**
 * Handles a patient's request to change the date of an appointment or to cancel it. A request to cancel cancels the
 * appointment at once in two cases: it is neither confirmed nor paid, or the patient booked it without the team and the
 * rule in its offer decides the refund. The team answers every other request.
 */
export const askForChange = async (ctx: Context, patient: SignedIn, wish: Wish): Promise<WishTaken> =>
  (wish.wish === 'cancel' && (await cancelDirect(ctx, patient, wish))) || (await ask(ctx, patient, wish));

const ask = (ctx: Context, { userId }: SignedIn, { idempotency_key: key, ...wish }: Wish): Promise<WishTaken> =>
  withUser(ctx.db, userId, async (tx) => {
    const found = await findForUpdate(tx, wish.appointment_id);
    if (found?.row.patient_id !== userId) throw new Refusal('NOT_FOUND');
    return once(tx, { scope: userId, key, hash: wishHash(wish) }, () => change(ctx, tx, found, userId, wish));
  });

async function change(
  ctx: Context,
  tx: Tx,
  found: Found,
  userId: string,
  wish: Omit<Wish, 'idempotency_key'>,
): Promise<WishTaken> {
  const { row, state } = found;
  if (wish.wish === 'cancel' && canWithdraw(state)) {
    await withdrawRequest(ctx, tx, found, userId, wish.note);
    return { status: 'cancelled', open_wish: null };
  }
  if (!canAskForChange(state)) throw new Refusal('NOT_IN_THIS_STATE', { status: row.status });
  await keepWish(ctx, tx, found, userId, wish);
  return { status: row.status, open_wish: wish.wish };
}

/** Cancels a patient's request that is neither confirmed nor paid. */
export async function withdrawRequest(ctx: Context, tx: Tx, found: Found, userId: string, reason = ''): Promise<void> {
  const { row, offer, state } = found;
  await move(ctx, tx, found, { kind: 'withdraw' }, thePatient(userId), { reason });
  await closePages(ctx, tx, offer?.id);
  // If the patient booked without the team, the team's inbox gets no entry.
  if (!offer?.is_direct) await putIntoInbox(ctx, tx, row.id, 'cancelled');
  await mailCancelled(ctx, tx, { row, offer, wasScheduled: isScheduled(state), key: randomUUIDv7() });
}

/** Stores a patient's request and puts it into the inbox of the team, which answers it. */
export async function keepWish(
  ctx: Context,
  tx: Tx,
  { row }: Found,
  userId: string,
  { wish, note: words }: Pick<Wish, 'wish' | 'note'>,
): Promise<void> {
  await update(tx, row.id, { wish, updated_at: ctx.clock.now() });
  if (words) await keepNote(ctx, tx, row.id, userId, words, false);
  await note(ctx, tx, row.id, thePatient(userId), { kind: wish === 'cancel' ? 'cancel_asked' : 'reschedule_asked' });
  await putIntoInbox(ctx, tx, row.id, wish, { due_at: answerDueAt(ctx.clock.now()) });
  await tellChange(ctx, tx, row);
}

/** Adds a note to the thread. The patient wrote it with a request, or the team wrote it with the answer. */
const keepNote = (
  ctx: Context,
  tx: Tx,
  appointment_id: string,
  author_id: string,
  body: string,
  from_team: boolean,
): Promise<unknown> =>
  insertMessage(tx, {
    id: randomUUIDv7(),
    appointment_id,
    at: ctx.clock.now(),
    author_id,
    from_team,
    body,
    read_at: null,
    answered_at: null,
  });

export interface WishAnswer {
  readonly appointment_id: string;
  readonly is_granted: boolean;
  readonly note: string;
}

/** Answers a request to change or cancel. If the team grants a cancellation, the appointment is cancelled. */
export const answerWish = (ctx: Context, { userId }: SignedIn, answer: WishAnswer): Promise<void> =>
  withStaff(ctx.db, userId, async (tx) => {
    const found = await findForUpdate(tx, answer.appointment_id);
    if (!found) throw new Refusal('NOT_FOUND');
    const { row } = found;
    if (!row.wish) throw new Refusal('NOT_IN_THIS_STATE', { status: row.status });
    if (answer.is_granted && row.wish === 'cancel') {
      await cancel(ctx, tx, found, userId, { cancelled_by: 'patient', note: answer.note });
      return;
    }
    const details = { wish: row.wish, is_granted: answer.is_granted };
    await note(ctx, tx, row.id, theTeam(userId), { kind: 'wish_answered', reason: answer.note, details });
    await update(tx, row.id, { wish: null, updated_at: ctx.clock.now() });
    if (answer.note) await keepNote(ctx, tx, row.id, userId, answer.note, true);
    await tellChange(ctx, tx, row);
    // Granting a request for another date does not set the date. The team sets it with `admin_reschedule_appointment`,
    // or with the next offer.
    const template = answer.is_granted ? 'appointment_wish_granted' : 'appointment_wish_declined';
    await mailAbout(ctx, tx, row.id, { template });
  });
