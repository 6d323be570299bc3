import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Plan } from '#contract/base.ts';
import type { Visibility } from '#contract/community.ts';
import { withUser } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { setChoices, choicesOf } from '#server/domains/identity/index.ts';
import { aRelay } from '../../../test/a-relay.ts';
import { aChannel, aPost, aRegular } from '../../../test/a-community.ts';
import { aWorld, type World } from '../../../test/world.ts';
import { markChannelSeen, setFollow } from './follows.ts';
import { joinChannel } from './membership.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A Monday. The clock of the test world starts on 2026-11-20, a Friday. */
const MONDAY = new Date('2026-11-23T07:10:00Z');

const choose = (world: World, reader: SignedIn, is_on = true) =>
  world.browserOf(reader).post('/rpc/set_my_digest', { is_on });
const preview = async (world: World, reader: SignedIn): Promise<{ subject: string; text: string } | null> =>
  (await world.browserOf(reader).post('/rpc/preview_my_digest')).json.mail;
/** Returns the digests that were sent. */
const digests = async (world: World) =>
  (await world.mails()).filter(({ subject }) => subject.startsWith('New in your'));
const send = (world: World) => world.jobs.runNow('community.sendDigests', {});
const at = (world: World, moment: Date) => world.clock.advance(moment.getTime() - world.clock.now().getTime());
const setPlan = (world: World, { userId }: SignedIn, plan: Plan) =>
  sql`update users set plan = ${plan} where id = ${userId}`.execute(world.db);

/** Creates a community that the reader has joined, with one new post. */
async function aRoom(world: World, reader: SignedIn, visibility: Visibility, name: string, title: string) {
  const owner = await aRegular(world, { plan: 'elite' });
  const { channel_id } = await aChannel(world, owner, { visibility, name });
  await joinChannel(world, reader, { channel_id, words: '' });
  world.clock.advance(1000);
  return { owner, channel_id, post_id: await aPost(world, owner, channel_id, { title }) };
}

test('the community digest is sent only to people who chose it', async () => {
  const world = await aWorld();
  const reader = await world.patient();
  await aRoom(world, reader, 'open', 'Calm', 'A quiet week');
  expect((await world.browserOf(reader).post('/rpc/get_my_digest')).json).toEqual({ is_on: false });
  at(world, MONDAY);
  await send(world);
  expect(await digests(world)).toEqual([]);
});

test('the community digest is sent on Monday once, equal to its preview and without titles in the subject', async () => {
  const world = await aWorld();
  const reader = await world.patient({ first_name: 'Nora' });
  const { owner, channel_id } = await aRoom(world, reader, 'open', 'Calm', 'A quiet week');
  expect((await choose(world, reader)).json).toEqual({ is_on: true });
  await send(world);
  expect(await digests(world)).toEqual([]);

  at(world, MONDAY);
  const shown = await preview(world, reader);
  await send(world);
  await send(world);
  const [mail, ...more] = await digests(world);
  expect(more).toEqual([]);
  expect({ subject: mail?.subject, text: mail?.text }).toEqual(shown);
  expect(mail?.text).toContain('Calm: 1\n\n– A quiet week');
  expect(mail?.subject).not.toMatch(/quiet|Calm/);
  expect(await preview(world, reader)).toBeNull();

  await aPost(world, owner, channel_id, { title: 'After the mail' });
  world.clock.advance(6 * DAY_MS);
  await send(world);
  expect(await digests(world)).toHaveLength(1);
  world.clock.advance(DAY_MS);
  await send(world);
  const [, second] = await digests(world);
  expect(second?.text).toContain('– After the mail');
  expect(second?.text).not.toContain('A quiet week');
});

test('one community digest is sent for a Monday, even if the person changes the time zone on that day', async () => {
  const world = await aWorld();
  const reader = await world.patient();
  const { owner, channel_id } = await aRoom(world, reader, 'open', 'Calm', 'One');
  await choose(world, reader);
  const live = async (zone: string) =>
    setChoices(world, reader.userId, {
      ...(await choicesOf(world.db, reader.userId)),
      quiet: { from: '03:00', to: '03:30', zone },
    });
  await live('Asia/Tokyo');
  at(world, new Date('2026-11-22T23:10:00Z'));
  await send(world);
  expect(await digests(world)).toHaveLength(1);
  await live('America/New_York');
  await aPost(world, owner, channel_id, { title: 'Two' });
  at(world, new Date('2026-11-23T13:10:00Z'));
  await send(world);
  expect(await digests(world)).toHaveLength(1);
});

test('the community digest waits until the quiet hours of the person end', async () => {
  const world = await aWorld();
  const reader = await world.patient();
  await aRoom(world, reader, 'open', 'Calm', 'One');
  await choose(world, reader);
  const quiet = { from: '22:00', to: '09:30', zone: 'Europe/Paris' };
  await setChoices(world, reader.userId, { ...(await choicesOf(world.db, reader.userId)), quiet });
  at(world, MONDAY);
  await send(world);
  expect(await digests(world)).toEqual([]);
  world.clock.advance(2 * HOUR_MS);
  await send(world);
  expect(await digests(world)).toHaveLength(1);
});

