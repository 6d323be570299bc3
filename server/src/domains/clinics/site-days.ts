import { sql } from 'kysely';
import type { SiteDay, SiteDays } from '#contract/clinics.ts';
import { holidaysOf } from '#server/platform/calendar/holidays.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withTeam } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { invalidInput, Refusal } from '#server/platform/refusal.ts';
import { requireVersion } from '#server/platform/require-version.ts';
import { type ListTimesIn, refuseUnseenVisits } from './closed-days.ts';
import { record } from './members.ts';
import { firstShownDay, inFixedOrder, versionOf } from './shown-days.ts';

export const getSiteDays = (ctx: Context, caller: SignedIn, siteId: string): Promise<SiteDays> =>
  withTeam(ctx.db, caller, (tx) => read(ctx, tx, siteId));

interface SiteDaysSaved {
  readonly site_id: string;
  readonly days: readonly SiteDay[];
  readonly version: string;
  readonly visits_version?: string | null | undefined;
}

/**
 * Replaces the special days of a place from yesterday on: days on which it is closed, and holidays on which it is open.
 * Earlier days do not change.
 */
export const saveSiteDays = (
  ctx: Context,
  caller: SignedIn,
  { site_id, days, version, visits_version }: SiteDaysSaved,
  listTimesIn: ListTimesIn,
): Promise<SiteDays> =>
  withTeam(ctx.db, caller, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('site days:' || ${site_id}, 0))`.execute(tx);
    const before = await read(ctx, tx, site_id);
    requireVersion({ stored: before.version, loaded: version, wanted: versionOfDays(days) });
    const first = firstShownDay(ctx);
    const faults = days.flatMap(({ day }, at): [string, string[]][] => {
      if (day < first) return [[`days.${at}`, ['past']]];
      return days.some((other, nth) => nth !== at && other.day === day) ? [[`days.${at}`, ['twice']]] : [];
    });
    if (faults.length > 0) throw invalidInput(Object.fromEntries(faults));
    const country = await countryOf(tx, site_id);
    const named = new Set([...before.days, ...days].map(({ day }) => day));
    const parts = [...named]
      .filter((day) => isClosed(days, country, day) && !isClosed(before.days, country, day))
      .map((day) => ({ site_id, day, starts: null, ends: null }));
    await refuseUnseenVisits(ctx, tx, { parts, practitioner_id: null, visits_version, listTimesIn });
    await tx.deleteFrom('site_days').where('site_id', '=', site_id).where('day', '>=', first).execute();
    const rows = days.map((day) => ({ site_id, ...day }));
    if (rows.length > 0) await tx.insertInto('site_days').values(rows).execute();
    const saved = await read(ctx, tx, site_id);
    const clinic_id = await clinicOf(tx, site_id);
    await record(ctx, tx, caller, { action: 'clinic.daysChanged', clinic_id, details: { site_id } });
    return saved;
  });

/** Returns true if the place is closed on this day: the special days decide, or else the holidays of the country. */
function isClosed(days: readonly SiteDay[], country: string, day: string): boolean {
  const said = days.find((one) => one.day === day);
  return said ? !said.is_open : holidaysOf(country, Number(day.slice(0, 4))).has(day);
}

async function countryOf(tx: Tx, siteId: string): Promise<string> {
  const site = tx.selectFrom('clinic_sites').select('country').where('id', '=', siteId);
  return (await site.executeTakeFirstOrThrow()).country;
}

async function clinicOf(tx: Tx, siteId: string): Promise<string> {
  const site = tx.selectFrom('clinic_sites').select('clinic_id').where('id', '=', siteId);
  return (await site.executeTakeFirstOrThrow()).clinic_id;
}

async function read(ctx: Context, tx: Tx, siteId: string): Promise<SiteDays> {
  const site = await tx.selectFrom('clinic_sites').select('id').where('id', '=', siteId).executeTakeFirst();
  if (!site) throw new Refusal('NOT_FOUND');
  const days = await tx
    .selectFrom('site_days')
    .select(['day', 'is_open', 'name'])
    .where('site_id', '=', siteId)
    .where('day', '>=', firstShownDay(ctx))
    .orderBy('day')
    .execute();
  return { days, version: versionOfDays(days) };
}

const versionOfDays = (days: readonly SiteDay[]): string => versionOf(inFixedOrder(days));
