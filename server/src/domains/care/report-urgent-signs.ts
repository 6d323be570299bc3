import type * as z from 'zod';
import {
  type ReportedSign,
  type SentUrgentReport,
  URGENT_ANSWER_MINUTES,
  type UrgentReport,
  type UrgentSigns,
} from '#contract/care.ts';
import { findContact, isTeamThere, listVerifiedDoctors, namesOf } from '#server/domains/identity/index.ts';
import { listCasesOfPatient } from '#server/domains/simulation/index.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withUser } from '#server/platform/db/db.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { once, requestHash } from '#server/platform/idempotency/once.ts';
import './events.ts';
import * as reports from './urgent-reports.queries.ts';

export interface UrgentInput {
  readonly signs: readonly (typeof UrgentSigns)[number][];
  readonly note: string;
  readonly idempotency_key: string;
}

/** The content of a report. `case_id` is the case that the report is about, if the patient named one. */
export interface Told {
  readonly signs: readonly ReportedSign[];
  readonly note: string;
  readonly case_id?: string;
}

type Shown = z.infer<typeof UrgentReport>;
type Sent = z.infer<typeof SentUrgentReport>;

/** Stores the report and alerts the team. The page shows its instructions without waiting for this call. */
export async function reportUrgentSigns(ctx: Context, userId: string, input: UrgentInput): Promise<Sent> {
  const doctors = await listDoctorIds(ctx);
  const shown = await withUser(ctx.db, userId, async (tx) => {
    const { idempotency_key, ...told } = input;
    const hash = requestHash('report_urgent_signs', told);
    // The idempotency table stores only the id of the report, not the signs. The code below reads the report from the
    // table of reports.
    const id = await once(tx, { scope: userId, key: idempotency_key, hash }, () =>
      report(ctx, tx, userId, input, doctors),
    );
    const row = await reports.find(tx, id);
    if (!row) throw new Error('a report was stored and is gone');
    return showReport(tx, row);
  });
  return sent(ctx, shown);
}

/** Returns the doctors who can be responsible. The rights of a patient do not include this list. */
export const listDoctorIds = async (ctx: Context): Promise<string[]> =>
  (await listVerifiedDoctors(ctx.db)).map(({ user_id }) => user_id);

/**
 * Opens a report about the answers to an outcome check, unless the patient has an open report with these signs and this
 * note. A repeated call therefore opens no second report.
 */
export async function reportAnswers(
  ctx: Context,
  tx: Tx,
  { userId, ...told }: Told & { readonly userId: string },
  doctors: readonly string[],
): Promise<Shown> {
  const known = await reports.findOpen(tx, userId, told);
  const row = known ?? (await reports.find(tx, await report(ctx, tx, userId, told, doctors)));
  if (!row) throw new Error('a report was stored and is gone');
  return showReport(tx, row);
}

/**
 * Sets the phone number for one report, even if the account already has a number. The team sees the new number at once.
 */
export async function setUrgentPhone(ctx: Context, userId: string, id: string, phone: string): Promise<Sent> {
  const report = await withUser(ctx.db, userId, async (tx) => {
    const found = await reports.find(tx, id);
    if (found?.user_id !== userId) throw new Refusal('NOT_FOUND');
    if (found.settled_at) throw new Refusal('ALREADY_SETTLED');
    await reports.setPhone(tx, id, phone);
    await tellTeam(ctx, tx, id);
    return showReport(tx, { ...found, phone });
  });
  return sent(ctx, report);
}

/**
 * Adds `is_team_there`. It is true if someone who can call the patient has used the service within the last
 * `URGENT_ANSWER_MINUTES` minutes. The page promises a call only if it is true.
 */
export async function sent(ctx: Context, report: Shown): Promise<Sent> {
  const since = new Date(ctx.clock.now().getTime() - URGENT_ANSWER_MINUTES * 60_000);
  return { ...report, is_team_there: await isTeamThere(ctx.db, since) };
}

async function tellTeam(ctx: Context, tx: Tx, id: string): Promise<void> {
  await ctx.realtime.publish(tx, { role: 'practitioner' }, { kind: 'urgent.changed', id });
  await ctx.realtime.publish(tx, { role: 'admin' }, { kind: 'urgent.changed', id });
}

/**
 * Among the patient's cases whose doctor is verified and not suspended, the doctor of the newest case is responsible.
 * The case of an outcome check comes before newer ones. If there is no such case, all doctors are alerted.
 */
async function report(
  ctx: Context,
  tx: Tx,
  userId: string,
  { signs, note, case_id }: Told,
  doctors: readonly string[],
): Promise<string> {
  const all = await listCasesOfPatient(tx, userId);
  const cases = [...all.filter(({ id }) => id === case_id), ...all.filter(({ id }) => id !== case_id)];
  // After a redo request, `practitioner_id` is null until a doctor starts to work, so the assigned doctor counts. For a
  // case that was never signed, the assigned doctor does not count, because that doctor may never have opened it.
  const owner_id =
    cases
      .map((row) => row.practitioner_id ?? (row.published_at ? row.assigned_to : null))
      .find((id) => doctors.includes(id ?? '')) ?? null;
  const row = await reports.insert(tx, {
    user_id: userId,
    signs: [...signs],
    note,
    reported_at: ctx.clock.now(),
    owner_id,
  });
  const event = { report_id: row.id, user_id: userId, owner_id };
  await ctx.outbox.emit(tx, 'care.urgentReported', event, { key: row.id });
  await tellTeam(ctx, tx, row.id);
  return row.id;
}

export const listMyUrgentReports = (ctx: Context, userId: string): Promise<Shown[]> =>
  withUser(ctx.db, userId, async (tx) => {
    const rows = await reports.listOfUser(tx, userId);
    return Promise.all(rows.map((row) => showReport(tx, row)));
  });

export async function showReport(tx: Tx, row: reports.UrgentRow): Promise<Shown> {
  const names = await namesOf(tx, row.owner_id ? [row.owner_id] : []);
  return {
    id: row.id,
    signs: row.signs,
    note: row.note,
    reported_at: row.reported_at.toISOString(),
    owner_name: names.get(row.owner_id ?? '') ?? null,
    acknowledged_at: row.acknowledged_at?.toISOString() ?? null,
    escalated_at: row.escalated_at?.toISOString() ?? null,
    settled_at: row.settled_at?.toISOString() ?? null,
    phone: row.phone ?? (await findContact(tx, row.user_id))?.phone ?? null,
  };
}
