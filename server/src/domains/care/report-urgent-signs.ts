import type * as z from 'zod';
import type { UrgentReport, UrgentSigns } from '#contract/care.ts';
import { namesOf } from '#server/domains/identity/index.ts';
import { listCasesOfPatient } from '#server/domains/simulation/index.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withUser } from '#server/platform/db/db.ts';
import { once, requestHash } from '#server/platform/idempotency/once.ts';
import './events.ts';
import * as reports from './urgent-reports.queries.ts';

export interface UrgentInput {
  readonly signs: readonly (typeof UrgentSigns)[number][];
  readonly note: string;
  readonly idempotency_key: string;
}

type Shown = z.infer<typeof UrgentReport>;

/** Alerts the doctor of the newest case, and the team. The instructions on the screen do not wait for this. */
export const reportUrgentSigns = (ctx: Context, userId: string, input: UrgentInput): Promise<Shown> =>
  withUser(ctx.db, userId, async (tx) => {
    const { idempotency_key, ...told } = input;
    const hash = requestHash('report_urgent_signs', told);
    // The signs stay out of the memory of repeated calls: it keeps the id, and the report is read again.
    const id = await once(tx, { scope: userId, key: idempotency_key, hash }, () => report(ctx, tx, userId, input));
    const row = await reports.find(tx, id);
    if (!row) throw new Error('a report was stored and is gone');
    return showReport(tx, row);
  });

async function report(ctx: Context, tx: Tx, userId: string, { signs, note }: UrgentInput): Promise<string> {
  const owner_id = (await listCasesOfPatient(tx, userId)).find((row) => row.practitioner_id)?.practitioner_id ?? null;
  const row = await reports.insert(tx, {
    user_id: userId,
    signs: [...signs],
    note,
    reported_at: ctx.clock.now(),
    owner_id,
  });
  const event = { report_id: row.id, user_id: userId, owner_id };
  await ctx.outbox.emit(tx, 'care.urgentReported', event, { key: row.id });
  await ctx.realtime.publish(tx, { role: 'practitioner' }, { kind: 'urgent.changed', id: row.id });
  await ctx.realtime.publish(tx, { role: 'admin' }, { kind: 'urgent.changed', id: row.id });
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
  };
}
