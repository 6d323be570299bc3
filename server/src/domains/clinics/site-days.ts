import { sql } from 'kysely';
import type { SiteDay, SiteDays } from '#contract/clinics.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withTeam } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { invalidInput, Refusal } from '#server/platform/refusal.ts';
import { record } from './members.ts';
import { firstShownDay, versionOf } from './shown-days.ts';

export const getSiteDays = (ctx: Context, caller: SignedIn, siteId: string): Promise<SiteDays> =>
  withTeam(ctx.db, caller, (tx) => read(ctx, tx, siteId));

/**
 * Replaces the special days of a place from yesterday on: days on which it is closed, and holidays on which it is open.
 * Earlier days do not change.
 */
export const saveSiteDays = (
  ctx: Context,
  caller: SignedIn,
  { site_id, days, version }: { site_id: string; days: readonly SiteDay[]; version: string },
): Promise<SiteDays> =>
  withTeam(ctx.db, caller, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('site days:' || ${site_id}, 0))`.execute(tx);
    if ((await read(ctx, tx, site_id)).version !== version) throw new Refusal('CHANGED_SINCE');
    const first = firstShownDay(ctx);
    const faults = days.flatMap(({ day }, at): [string, string[]][] => {
      if (day < first) return [[`days.${at}`, ['past']]];
      return days.some((other, nth) => nth !== at && other.day === day) ? [[`days.${at}`, ['twice']]] : [];
    });
    if (faults.length > 0) throw invalidInput(Object.fromEntries(faults));
    await tx.deleteFrom('site_days').where('site_id', '=', site_id).where('day', '>=', first).execute();
    const rows = days.map((day) => ({ site_id, ...day }));
    if (rows.length > 0) await tx.insertInto('site_days').values(rows).execute();
    const saved = await read(ctx, tx, site_id);
    const clinic_id = await clinicOf(tx, site_id);
    await record(ctx, tx, caller, { action: 'clinic.daysChanged', clinic_id, details: { site_id } });
    return saved;
  });

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
  return { days, version: versionOf(days) };
}
