import { sql } from 'kysely';
import { WaitLimits, type WaitRow } from '#contract/waiting-list.ts';
import { findUser, mailPerson, namesOf } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withStaff } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { endWait, findOpenForUpdate } from './waits.queries.ts';

/**
 * Returns the waiting list of a clinic, sorted by service and then by place on the list. The paused waits of a service
 * are last.
 */
export const adminListWaits = (
  ctx: Context,
  { userId }: SignedIn,
  clinicId: string,
  shown: number = WaitLimits.shown,
): Promise<{ waits: WaitRow[] }> =>
  withStaff(ctx.db, userId, async (tx) => {
    const clinic = await tx.selectFrom('clinics').select('id').where('id', '=', clinicId).executeTakeFirst();
    if (!clinic) throw new Refusal('NOT_FOUND');
    const rows = await listOpen(tx, clinicId, shown + 1);
    const offered = await listLastOffered(
      tx,
      rows.map(({ id }) => id),
    );
    const names = await namesOf(
      tx,
      rows.flatMap(({ patient_id, practitioner_id }) => [patient_id, practitioner_id ?? patient_id]),
    );
    const places = new Map<string, number>();
    const waits = rows.map(({ paused_at, in_line_since, practitioner_id, ...row }): WaitRow => {
      const place = (places.get(row.service_id) ?? 0) + 1;
      if (!paused_at) places.set(row.service_id, place);
      return {
        ...row,
        position: paused_at ? null : place,
        patient_name: names.get(row.patient_id) ?? '',
        practitioner_name: practitioner_id && (names.get(practitioner_id) ?? null),
        in_line_since: in_line_since.toISOString(),
        offered: offered.get(row.id) ?? null,
      };
    });
    return { waits };
  });

const listOpen = (tx: Tx, clinicId: string, limit: number) =>
  tx
    .selectFrom('appointment_waits as w')
    .innerJoin('clinic_services as s', 's.id', 'w.service_id')
    .leftJoin('clinic_sites as site', 'site.id', 'w.site_id')
    .select(['w.id', 'w.service_id', 'w.patient_id', 'w.practitioner_id', 'w.first_day', 'w.last_day', 'w.part'])
    .select(['w.paused_at', 'w.in_line_since', 's.name_en as service_en', 's.name_fr as service_fr'])
    .select('site.name as site_name')
    .where('s.clinic_id', '=', clinicId)
    .where('w.ended_at', 'is', null)
    .orderBy('s.name_en')
    .orderBy('s.id')
    .orderBy(sql`w.paused_at is not null`)
    .orderBy('w.in_line_since')
    .orderBy('w.id')
    .limit(limit)
    .execute();

async function listLastOffered(tx: Tx, ids: readonly string[]): Promise<Map<string, WaitRow['offered']>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom('appointment_wait_offers as kept')
    .innerJoin('appointment_offers as o', 'o.id', 'kept.offer_id')
    .distinctOn('kept.wait_id')
    .select(['kept.wait_id', 'kept.starts_at', 'kept.until', 'kept.outcome', 'o.timezone'])
    .where('kept.wait_id', 'in', [...ids])
    .orderBy('kept.wait_id')
    .orderBy('kept.offered_at', 'desc')
    .execute();
  return new Map(
    rows.map(({ wait_id, starts_at, until, ...row }) => [
      wait_id,
      { ...row, starts_at: starts_at.toISOString(), until: until.toISOString() },
    ]),
  );
}

/**
 * Ends a wait. The email says that the wait ended, but not why, because emails contain nothing about health. If a time
 * is held for the patient, the offer of that time stays valid.
 */
export const adminEndWait = (
  ctx: Context,
  { userId, role }: SignedIn,
  { wait_id, reason }: { wait_id: string; reason: string },
): Promise<Record<string, never>> =>
  withStaff(ctx.db, userId, async (tx) => {
    const wait = await findOpenForUpdate(tx, wait_id);
    const patient = wait && (await findUser(tx, wait.patient_id));
    if (!wait || !patient) throw new Refusal('NOT_FOUND');
    await endWait(tx, wait_id, 'team', ctx.clock.now());
    await mailPerson(ctx, tx, patient, 'wait_ended', { path: '/dashboard', key: `wait_ended:${wait_id}` });
    await ctx.audit.record(tx, {
      actor: userId,
      actor_role: role,
      action: 'wait.ended',
      subject: `wait:${wait_id}`,
      patient_id: wait.patient_id,
      reason,
      details: { service_id: wait.service_id },
    });
    return {};
  });
