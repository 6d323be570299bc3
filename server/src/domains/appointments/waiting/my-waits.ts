import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { type MyWait, type MyWaits, WaitLimits } from '#contract/waiting-list.ts';
import { findService, listServicePractitioners, listSites } from '#server/domains/bookings/index.ts';
import { namesOf, requireAdult } from '#server/domains/identity/index.ts';
import { assertZone, UnknownZone } from '#server/platform/calendar/wall-clock.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withSystem, withUser } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { invalidInput, Refusal } from '#server/platform/refusal.ts';
import type { Wishes } from './fits.ts';
import { endWait, findOpenForUpdate } from './waits.queries.ts';

export const listMyWaits = (ctx: Context, { userId, language }: SignedIn): Promise<MyWaits> =>
  withUser(ctx.db, userId, (tx) => show(tx, userId, language));

export interface WaitWanted extends Wishes {
  readonly service_id: string;
  /** The time zone of the patient. */
  readonly timezone: string;
}

/**
 * Adds the caller to the waiting list of a service. A second call for the same service changes the caller's
 * preferences, but not the caller's place on the list.
 *
 * @throws Refusal NOT_FOUND, BIRTH_DATE_MISSING, UNDER_AGE, TOO_MANY_WAITS
 */
export async function waitForTime(ctx: Context, caller: SignedIn, wanted: WaitWanted): Promise<MyWaits> {
  const sites = await withUser(ctx.db, caller.userId, (tx) => assertOffered(tx, wanted));
  assertDays(
    ctx,
    wanted,
    sites.map(({ timezone }) => timezone),
  );
  await stand(ctx, caller.userId, wanted);
  return listMyWaits(ctx, caller);
}

/**
 * Stores the wait. The transaction has the system role, because patients may not write their place on the waiting list.
 * The wait is always for the signed-in user. The age is checked here, because the job that offers freed times does not
 * check it.
 */
const stand = (ctx: Context, userId: string, wanted: WaitWanted): Promise<void> =>
  withSystem(ctx.system, async (tx) => {
    const { service_id, timezone: zone, ...wishes } = wanted;
    // Requests of one patient run one after the other, so that each request counts the waits that earlier requests
    // stored.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`waits:${userId}`}, 0))`.execute(tx);
    const now = ctx.clock.now();
    await requireAdult(tx, userId, now);
    // `unavailable_since` is cleared, because `assertOffered` has just found that someone offers what the patient
    // wants.
    const values = { ...wishes, zone, updated_at: now, unavailable_since: null };
    const open = tx
      .updateTable('appointment_waits')
      .set(values)
      .where('patient_id', '=', userId)
      .where('service_id', '=', service_id)
      .where('ended_at', 'is', null);
    const { numUpdatedRows } = await open.executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) {
      await assertFew(tx, userId);
      const row = {
        ...values,
        id: randomUUIDv7(),
        patient_id: userId,
        service_id,
        created_at: now,
        in_line_since: now,
      };
      await tx
        .insertInto('appointment_waits')
        .values({ ...row, paused_at: null, ended_at: null, ended_as: null })
        .execute();
    }
  });

/**
 * Checks that patients can book the service themselves, at this site and with this practitioner.
 *
 * @returns the sites at which the patient would wait
 * @throws Refusal NOT_FOUND
 */
async function assertOffered(tx: Tx, { service_id, practitioner_id, site_id }: WaitWanted) {
  const service = await findService(tx, service_id);
  const sites = service?.is_direct ? await listSites(tx, service.clinic_id, site_id ?? undefined) : [];
  const isOffered =
    sites.length > 0 && (await listServicePractitioners(tx, service_id, practitioner_id ?? undefined)).length > 0;
  if (!isOffered) throw new Refusal('NOT_FOUND');
  return sites;
}

/**
 * Checks the days of a wait. A last day is past if it is over in the patient's time zone and at every site.
 * `endOverWaits` ends waits by the same rule.
 */
