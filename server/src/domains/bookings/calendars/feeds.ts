import { createHash, randomBytes, randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { type CalendarFeed, MOST_CALENDARS, type SiteCalendars } from '#contract/bookings.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withTeam } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { Refusal } from '#server/platform/refusal.ts';
import '../bookings.table.ts';

/** The owner of a calendar address: the person or the site whose appointments it shows. */
type Whose = { readonly user_id: string } | { readonly site_id: string };

/** Hashes the secret of an address. Only the hash is stored, so that a reader of the table cannot open a calendar. */
export const hashOfSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/**
 * Makes an address that opens the calendar for everyone who has the address. The audit log records that the address was
 * made. The address is returned only by this call and cannot be shown again.
 */
export const makeFeed = (ctx: Context, caller: SignedIn, whose: Whose, shows_names: boolean): Promise<string> =>
  withTeam(ctx.db, caller, async (tx) => {
    await lockOwner(tx, whose);
    const { count } = await openFeeds(tx, whose)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    if (count >= MOST_CALENDARS) throw new Refusal('TOO_MANY_CALENDARS', { most: MOST_CALENDARS });
    const [id, secret] = [randomUUIDv7(), randomBytes(32).toString('base64url')];
    await tx
      .insertInto('calendar_feeds')
      .values({
        id,
        user_id: 'user_id' in whose ? whose.user_id : null,
        site_id: 'site_id' in whose ? whose.site_id : null,
        created_by: caller.userId,
        secret_hash: hashOfSecret(secret),
        shows_names,
        created_at: ctx.clock.now(),
      })
      .execute();
    await record(ctx, tx, caller, 'calendar.shared', id, { shows_names });
    return `${ctx.config.publicUrl}/calendar/${secret}.ics`;
  });

/**
 * Locks the feeds of the person, or the site, so that two calls at the same time cannot both pass the limit. @throws
 * Refusal NOT_FOUND
 */
async function lockOwner(tx: Tx, whose: Whose): Promise<void> {
  if ('user_id' in whose) return lockCalendars(tx, whose.user_id);
  const site = await tx.selectFrom('clinic_sites').select('id').where('id', '=', whose.site_id).executeTakeFirst();
  await lockCalendars(tx, whose.site_id);
  if (!site) throw new Refusal('NOT_FOUND');
}

/**
 * Locks the calendars of a person or a site. The lock is an advisory lock, because the owner may have no calendar yet,
 * and the desk may not lock the row of the site.
 */
export async function lockCalendars(tx: Tx, ownerId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`calendars:${ownerId}`}, 0))`.execute(tx);
}

const openFeeds = (tx: Tx, whose: Whose) => {
  const feeds = tx.selectFrom('calendar_feeds').where('revoked_at', 'is', null);
  return 'user_id' in whose ? feeds.where('user_id', '=', whose.user_id) : feeds.where('site_id', '=', whose.site_id);
};

/**
 * Closes a calendar address. @throws Refusal NOT_FOUND if the feed does not exist, belongs to another person, or is
 * already closed
 */
export const revokeFeed = (ctx: Context, caller: SignedIn, id: string, of: 'person' | 'site'): Promise<void> =>
  withTeam(ctx.db, caller, async (tx) => {
    const one = tx
      .updateTable('calendar_feeds')
      .set({ revoked_at: ctx.clock.now() })
      .where('id', '=', id)
      .where('revoked_at', 'is', null);
    const { numUpdatedRows } = await (of === 'person'
      ? one.where('user_id', '=', caller.userId)
      : one.where('site_id', 'is not', null)
    ).executeTakeFirst();
    if (numUpdatedRows === 0n) throw new Refusal('NOT_FOUND');
    await record(ctx, tx, caller, 'calendar.revoked', id);
  });

const record = (
  ctx: Context,
  tx: Tx,
  { userId, role }: SignedIn,
  action: 'calendar.shared' | 'calendar.revoked',
  id: string,
  details?: Record<string, unknown>,
): Promise<void> =>
  ctx.audit.record(tx, {
    actor: userId,
    actor_role: role,
    action,
    subject: `calendar_feed:${id}`,
    patient_id: null,
    reason: '',
    ...(details && { details }),
  });

const shownColumns = ['id', 'shows_names', 'created_at', 'read_at'] as const;

export async function listFeeds(tx: Tx, whose: Whose): Promise<CalendarFeed[]> {
  const rows = await openFeeds(tx, whose).select(shownColumns).orderBy('id').execute();
  return rows.map(toFeed);
}

const toFeed = (row: { id: string; shows_names: boolean; created_at: Date; read_at: Date | null }): CalendarFeed => ({
  id: row.id,
  shows_names: row.shows_names,
  created_at: row.created_at.toISOString(),
  read_at: row.read_at?.toISOString() ?? null,
});

/**
 * Lists the active sites and their open feeds. An administrator sees every clinic, and a member of a desk sees their
 * own clinic.
 */
export const listSiteFeeds = (ctx: Context, caller: SignedIn): Promise<SiteCalendars> =>
  withTeam(ctx.db, caller, async (tx) => {
    const sites = await tx
      .selectFrom('clinic_sites')
      .select(['id', 'name'])
      .where('is_active', '=', true)
      .orderBy('name')
      .orderBy('id')
      .execute();
    const feeds = await tx
      .selectFrom('calendar_feeds')
      .select([...shownColumns, 'site_id'])
      .where('site_id', 'is not', null)
      .where('revoked_at', 'is', null)
      .orderBy('id')
      .execute();
    const bySite = Map.groupBy(feeds, (feed) => feed.site_id);
    return { sites: sites.map((site) => ({ ...site, feeds: (bySite.get(site.id) ?? []).map(toFeed) })) };
  });
