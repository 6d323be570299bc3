import type * as z from 'zod';
import type { AnsweredCheck, OutcomeAnswer, Outcomes } from '#contract/care.ts';
import { alarmsIn } from '#contract/outcome-alarm.ts';
import { findCase, hasRecord, listDosesDone } from '#server/domains/simulation/index.ts';
import { wallTime } from '#server/platform/calendar/zone-time.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withSystem, withUser } from '#server/platform/db/db.ts';
import { invalidInput, Refusal } from '#server/platform/refusal.ts';
import { lockAnswersOf } from './lock-answers.ts';
import { openChecks } from './outcome.ts';
import { getOwnCase } from './own-case.ts';
import { listDoctorIds, reportAnswers, sent } from './report-urgent-signs.ts';

export async function showOutcomes(tx: Tx, caseId: string): Promise<Outcomes> {
  const date = await tx.selectFrom('treatment_dates').selectAll().where('case_id', '=', caseId).executeTakeFirst();
  const rows = await tx
    .selectFrom('outcome_checks')
    .selectAll()
    .where('case_id', '=', caseId)
    .orderBy('answered_at')
    .execute();
  const checks = rows.map(({ kind, match, satisfaction, events, note, answered_at }) => ({
    kind,
    match,
    satisfaction,
    events,
    note,
    answered_at: answered_at.toISOString(),
  }));
  const answered = checks.map(({ kind }) => kind);
  return {
    treated_on: date?.treated_on ?? null,
    checks,
    due: date ? openChecks(date.treated_on, answered) : [],
    done: await listDosesDone(tx, caseId),
  };
}

/**
 * Stores the day of treatment that a doctor recorded. It replaces the day that the patient gave. `told_on` keeps the
 * patient's day, because the record may be of a later visit.
 */
export const dateFromRecord = (
  ctx: Context,
  { case_id, treated_on }: { case_id: string; treated_on: string },
): Promise<void> =>
  withSystem(ctx.system, async (tx) => {
    if (await findCase(tx, case_id)) await keepDate(tx, case_id, { treated_on, told_at: ctx.clock.now() });
  });

async function keepDate(
  tx: Tx,
  case_id: string,
  told: { treated_on: string; told_on?: string; told_at: Date },
): Promise<void> {
  await tx
    .insertInto('treatment_dates')
    .values({ case_id, ...told })
    .onConflict((conflict) => conflict.column('case_id').doUpdateSet(told))
    .execute();
}

const dayOf = (at: Date, time_zone: string): string => wallTime(at, time_zone).slice(0, 10);

export const getMyOutcomes = (ctx: Context, userId: string, caseId: string): Promise<Outcomes> =>
  withUser(ctx.db, userId, async (tx) => {
    await getOwnCase(tx, userId, caseId);
    return showOutcomes(tx, caseId);
  });

interface Treated {
  readonly case_id: string;
  readonly treated_on: string;
  readonly time_zone: string;
}

/**
 * Stores the day of treatment that the patient gave. Refuses a day after today, and a day before the day on which the
 * case was received. Both days are days in the patient's time zone. The day replaces the patient's earlier answer, but
 * never a day that a doctor recorded.
 */
export const setTreatmentDate = (
  ctx: Context,
  userId: string,
  { case_id, treated_on, time_zone }: Treated,
): Promise<Outcomes> =>
  withUser(ctx.db, userId, async (tx) => {
    const row = await getOwnCase(tx, userId, case_id);
    if (!row.published_at) throw new Refusal('CASE_NOT_SIGNED');
    const now = ctx.clock.now();
    if (treated_on > dayOf(now, time_zone)) throw invalidInput({ treated_on: ['in_future'] });
    if (treated_on < dayOf(row.received_at, time_zone)) throw invalidInput({ treated_on: ['too_early'] });
    if (await hasRecord(tx, case_id)) throw invalidInput({ treated_on: ['recorded'] });
    await keepDate(tx, case_id, { treated_on, told_on: treated_on, told_at: now });
    return showOutcomes(tx, case_id);
  });

type Answer = z.infer<typeof OutcomeAnswer> & { readonly time_zone: string };

/**
 * Stores the answers to a check. If an answer is alarming, the team is alerted as by an urgent report, even if the
 * answers cannot be stored, for example because the check is not due.
 */
export async function answerOutcomeCheck(
  ctx: Context,
  userId: string,
  case_id: string,
  answer: Answer,
): Promise<AnsweredCheck> {
  const signs = alarmsIn(answer);
  const doctors = signs.length > 0 ? await listDoctorIds(ctx) : [];
  const { report, outcomes } = await withUser(ctx.db, userId, async (tx) => {
    await getOwnCase(tx, userId, case_id);
    // The page sends the answers again if it got no reply. Two such calls at once must open only one report.
    await lockAnswersOf(tx, userId);
    const refusal = await keepAnswers(ctx, tx, case_id, answer);
    if (refusal && signs.length === 0) throw refusal;
    const told = { userId, case_id, signs, note: answer.note };
    const report = signs.length > 0 ? await reportAnswers(ctx, tx, told, doctors) : null;
    return { report, outcomes: await showOutcomes(tx, case_id) };
  });
  return { ...outcomes, urgent: report && (await sent(ctx, report)) };
}

/**
 * Stores the answers, unless the check is answered already. A check can be answered from its first day in the patient's
 * time zone. Returns the refusal if the answers cannot be stored.
 */
async function keepAnswers(
  ctx: Context,
  tx: Tx,
  case_id: string,
  { kind, match, satisfaction, events, note, time_zone }: Answer,
): Promise<Error | null> {
  const { due, checks } = await showOutcomes(tx, case_id);
  if (checks.some((check) => check.kind === kind)) return null;
  const now = ctx.clock.now();
  const isDue = due.some((open) => open.kind === kind && open.due_on <= dayOf(now, time_zone));
  if (!isDue) return new Refusal('CHECK_NOT_DUE');
  if (match === null || satisfaction === null) return invalidInput({ match: ['required'] });
  const answer = { case_id, kind, match, satisfaction, events, note, answered_at: now };
  await tx
    .insertInto('outcome_checks')
    .values(answer)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return null;
}
