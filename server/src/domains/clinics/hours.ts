import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type { Hours, HoursException, HoursRule, HoursSaved } from '#contract/clinics.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withStaff } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { invalidInput, Refusal } from '#server/platform/refusal.ts';
import { hoursFaults } from './hours-faults.ts';
import { record } from './members.ts';
import { firstShownDay, versionOf } from './shown-days.ts';

interface OneMember {
  readonly clinic_id: string;
  readonly user_id: string;
}

/** Of everybody who works at a clinic, for administrators. */
export const getHours = (ctx: Context, { userId: actor }: SignedIn, { clinic_id, user_id }: OneMember) =>
  withStaff(ctx.db, actor, (tx) => read(ctx, tx, user_id, clinic_id));

export const saveHours = (
  ctx: Context,
  { userId: actor }: SignedIn,
  { clinic_id, user_id, ...hours }: HoursSaved & OneMember,
): Promise<Hours> =>
  withStaff(ctx.db, actor, async (tx) => {
    const saved = await replace(ctx, tx, user_id, hours, clinic_id);
    await record(ctx, tx, actor, { action: 'clinic.hoursChanged', clinic_id, details: { user_id } });
    return saved;
  });

/** A practitioner's own, at every clinic where they work. */
export const getMyHours = (ctx: Context, { userId }: SignedIn): Promise<Hours> =>
  withStaff(ctx.db, userId, (tx) => read(ctx, tx, userId));

export const saveMyHours = (ctx: Context, { userId }: SignedIn, hours: HoursSaved): Promise<Hours> =>
  withStaff(ctx.db, userId, (tx) => replace(ctx, tx, userId, hours));

/** @param clinicId only at this clinic, which must be theirs; absent: at all of theirs */
async function read(ctx: Context, tx: Tx, userId: string, clinicId?: string): Promise<Hours> {
  const sites = await sitesOf(tx, userId, clinicId);
  const known = new Set(sites.map(({ id }) => id));
  const rules = (await rulesOf(tx, userId))
    .filter(({ site_id }) => known.has(site_id))
    .map(({ timezone: _of, ...rule }) => rule);
  const exceptions = (await exceptionsOf(tx, userId, firstShownDay(ctx))).filter(
    ({ site_id }) => site_id === null || known.has(site_id),
  );
  return { sites, rules, exceptions, version: versionOf({ rules, exceptions }) };
}

async function replace(
  ctx: Context,
  tx: Tx,
  userId: string,
  { rules, exceptions, version }: HoursSaved,
  clinicId?: string,
): Promise<Hours> {
  // Two who save at once follow each other; the second one has not seen what the first one saved.
  await sql`select pg_advisory_xact_lock(hashtextextended('hours:' || ${userId}, 0))`.execute(tx);
  const before = await read(ctx, tx, userId, clinicId);
  if (before.version !== version) throw new Refusal('CHANGED_SINCE');
  const zones = new Map(before.sites.map(({ id, timezone }) => [id, timezone]));
  const first = firstShownDay(ctx);
  const all = await rulesOf(tx, userId);
  const faults = hoursFaults(
    { rules, exceptions },
    zones,
    all.filter(({ site_id }) => !zones.has(site_id)),
    first,
  );
  if (Object.keys(faults).length > 0) throw invalidInput(faults);
  await write(tx, userId, [...zones.keys()], { rules, exceptions, first });
  return read(ctx, tx, userId, clinicId);
}

/** Places of the clinics at which somebody works. Nobody can have hours at one that is out of use, except those that are there already. */
async function sitesOf(tx: Tx, userId: string, clinicId?: string) {
  const works = tx.selectFrom('clinic_members').select('clinic_id').where('user_id', '=', userId);
  const mine = await (clinicId ? works.where('clinic_id', '=', clinicId) : works).execute();
  if (clinicId && mine.length === 0) throw new Refusal('NOT_FOUND');
  if (mine.length === 0) return [];
  return tx
    .selectFrom('clinic_sites as s')
    .innerJoin('clinics as c', 'c.id', 's.clinic_id')
    .select(['s.id', 's.name', 'c.name as clinic', 's.timezone'])
    .where(
      'c.id',
      'in',
      mine.map(({ clinic_id }) => clinic_id),
    )
    .where((is) => is.or([is('s.is_active', '=', true), is.exists(hoursAt(tx, userId))]))
    .orderBy('c.name')
    .orderBy('s.name')
    .orderBy('s.id')
    .execute();
}

const hoursAt = (tx: Tx, userId: string) =>
  tx
    .selectFrom('availability_rules as r')
    .select('r.id')
    .where('r.user_id', '=', userId)
    .where(sql<boolean>`r.site_id = s.id`);

async function rulesOf(tx: Tx, userId: string): Promise<(HoursRule & { timezone: string })[]> {
  const rows = await tx
    .selectFrom('availability_rules as r')
    .innerJoin('clinic_sites as s', 's.id', 'r.site_id')
    .select(['r.site_id', 'r.weekday', 'r.starts', 'r.ends', 'r.valid_from', 'r.valid_to', 's.timezone'])
    .where('r.user_id', '=', userId)
    .orderBy('r.weekday')
    .orderBy('r.starts')
    .orderBy('r.site_id')
    .orderBy('r.valid_from')
    .execute();
  return rows.map((row) => ({ ...row, starts: minutesOf(row.starts), ends: minutesOf(row.ends) }));
}

async function exceptionsOf(tx: Tx, userId: string, from: string): Promise<HoursException[]> {
  const rows = await tx
    .selectFrom('availability_exceptions')
    .select(['site_id', 'day', 'kind', 'starts', 'ends'])
    .where('user_id', '=', userId)
    .where('day', '>=', from)
    .orderBy('day')
    .orderBy('starts')
    .orderBy('site_id')
    .orderBy('kind')
    .execute();
  return rows.map((row) => ({
    ...row,
    starts: row.starts && minutesOf(row.starts),
    ends: row.ends && minutesOf(row.ends),
  }));
}

/** HH:MM of what the database writes as HH:MM:SS. */
const minutesOf = (time: string): string => time.slice(0, 5);

async function write(
  tx: Tx,
  userId: string,
  sites: readonly string[],
  { rules, exceptions, first }: Pick<HoursSaved, 'rules' | 'exceptions'> & { first: string },
): Promise<void> {
  if (sites.length > 0)
    await tx
      .deleteFrom('availability_rules')
      .where('user_id', '=', userId)
      .where('site_id', 'in', [...sites])
      .execute();
  await tx
    .deleteFrom('availability_exceptions')
    .where('user_id', '=', userId)
    .where('day', '>=', first)
    .where((is) => is.or([is('site_id', 'is', null), ...(sites.length > 0 ? [is('site_id', 'in', [...sites])] : [])]))
    .execute();
  const rows = rules.map((rule) => ({ id: randomUUIDv7(), user_id: userId, ...rule }));
  if (rows.length > 0) await tx.insertInto('availability_rules').values(rows).execute();
  const days = exceptions.map((exception) => ({ id: randomUUIDv7(), user_id: userId, ...exception }));
  if (days.length > 0) await tx.insertInto('availability_exceptions').values(days).execute();
}
