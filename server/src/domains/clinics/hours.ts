import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type { Hours, HoursException, HoursRule, HoursSaved } from '#contract/clinics.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withStaff, withTeam } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { invalidInput, Refusal } from '#server/platform/refusal.ts';
import { requireVersion } from '#server/platform/require-version.ts';
import { type ListTimesIn, refuseUnseenVisits } from './closed-days.ts';
import { hoursFaults } from './hours-faults.ts';
import { record } from './members.ts';
import { firstShownDay, inFixedOrder, versionOf } from './shown-days.ts';

interface OneMember {
  readonly clinic_id: string;
  readonly user_id: string;
}

/** Returns the hours of a practitioner at one clinic, for administrators and for the desk of that clinic. */
export const getHours = (ctx: Context, caller: SignedIn, { clinic_id, user_id }: OneMember): Promise<Hours> =>
  withTeam(ctx.db, caller, (tx) => read(ctx, tx, user_id, reachOf(caller, clinic_id)));

export const saveHours = (
  ctx: Context,
  caller: SignedIn,
  { clinic_id, user_id, ...hours }: HoursSaved & OneMember,
  listTimesIn: ListTimesIn,
): Promise<Hours> =>
  withTeam(ctx.db, caller, async (tx) => {
    const saved = await replace(ctx, tx, { user_id, ...hours }, listTimesIn, reachOf(caller, clinic_id));
    await record(ctx, tx, caller, { action: 'clinic.hoursChanged', clinic_id, details: { user_id } });
    return saved;
  });

/** The part of a practitioner's hours that a caller may read and change. */
interface Reach {
  /** The clinic whose hours are read and changed. The practitioner must work there. */
  readonly clinicId: string;
  /**
   * True if the caller may also read and change exceptions for every place. The desk may not, because such an exception
   * also applies at other clinics.
   */
  readonly everywhere: boolean;
}

const reachOf = ({ role }: SignedIn, clinicId: string): Reach => ({ clinicId, everywhere: role !== 'desk' });

/** Returns the caller's own hours at every clinic where the caller works. */
export const getMyHours = (ctx: Context, { userId }: SignedIn): Promise<Hours> =>
  withStaff(ctx.db, userId, (tx) => read(ctx, tx, userId));

export const saveMyHours = (
  ctx: Context,
  { userId }: SignedIn,
  hours: HoursSaved,
  listTimesIn: ListTimesIn,
): Promise<Hours> => withStaff(ctx.db, userId, (tx) => replace(ctx, tx, { user_id: userId, ...hours }, listTimesIn));

/**
 * Reads the hours of a practitioner.
 *
 * @param reach limits the hours to one clinic; if undefined, the hours at all clinics of the practitioner are read
 */
async function read(ctx: Context, tx: Tx, userId: string, reach?: Reach): Promise<Hours> {
  const sites = await sitesOf(tx, userId, reach?.clinicId);
  const known = new Set(sites.map(({ id }) => id));
  const rules = (await rulesOf(tx, userId))
    .filter(({ site_id }) => known.has(site_id))
    .map(({ timezone: _of, ...rule }) => rule);
  const exceptions = (await exceptionsOf(tx, userId, firstShownDay(ctx))).filter(({ site_id }) =>
    site_id === null ? seesEverywhere(reach) : known.has(site_id),
  );
  return { sites, rules, exceptions, version: versionOfHours({ rules, exceptions }) };
}

const versionOfHours = ({ rules, exceptions }: Pick<HoursSaved, 'rules' | 'exceptions'>): string =>
  versionOf([inFixedOrder(rules), inFixedOrder(exceptions)]);

const seesEverywhere = (reach: Reach | undefined): boolean => reach?.everywhere ?? true;

/** An exception, with the index of the row in which the caller gave it. */
interface Given {
  readonly row: number;
  readonly exception: HoursException;
}

/**
 * Replaces each exception for "every place" with one exception for each place of the clinic. The desk of a clinic must
 * not change the hours at other clinics.
 */
const atEachOf = (siteIds: readonly string[], given: readonly Given[]): Given[] =>
  given.flatMap(({ row, exception }) =>
    exception.site_id === null
      ? siteIds.map((site_id) => ({ row, exception: { ...exception, site_id } }))
      : [{ row, exception }],
  );

/** Returns the faults under the paths of the rows that the caller gave. */
const atGivenRows = <F>(faults: Readonly<Record<string, F>>, expanded: readonly Given[]): Record<string, F> =>
  Object.fromEntries(
    Object.entries(faults).map(([path, fault]) => {
      const [list, at] = path.split('.');
      return [list === 'exceptions' ? `exceptions.${expanded[Number(at)]?.row ?? at}` : path, fault];
    }),
  );

async function replace(
  ctx: Context,
  tx: Tx,
  { user_id: userId, rules, version, visits_version, ...given }: HoursSaved & Pick<OneMember, 'user_id'>,
  listTimesIn: ListTimesIn,
  reach?: Reach,
): Promise<Hours> {
  // If two people save different hours at the same time, their saves run one after the other. The second save is
  // refused, because the second person has not seen the first change.
  await sql`select pg_advisory_xact_lock(hashtextextended('hours:' || ${userId}, 0))`.execute(tx);
  const before = await read(ctx, tx, userId, reach);
  const zones = new Map(before.sites.map(({ id, timezone }) => [id, timezone]));
  const rows = given.exceptions.map((exception, row) => ({ row, exception }));
  const expanded = seesEverywhere(reach) ? rows : atEachOf([...zones.keys()], rows);
  const exceptions = expanded.map(({ exception }) => exception);
  requireVersion({ stored: before.version, loaded: version, wanted: versionOfHours({ rules, exceptions }) });
  const first = firstShownDay(ctx);
  const all = await rulesOf(tx, userId);
  const faults = hoursFaults(
    { rules, exceptions },
    zones,
    all.filter(({ site_id }) => !zones.has(site_id)),
    first,
  );
  if (Object.keys(faults).length > 0) throw invalidInput(atGivenRows(faults, expanded));
  const parts = newlyOff(before.exceptions, exceptions);
  await refuseUnseenVisits(ctx, tx, { parts, practitioner_id: userId, visits_version, listTimesIn });
  await write(tx, userId, [...zones.keys()], { rules, exceptions, first });
  return read(ctx, tx, userId, reach);
}

/** Returns the time off that was not time off before. */
function newlyOff(before: readonly HoursException[], after: readonly HoursException[]): HoursException[] {
  const keyOf = ({ site_id, day, starts, ends }: HoursException) => [day, starts, ends, site_id].join(' ');
  const isOff = ({ kind }: HoursException) => kind === 'off';
  const known = new Set(before.filter(isOff).map(keyOf));
  return after.filter((exception) => isOff(exception) && !known.has(keyOf(exception)));
}

/**
 * Returns the places of the clinics where a person works. Leaves out an inactive place, unless the person has hours
 * there.
 */
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

/** Shortens a time of the database from HH:MM:SS to HH:MM. */
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
