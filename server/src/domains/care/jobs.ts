import { sql } from 'kysely';
import * as z from 'zod';
import { OutcomeKinds, URGENT_ANSWER_MINUTES, URGENT_REPEAT_MINUTES } from '#contract/care.ts';
import { listAdmins, listVerifiedDoctors } from '#server/domains/identity/index.ts';
import { findCase } from '#server/domains/simulation/index.ts';
import { wallTime } from '#server/platform/calendar/zone-time.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withSystem } from '#server/platform/db/db.ts';
import { oneByOne } from '#server/platform/jobs/one-by-one.ts';
import './events.ts';
import { type OutcomeKind, treatedBy } from './outcome.ts';
import {
  findWaitingForUpdate,
  listAbandonedForUpdate,
  listWaiting,
  type TooLong,
  type UrgentRow,
  update,
} from './urgent-reports.queries.ts';

const MINUTE_MS = 60_000;

export function defineCareJobs(ctx: Context): void {
  ctx.jobs.define('care.escalateUrgent', z.object({}), () => escalateUrgent(ctx), { cron: '* * * * *' });
  ctx.jobs.define('care.remindOutcomes', z.object({}), () => remindOutcomes(ctx), { cron: '10 8 * * *' });
}

/**
 * Alerts the team again about reports that nobody has taken in time, and about reports that stay open for too long
 * after they were taken or escalated. A report counts as not taken if the person who took it has been suspended since,
 * or may not work any more for another reason.
 */
async function escalateUrgent(ctx: Context): Promise<void> {
  await withSystem(ctx.system, async (tx) => {
    const doctors = (await listVerifiedDoctors(tx)).map(({ user_id }) => user_id);
    const admins = (await listAdmins(tx)).map(({ id }) => id);
    for (const report of await listAbandonedForUpdate(tx, [...doctors, ...admins])) await release(ctx, tx, report);
  });
  const before = (minutes: number) => new Date(ctx.clock.now().getTime() - minutes * MINUTE_MS);
  const than: TooLong = { reported: before(URGENT_ANSWER_MINUTES), stepped: before(URGENT_REPEAT_MINUTES) };
  const waiting = await withSystem(ctx.system, (tx) => listWaiting(tx, than));
  await oneByOne(ctx.log, waiting, ({ id }) => escalate(ctx, than, id));
}

/** Marks a report as not taken. The patient's page then no longer names the person who took it. */
async function release(ctx: Context, tx: Tx, { id, user_id, owner_id }: UrgentRow): Promise<void> {
  await update(tx, id, { owner_id: null, acknowledged_at: null, acknowledged_by: null, escalated_at: null });
  await ctx.audit.record(tx, {
    actor: 'system',
    action: 'urgent.released',
    subject: `urgent:${id}`,
    patient_id: user_id,
    reason: 'treatment',
    details: { from: owner_id },
  });
  await tellAll(ctx, tx, { id, user_id });
}

/** Makes the open pages of the patient and of all staff reload the report. */
async function tellAll(ctx: Context, tx: Tx, { id, user_id }: Pick<UrgentRow, 'id' | 'user_id'>): Promise<void> {
  const to = [{ userId: user_id }, { role: 'admin' }, { role: 'practitioner' }] as const;
  for (const whom of to) await ctx.realtime.publish(tx, whom, { kind: 'urgent.changed', id });
}

const escalate = (ctx: Context, than: TooLong, id: string): Promise<void> =>
  withSystem(ctx.system, async (tx) => {
    const report = await findWaitingForUpdate(tx, than, id);
    if (!report) return;
    const now = ctx.clock.now();
    await update(tx, id, { escalated_at: now });
    const event = { report_id: id, user_id: report.user_id };
    await ctx.outbox.emit(tx, 'care.urgentEscalated', event, { key: `${id}:${now.toISOString()}` });
    await tellAll(ctx, tx, report);
  });

/**
 * Reminds patients of outcome checks. A patient gets at most one reminder for each check, on the first morning on which
 * the check is unanswered and due everywhere. The patient's time zone is unknown, so the day in UTC−12 counts.
 * Everywhere else this day has begun, so the service accepts the answer.
 */
async function remindOutcomes(ctx: Context): Promise<void> {
  const today = wallTime(ctx.clock.now(), '-12:00').slice(0, 10);
  const due = await withSystem(ctx.system, (tx) => listDueChecks(tx, today));
  await oneByOne(ctx.log, due, (check) => remind(ctx, check));
}

interface DueCheck {
  /** Id of the case. */
  readonly id: string;
  readonly kind: OutcomeKind;
}

/** Lists the checks that are due, that are not answered, and for which no reminder was sent. */
async function listDueChecks(tx: Tx, today: string): Promise<DueCheck[]> {
  const lists = OutcomeKinds.map((kind) =>
    tx
      .selectFrom('treatment_dates as d')
      .select(['d.case_id as id', sql.lit(kind).as('kind')])
      .where('d.treated_on', '<=', treatedBy(today, kind))
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(selectFrom('outcome_checks as c').whereRef('c.case_id', '=', 'd.case_id').where('c.kind', '=', kind)),
        ),
      )
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('outcome_reminders as r').whereRef('r.case_id', '=', 'd.case_id').where('r.kind', '=', kind),
          ),
        ),
      )
      .execute(),
  );
  return (await Promise.all(lists)).flat();
}

const remind = (ctx: Context, { id, kind }: DueCheck): Promise<void> =>
  withSystem(ctx.system, async (tx) => {
    const row = await findCase(tx, id);
    if (!row) return;
    const reminded = await tx
      .insertInto('outcome_reminders')
      .values({ case_id: id, kind, sent_at: ctx.clock.now() })
      .onConflict((conflict) => conflict.doNothing())
      .returning('kind')
      .executeTakeFirst();
    if (!reminded) return;
    const payload = { user_id: row.patient_id, case_id: id };
    await ctx.outbox.emit(tx, 'care.outcomeDue', payload, { key: `${id}:${kind}` });
  });
