import type { AuditKind } from '#contract/audit.ts';
import type { StaffUrgentReport } from '#contract/care.ts';
import { findContact } from '#server/domains/identity/index.ts';
import { listCasesOfPatient } from '#server/domains/simulation/index.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withStaff } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { showReport } from './report-urgent-signs.ts';
import * as reports from './urgent-reports.queries.ts';

const SETTLED_SHOWN_MS = 7 * 86_400_000;

export const listUrgentReports = (ctx: Context, staff: SignedIn): Promise<StaffUrgentReport[]> =>
  withStaff(ctx.db, staff.userId, async (tx) => {
    const since = new Date(ctx.clock.now().getTime() - SETTLED_SHOWN_MS);
    const shown: StaffUrgentReport[] = [];
    for (const row of await reports.listForStaff(tx, since)) shown.push(await showForStaff(tx, row));
    for (const { id } of shown) await record(ctx, tx, staff, 'urgent.viewed', id, await reports.find(tx, id));
    return shown;
  });

/**
 * Makes the calling doctor or administrator responsible for a report. The audit log records every change of the
 * responsible person, including a takeover by a colleague.
 */
export const acknowledgeUrgentReport = (ctx: Context, staff: SignedIn, id: string): Promise<StaffUrgentReport> =>
  change(ctx, staff, id, 'urgent.acknowledged', (now) => ({
    owner_id: staff.userId,
    acknowledged_at: now,
    acknowledged_by: staff.userId,
  }));

export const settleUrgentReport = (
  ctx: Context,
  staff: SignedIn,
  id: string,
  settlement: string,
): Promise<StaffUrgentReport> =>
  change(ctx, staff, id, 'urgent.settled', (now) => ({ settled_at: now, settled_by: staff.userId, settlement }));

type Changes = Parameters<typeof reports.update>[2];

const change = (
  ctx: Context,
  staff: SignedIn,
  id: string,
  action: AuditKind,
  changes: (now: Date) => Changes,
): Promise<StaffUrgentReport> =>
  withStaff(ctx.db, staff.userId, async (tx) => {
    const row = await reports.findForUpdate(tx, id);
    if (!row) throw new Refusal((await reports.find(tx, id)) ? 'ALREADY_SETTLED' : 'NOT_FOUND');
    const changed = await reports.update(tx, id, changes(ctx.clock.now()));
    await record(ctx, tx, staff, action, id, row);
    await ctx.realtime.publish(tx, { userId: row.user_id }, { kind: 'urgent.changed', id });
    await ctx.realtime.publish(tx, { role: 'practitioner' }, { kind: 'urgent.changed', id });
    await ctx.realtime.publish(tx, { role: 'admin' }, { kind: 'urgent.changed', id });
    return showForStaff(tx, changed);
  });

export async function showForStaff(tx: Tx, row: reports.UrgentRow): Promise<StaffUrgentReport> {
  const contact = await findContact(tx, row.user_id);
  const [newest] = await listCasesOfPatient(tx, row.user_id);
  const shown = await showReport(tx, row);
  return {
    ...shown,
    patient_name: contact?.name ?? '',
    patient_phone: shown.phone,
    case_id: newest?.id ?? null,
    settlement: row.settlement,
  };
}

const record = (ctx: Context, tx: Tx, staff: SignedIn, action: AuditKind, id: string, row?: reports.UrgentRow) =>
  ctx.audit.record(tx, {
    actor: staff.userId,
    actor_role: staff.role,
    action,
    subject: `urgent:${id}`,
    patient_id: row?.user_id ?? null,
    reason: 'treatment',
    details: {},
  });