test('the digest uses the plan at the time of sending, and shows no titles of closed communities', async () => {
  const world = await aWorld();
  const [lapsed, paying] = [await world.patient({ plan: 'elite' }), await world.patient({ plan: 'elite' })];
  const rooms = { open: 'Open room', paid: 'Paid room', elite_only: 'Elite room' } as const;
  for (const visibility of ['open', 'paid', 'elite_only'] as const) {
    const { channel_id } = await aRoom(world, lapsed, visibility, rooms[visibility], `Title ${visibility}`);
    await joinChannel(world, paying, { channel_id, words: '' });
    await sql`update channel_members set seen_at = seen_at - interval '1 hour' where user_id = ${paying.userId}`.execute(
      world.db,
    );
  }
  await choose(world, lapsed);
  await choose(world, paying);
  at(world, MONDAY);
  await setPlan(world, lapsed, 'free');
  await send(world);
  const mails = await digests(world);
  const { email: lapsedAddress } = await world.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', lapsed.userId)
    .executeTakeFirstOrThrow();
  const textTo = (isLapsed: boolean) => mails.find(({ to }) => (to === lapsedAddress) === isLapsed)?.text;
  expect(textTo(true)).toContain('Open room: 1\n\n– Title open');
  expect(textTo(true)).not.toMatch(/Paid|Elite|Title paid|Title elite/);
  expect(textTo(false)).toContain('Paid room: 1');
  expect(textTo(false)).toContain('Elite room: 1');
  expect(textTo(false)).not.toMatch(/Title paid|Title elite/);
});

test('no digest is sent if there is no news: own, seen, muted and removed posts do not count', async () => {
  const world = await aWorld();
  const reader = await aRegular(world);
  const seen = await aRoom(world, reader, 'open', 'Seen', 'Seen');
  const muted = await aRoom(world, reader, 'open', 'Muted', 'Muted');
  const silent = await aRoom(world, reader, 'open', 'Silent', 'By somebody muted');
  const removed = await aRoom(world, reader, 'open', 'Removed', 'Removed');
  world.clock.advance(1000);
  await aPost(world, reader, removed.channel_id, { title: 'My own' });
  expect((await preview(world, reader))?.text).toMatch(/Seen: 1[^]*Silent: 1/);
  await markChannelSeen(world, reader, seen.channel_id);
  await setFollow(world, reader, { target: { channel_id: muted.channel_id }, state: 'mute' });
  await setFollow(world, reader, { target: { person_id: silent.owner.userId }, state: 'mute' });
  await sql`update posts set state = 'removed' where id = ${removed.post_id}`.execute(world.db);
  expect(await preview(world, reader)).toBeNull();
  await choose(world, reader);
  at(world, MONDAY);
  await send(world);
  expect(await digests(world)).toEqual([]);
});

test('one click in the digest switches it off, but opening the address alone does not', async () => {
  const relay = await aRelay();
  const world = await aWorld({ smtpUrl: relay.url });
  const [reader, other] = [await world.patient(), await world.patient()];
  await choose(world, reader);
  await choose(world, other);
  await aRoom(world, reader, 'open', 'Calm', 'One');
  at(world, MONDAY);
  await send(world);
  await world.outbox.drain();
  const headers = new Map(relay.received.flatMap((mail) => mail.headers).map(({ key, value }) => [key, value]));
  expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  const address = /^<(.+)>$/.exec(headers.get('list-unsubscribe') ?? '')?.[1] ?? '';
  expect(address).toMatch(/^http:\/\/flaira\.test\/api\/community\/leave-digest\/[0-9a-f-]{36}$/);
  const path = new URL(address).pathname;

  const anybody = world.browser();
  const isOn = async (person: SignedIn) => (await world.browserOf(person).post('/rpc/get_my_digest')).json.is_on;
  const looked = await anybody.get(path);
  expect(looked.status).toBe(303);
  expect(await isOn(reader)).toBe(true);
  expect((await anybody.post('/api/community/leave-digest/not-a-key')).status).toBe(200);
  expect((await anybody.post(`/api/community/leave-digest/${crypto.randomUUID()}`)).status).toBe(200);
  expect(await isOn(reader)).toBe(true);
  expect((await anybody.post(path)).status).toBe(200);
  expect(await isOn(reader)).toBe(false);
  expect(await isOn(other)).toBe(true);
});

test('a person can read and change only their own choice of the digest, also in the database', async () => {
  const world = await aWorld();
  const [one, other] = [await world.patient(), await world.patient()];
  await choose(world, one);
  expect((await world.browserOf(other).post('/rpc/get_my_digest')).json).toEqual({ is_on: false });
  const seen = await withUser(world.db, other.userId, (tx) => sql`select from community_digests`.execute(tx));
  expect(seen.rows).toEqual([]);
});

test('the digest names and counts texts in the languages that the member reads', async () => {
  const world = await aWorld();
  const reader = await world.patient();
  const { owner, channel_id } = await aRoom(
    world,
    reader,
    'open',
    'Calm',
    'Notes from a slow week without any acids at all',
  );
  await aPost(world, owner, channel_id, {
    title: 'Une semaine tranquille, sans acides et sans soleil',
    body: '<p>La peau est restée calme pendant toute la semaine.</p>',
  });
  expect((await preview(world, reader))?.text).toContain('Calm: 2');
  await world.browserOf(reader).post('/rpc/set_my_reading', { languages: ['fr'] });
  const text = (await preview(world, reader))?.text ?? '';
  expect(text).toContain('Calm: 1\n\n– Une semaine tranquille');
  expect(text).not.toContain('Notes from');
  await world.browserOf(reader).post('/rpc/set_my_reading', { languages: ['ko'] });
  expect(await preview(world, reader)).toBeNull();
});
