import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { calendarFeed, type FeedEvent } from '#server/platform/calendar/calendar-file.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withSystem } from '#server/platform/db/db.ts';
import { type Exchange, isRead, type Route, send } from '#server/platform/http/exchange.ts';
import { messagesOf } from '#server/platform/messages.ts';
import { siteLanguage } from '#server/platform/site-language.ts';
import type { ReadingLanguage } from '#contract/languages.ts';
import '../bookings.table.ts';
import { hashOfSecret } from './feeds.ts';

const ADDRESS = /^\/calendar\/([\w-]{43})\.ics$/;
const DAY_MS = 86_400_000;
const BACK_DAYS = 60;
const AHEAD_DAYS = 400;
const MOST_EVENTS = 5000;
/** The last use of a calendar address is recorded at most once in this number of minutes. */
const READ_NOTED_MIN = 15;

const words = messagesOf<'feed.name'>('bookings');

/**
 * Returns the names of patients by the ids of their booked times. The domain of appointments provides this function.
 */
export type NamesOfTimes = (tx: Tx, timeIds: readonly string[]) => Promise<ReadonlyMap<string, string>>;

/**
 * Serves GET /calendar/{secret}.ics, which lists appointments for a calendar program. An unknown or closed address
 * gives a 404.
 */
export function calendarFeedRoute(ctx: Context, namesOf: NamesOfTimes): Route {
  return {
    access: 'proof',
    matches: (exchange) => isRead(exchange) && exchange.url.pathname.startsWith('/calendar/'),
    async answer(exchange) {
      const secret = ADDRESS.exec(exchange.url.pathname)?.[1];
      const text = secret && (await textOf(ctx, namesOf, hashOfSecret(secret)));
      if (!text) return send(exchange, 404, 'text/plain; charset=utf-8', 'Not found', { 'Cache-Control': 'no-store' });
      return sendTagged(exchange, text);
    },
  };
}

function sendTagged(exchange: Exchange, text: string): true {
  const etag = `"${createHash('sha256').update(text).digest('base64url')}"`;
  const headers = { ETag: etag, 'Cache-Control': 'private, no-cache', 'X-Robots-Tag': 'noindex' };
  const known = String(exchange.req.headers['if-none-match'] ?? '');
  if (known.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)) {
    exchange.res.writeHead(304, headers).end();
    return true;
  }
  return send(exchange, 200, 'text/calendar; charset=utf-8', text, headers);
}

const textOf = (ctx: Context, namesOf: NamesOfTimes, hash: string): Promise<string | null> =>
  withSystem(ctx.system, async (tx) => {
    const feed = await findFeed(tx, hash);
    if (!feed) return null;
    const now = ctx.clock.now();
    const times = await timesOf(tx, feed, now);
    const names = feed.shows_names
      ? await namesOf(
          tx,
          times.map(({ id }) => id),
        )
      : new Map<string, string>();
    await noteRead(tx, feed.id, now);
    const language = siteLanguage(feed.language);
    const page = feed.site_id ? (feed.maker_role === 'desk' ? 'desk' : 'admin/calendar') : 'studio';
    const name = words[language]['feed.name'].replace('{{name}}', feed.site_name ?? feed.person_name ?? '');
    return calendarFeed(
      name,
      times.map((time) =>
        eventOf(ctx, time, { language, of: feed.site_id ? 'site' : 'person', page, name: names.get(time.id) }),
      ),
    );
  });

interface Feed {
  readonly id: string;
  readonly user_id: string | null;
  readonly site_id: string | null;
  readonly shows_names: boolean;
  readonly site_name: string | null;
  readonly person_name: string | null;
  readonly language: ReadingLanguage;
  readonly maker_role: string | null;
}

/**
 * Finds a feed that is still valid. The feed of a practitioner is valid while the registration is verified and the
 * account is neither suspended nor closed. The feed of a site is valid under two conditions. The site and its clinic
 * must be active. The person who made the feed must be an administrator or a member of the clinic's desk, and neither
 * suspended nor closed.
 */