function assertDays(ctx: Context, { first_day, last_day, timezone }: WaitWanted, siteZones: readonly string[]): void {
  const today = todayIn(ctx, timezone);
  const isOver = [today, ...siteZones.map((zone) => todayIn(ctx, zone))].every((day) => last_day < day.toString());
  if (last_day < first_day || isOver) throw invalidInput({ last_day: ['past'] });
  if (last_day > today.add({ days: WaitLimits.days_ahead }).toString()) throw invalidInput({ last_day: ['too_far'] });
}

function todayIn(ctx: Context, zone: string): Temporal.PlainDate {
  try {
    assertZone(zone);
  } catch (error) {
    if (error instanceof UnknownZone) throw invalidInput({ timezone: ['unknown'] });
    throw error;
  }
  return Temporal.Instant.fromEpochMilliseconds(ctx.clock.now().getTime()).toZonedDateTimeISO(zone).toPlainDate();
}

async function assertFew(tx: Tx, userId: string): Promise<void> {
  const { count } = await tx
    .selectFrom('appointment_waits')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('patient_id', '=', userId)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (count >= WaitLimits.waits) throw new Refusal('TOO_MANY_WAITS', { most: WaitLimits.waits });
}

/**
 * Removes an entry of the caller from the waiting list. If a time is held for the patient, the offer of that time stays
 * valid until the patient pays or declines it, or until it lapses.
 */
export const endMyWait = (ctx: Context, caller: SignedIn, id: string): Promise<MyWaits> =>
  change(ctx, caller, id, (tx) => endWait(tx, id, 'patient', ctx.clock.now()));

/**
 * Resumes a paused wait. The wait is put at the end of the waiting list, because the other patients continued to wait.
 */
export const resumeMyWait = (ctx: Context, caller: SignedIn, id: string): Promise<MyWaits> =>
  change(ctx, caller, id, async (tx, isPaused) => {
    const now = ctx.clock.now();
    if (!isPaused) return;
    await tx
      .updateTable('appointment_waits')
      .set({ paused_at: null, lapses: 0, in_line_since: now, updated_at: now })
      .where('id', '=', id)
      .execute();
  });

async function change(
  ctx: Context,
  caller: SignedIn,
  id: string,
  work: (tx: Tx, isPaused: boolean) => Promise<unknown>,
): Promise<MyWaits> {
  await withSystem(ctx.system, async (tx) => {
    const wait = await findOpenForUpdate(tx, id);
    if (wait?.patient_id !== caller.userId) throw new Refusal('NOT_FOUND');
    await work(tx, wait.paused_at !== null);
  });
  return listMyWaits(ctx, caller);
}

async function show(tx: Tx, userId: string, language: string): Promise<MyWaits> {
  const rows = await tx
    .selectFrom('appointment_waits as w')
    .innerJoin('clinic_services as s', 's.id', 'w.service_id')
    .innerJoin('clinics as c', 'c.id', 's.clinic_id')
    .leftJoin('clinic_sites as site', 'site.id', 'w.site_id')
    .leftJoin('appointment_wait_offers as kept', (join) =>
      join.onRef('kept.wait_id', '=', 'w.id').on('kept.outcome', 'is', null),
    )
    .leftJoin('appointment_offers as o', (join) => join.onRef('o.id', '=', 'kept.offer_id').on('o.state', '=', 'open'))
    .select(['w.id', 'w.service_id', 'w.practitioner_id', 'w.site_id', 'w.first_day', 'w.last_day', 'w.part'])
    .select(['w.paused_at', 's.name_en', 's.name_fr', 'c.name as clinic_name', 'site.name as site_name'])
    .select('o.appointment_id')
    .where('w.patient_id', '=', userId)
    .where('w.ended_at', 'is', null)
    .orderBy('w.created_at')
    .orderBy('w.id')
    .execute();
  const names = await namesOf(
    tx,
    rows.flatMap(({ practitioner_id }) => practitioner_id ?? []),
  );
  const waits = rows.map(
    ({ name_en, name_fr, paused_at, ...row }): MyWait => ({
      ...row,
      service_name: language === 'fr' ? name_fr : name_en,
      practitioner_name: row.practitioner_id && (names.get(row.practitioner_id) ?? null),
      is_paused: paused_at !== null,
    }),
  );
  return { waits };
}
