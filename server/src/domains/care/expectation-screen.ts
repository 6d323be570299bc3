import type { CaseBackground, ExpectationAnswers } from '#contract/care.ts';
import { hasConsent } from '#server/domains/identity/index.ts';
import { inChargeOf, listCasesOfPatient, onCase } from '#server/domains/simulation/index.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withUser } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import './events.ts';
import { lockAnswersOf } from './lock-answers.ts';

type Outcome = CaseBackground['expectation'];

export const findScreen = (tx: Tx, userId: string) =>
  tx
    .selectFrom('expectation_screens')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();

export function outcomeOf(screen: Awaited<ReturnType<typeof findScreen>>): Outcome {
  if (!screen) return null;
  if (!screen.is_positive) return 'clear';
  return screen.reviewed_at ? 'talked' : 'talk_first';
}

export const getMyExpectations = (ctx: Context, userId: string): Promise<{ outcome: Outcome }> =>
  withUser(ctx.db, userId, async (tx) => ({ outcome: outcomeOf(await findScreen(tx, userId)) }));

/**
 * Saves the answers. A positive result blocks every new payment until a doctor has talked with the person. The doctor
 * gets one message about each block. Later answers do not end the block.
 */
export const answerExpectations = (
  ctx: Context,
  userId: string,
  answers: ExpectationAnswers,
): Promise<{ outcome: NonNullable<Outcome> }> =>
  withUser(ctx.db, userId, async (tx) => {
    await lockAnswersOf(tx, userId);
    const before = await findScreen(tx, userId);
    const isWaiting = outcomeOf(before) === 'talk_first';
    const is_positive = needsTalk(answers) || isWaiting;
    const version = (before?.version ?? 0) + 1;
    await tx
      .insertInto('expectation_screens')
      .values({ user_id: userId, version, answers: JSON.stringify(answers), is_positive, answered_at: ctx.clock.now() })
      .execute();
    const event = { user_id: userId, is_needed: is_positive };
    await ctx.outbox.emit(tx, 'care.talkChanged', event, { key: `${userId}:${version}` });
    if (is_positive && !isWaiting) await askForTalk(ctx, tx, userId, version);
    return { outcome: is_positive ? 'talk_first' : 'clear' };
  });

/**
 * Informs the doctor in charge of the patient's newest case. Without the consent to the simulation no doctor may see a
 * case, so the message goes to the administrators.
 */
async function askForTalk(ctx: Context, tx: Tx, userId: string, version: number): Promise<void> {
  const isVisible = await hasConsent(tx, { userId }, 'simulation');
  const cases = isVisible ? await listCasesOfPatient(tx, userId) : [];
  const newest = cases.find(({ status }) => status !== 'withdrawn');
  const practitioner_id = newest ? inChargeOf(newest) : null;
  const event = { user_id: userId, case_id: newest?.id ?? null, practitioner_id };
  await ctx.outbox.emit(tx, 'care.talkNeeded', event, { key: `${userId}:${version}:asked` });
  // An open page of the case reloads what the patient told.
  if (newest && practitioner_id)
    await ctx.realtime.publish(tx, { userId: practitioner_id }, { kind: 'messages.changed', id: newest.id });
}

/**
 * Stores the doctor's note about the talk in the row of the patient's expectation screen. Payments are then possible
 * again.
 */
export const recordExpectationTalk = (ctx: Context, doctor: SignedIn, caseId: string, note: string): Promise<void> =>
  onCase(ctx, doctor, caseId, 'expectation.talked', async (tx, { row, details }) => {
    await lockAnswersOf(tx, row.patient_id);
    const screen = await findScreen(tx, row.patient_id);
    if (!screen || outcomeOf(screen) !== 'talk_first') return;
    details['version'] = screen.version;
    await tx
      .updateTable('expectation_screens')
      .set({ reviewed_by: doctor.userId, reviewed_at: ctx.clock.now(), review_note: note })
      .where('user_id', '=', row.patient_id)
      .where('version', '=', screen.version)
      .execute();
    const event = { user_id: row.patient_id, is_needed: false };
    await ctx.outbox.emit(tx, 'care.talkChanged', event, { key: `${row.patient_id}:${screen.version}:talked` });
    await ctx.realtime.publish(tx, { userId: row.patient_id }, { kind: 'case.changed', id: caseId });
  });

/**
 * Returns whether a doctor should talk with the person first. This is the case if the person is preoccupied with their
 * looks for an hour a day or more, and distressed or hindered by it. The questions follow the screening questionnaires
 * for body dysmorphic disorder (Phillips, The Broken Mirror, 2005; Dufresne et al., Dermatologic Surgery 2001). The
 * result is a screening, not a diagnosis.
 */
export const needsTalk = ({ is_preoccupied, is_distressed, is_hindered, time_a_day }: ExpectationAnswers): boolean =>
  is_preoccupied && (is_distressed || is_hindered) && time_a_day !== 'under_1h';