async function findFeed(tx: Tx, hash: string): Promise<Feed | undefined> {
  const { rows } = await sql<Feed>`
    select f.id, f.user_id, f.site_id, f.shows_names, s.name as site_name, u.name as person_name,
      coalesce(u.language, maker.language, 'en') as language, maker.role as maker_role
    from calendar_feeds f left join clinic_sites s on s.id = f.site_id left join clinics c on c.id = s.clinic_id left join users u on u.id = f.user_id
      left join practitioners p on p.user_id = f.user_id left join users maker on maker.id = f.created_by
    where f.secret_hash = ${hash} and f.revoked_at is null and (
      (f.site_id is not null and s.is_active and c.is_active and maker.suspended_at is null and maker.closed_at is null
        and (maker.role = 'admin' or (maker.role = 'desk' and exists (select from clinic_members m
          where m.clinic_id = s.clinic_id and m.user_id = maker.id and m.role = 'desk'))))
      or (f.user_id is not null and u.suspended_at is null and u.closed_at is null and p.verified_at is not null))`.execute(
    tx,
  );
  return rows[0];
}

interface Time {
  readonly id: string;
  readonly state: string;
  readonly starts: Date;
  readonly minutes: number;
  readonly calendar_sequence: number;
  readonly updated_at: Date;
  readonly name_en: string;
  readonly name_fr: string;
  readonly site_name: string;
  readonly address: string;
  readonly room_name: string | null;
  readonly practitioner_name: string;
}

async function timesOf(tx: Tx, { user_id, site_id }: Feed, now: Date): Promise<Time[]> {
  const [from, to] = [new Date(now.getTime() - BACK_DAYS * DAY_MS), new Date(now.getTime() + AHEAD_DAYS * DAY_MS)];
  const whose = site_id ? sql`t.site_id = ${site_id}` : sql`t.practitioner_id = ${user_id}`;
  const { rows } = await sql<Time>`
    select t.id, t.state, lower(t.during) as starts, (extract(epoch from upper(t.during) - lower(t.during)) / 60)::int as minutes,
      t.calendar_sequence, t.updated_at, v.name_en, v.name_fr, s.name as site_name, s.address, r.name as room_name,
      u.name as practitioner_name
    from booked_times t join clinic_services v on v.id = t.service_id join clinic_sites s on s.id = t.site_id
      join users u on u.id = t.practitioner_id left join clinic_rooms r on r.id = t.room_id
    where ${whose} and (t.state in ('booked', 'arrived', 'done') or (t.state = 'held' and t.held_until > ${now}))
      and lower(t.during) between ${from} and ${to}
    order by lower(t.during), t.id limit ${MOST_EVENTS}`.execute(tx);
  return rows;
}

interface Telling {
  readonly language: 'en' | 'fr';
  readonly of: 'person' | 'site';
  /** The page that the events link to. The person who created the calendar's address has access to this page. */
  readonly page: 'studio' | 'desk' | 'admin/calendar';
  readonly name: string | undefined;
}

/**
 * Returns one event of a calendar. Its title has the name of the patient or of the service, but never both, because a
 * name with a treatment is health data. In the calendar of a site, the title also has the name of the practitioner.
 */
function eventOf({ config }: Context, time: Time, { language, of, page, name }: Telling): FeedEvent {
  const service = language === 'fr' ? time.name_fr : time.name_en;
  const title = [name ?? service, of === 'site' && time.practitioner_name].filter(Boolean).join(' · ');
  return {
    uid: `${time.id}@${new URL(config.publicUrl).hostname}`,
    sequence: time.calendar_sequence,
    changedAt: time.updated_at,
    start: time.starts,
    minutes: time.minutes,
    title,
    description: '',
    location: [time.room_name, time.site_name, time.address].filter(Boolean).join(', '),
    url: `${config.publicUrl}${language === 'fr' ? '/fr' : ''}/${page}`,
    isTentative: time.state === 'held',
  };
}

const noteRead = (tx: Tx, id: string, now: Date): Promise<unknown> =>
  tx
    .updateTable('calendar_feeds')
    .set({ read_at: now })
    .where('id', '=', id)
    .where((eb) =>
      eb.or([eb('read_at', 'is', null), eb('read_at', '<', new Date(now.getTime() - READ_NOTED_MIN * 60_000))]),
    )
    .execute();
