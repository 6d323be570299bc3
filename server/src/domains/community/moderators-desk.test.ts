import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { NewMemberLimits, type ReportReason, ReportReasons } from '#contract/community.ts';
import { aChannel, aComment, aPost, aRegular } from '../../../test/a-community.ts';
import { tellDecided } from '../../../test/a-moderator.ts';
import { aWorld } from '../../../test/world.ts';
import { answerAppeal, appealDecision, listAppeals, listModerationLog, listMyDecisions } from './appeals.ts';
import { changeState } from './change-state.ts';
import { lockToChange } from './content.queries.ts';
import { getOrCreateUserChannel } from './create-channel.ts';
import { decideTogether } from './decide-together.ts';
import { listChannelPosts } from './list-posts.ts';
import { listReports } from './list-reports.ts';
import { joinChannel, setMemberRole } from './membership.ts';
import { moderate, type Order } from './moderate.ts';
import { getMyCommunity } from './people.ts';
import { communityData } from './personal.ts';
import { getPost } from './read-post.ts';
import { getReportedThread } from './reported-thread.ts';
import { reportContent } from './report-content.ts';
import { HoldRules, severityOf } from './severity.ts';
import { undoDecisions } from './undo-decisions.ts';
import { viewerOf } from './viewer.ts';
import { deleteComment } from './write-comment.ts';
import { deletePost, editPost } from './write-post.ts';

const STATEMENT = 'Please keep doses to your own doctor.';
type World = Awaited<ReturnType<typeof aWorld>>;

async function aDesk() {
  const world = await aWorld();
  const [owner, author] = [await aRegular(world), await aRegular(world)];
  const { channel_id, slug } = await aChannel(world, owner);
  const post_id = await aPost(world, author, channel_id, { tags: ['Peeling'] });
  return { world, owner, author, channel_id, slug, post_id };
}

async function report(world: World, subject_id: string, reason: ReportReason, kind: 'post' | 'comment' = 'post') {
  const reporter = await aRegular(world);
  await reportContent(world, reporter, { subject_kind: kind, subject_id, reason, note: '' });
  return reporter;
}

async function reportBy(
  world: World,
  count: number,
  subject_id: string,
  reason: ReportReason,
  kind: 'post' | 'comment' = 'post',
) {
  for (let n = 0; n < count; n += 1) await report(world, subject_id, reason, kind);
}

const open = (world: World, who: Parameters<typeof listReports>[1], more = {}) =>
  listReports(world, who, { status: 'open', limit: 20, ...more });
const idsOf = ({ rows }: Awaited<ReturnType<typeof listReports>>) => rows.map(({ subject }) => subject.id);
const stateOf = async (world: World, who: Parameters<typeof getPost>[1], post_id: string) =>
  (await getPost(world, who, { post_id, sort: 'best' })).post.state;
const about = (subject_id: string, action: Order['action'], more: Partial<Order> = {}): Order => ({
  version: 1,
  subject_kind: 'post',
  subject_id,
  action,
  statement: STATEMENT,
  ...more,
});

test('moderators have one queue for all their communities, and administrators have one for all communities', async () => {
  const { world, owner, author, channel_id, post_id } = await aDesk();
  const second = await aChannel(world, owner);
  const foreign = await aChannel(world, author);
  const [theirs, elsewhere] = [
    await aPost(world, author, second.channel_id),
    await aPost(world, owner, foreign.channel_id),
  ];
  await report(world, post_id, 'spam');
  await report(world, theirs, 'medical_danger');
  await report(world, elsewhere, 'medical_danger');
  const member = await aRegular(world);
  await joinChannel(world, member, { channel_id, words: '' });
  for (const nobody of [member, await aRegular(world)])
    for (const ask of [
      () => open(world, nobody),
      () => listAppeals(world, nobody, { limit: 5 }),
      () => listModerationLog(world, nobody, { limit: 5 }),
    ])
      await expect(ask()).rejects.toMatchObject({ code: 'FORBIDDEN' });

  const all = await open(world, owner);
  expect(idsOf(all)).toEqual([theirs, post_id]);
  expect(all.open_count).toBe(2);
  expect(Object.fromEntries(all.open_by_channel.map(({ channel_id: id, count }) => [id, count]))).toEqual({
    [channel_id]: 1,
    [second.channel_id]: 1,
  });
  const one = await open(world, owner, { channel_id });
  expect(idsOf(one)).toEqual([post_id]);
  expect(one).toMatchObject({ open_count: 1, open_by_reason: [{ reason: 'spam', count: 1 }] });
  expect(one.open_by_channel).toHaveLength(2);
  await reportContent(world, member, { subject_kind: 'person', subject_id: author.userId, reason: 'other', note: '' });
  expect(idsOf(await open(world, await world.admin()))).toEqual(
    expect.arrayContaining([post_id, theirs, elsewhere, author.userId]),
  );
  expect(idsOf(await open(world, owner))).not.toContain(author.userId);

  const mine = await moderate(world, owner, about(post_id, 'lock'));
  await moderate(world, author, about(elsewhere, 'lock'));
  expect((await listModerationLog(world, owner, { limit: 5 })).rows.map(({ id }) => id)).toEqual([mine.id]);
  // A second moderator may answer appeals against the decisions of the first moderator. Moderators of other communities
  // may not.
  await setMemberRole(world, owner, { channel_id, user_id: member.userId, role: 'moderator' });
  await tellDecided(world);
  await appealDecision(world, author, { decision_id: mine.id, words: 'Please look at it again.' });
  expect((await listAppeals(world, member, { limit: 5 })).rows.map(({ id }) => id)).toEqual([mine.id]);
  expect((await listAppeals(world, owner, { limit: 5 })).rows).toEqual([]);
});

test('the queue of moderators and administrators leaves out appeals about themselves', async () => {
  const { world, owner, channel_id } = await aDesk();
  const second = await aRegular(world);
  await joinChannel(world, second, { channel_id, words: '' });
  await setMemberRole(world, owner, { channel_id, user_id: second.userId, role: 'moderator' });
  const post_id = await aPost(world, second, channel_id);
  const { id: decision_id } = await moderate(world, owner, about(post_id, 'lock'));
  await tellDecided(world);
  await appealDecision(world, second, { decision_id, words: 'Please look at it again.' });
  expect((await listAppeals(world, second, { limit: 5 })).rows).toEqual([]);
  expect((await listAppeals(world, await world.admin(), { limit: 5 })).rows.map(({ id }) => id)).toEqual([decision_id]);
});

test('the owner of a personal page cannot answer an appeal about a text there', async () => {
  const { world } = await aDesk();
  const [person, guest] = [await aRegular(world), await aRegular(world)];
  const page = await getOrCreateUserChannel(world, person);
  const post_id = await aPost(world, person, page.channel_id);
  const { id: subject_id } = await aComment(world, guest, post_id);
  const admin = await world.admin();
  const statement = 'It names the price of a medicine.';
  const removal = {
    ...about(subject_id, 'remove'),
    subject_kind: 'comment' as const,
    reason: 'spam' as const,
    statement,
  };
  const { id: decision_id } = await moderate(world, admin, removal);
  await tellDecided(world);
  await appealDecision(world, guest, { decision_id, words: 'Please look at it again.' });
  const answer = { decision_id, outcome: 'reversed' as const, statement: 'Indeed no price is named.' };
  await expect(answerAppeal(world, person, answer)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await answerAppeal(world, admin, answer)).toMatchObject({ appeal: { outcome: 'reversed' } });
});

test('moderators do not see the cases of a community that their plan no longer includes', async () => {
  const world = await aWorld();
  const owner = await aRegular(world, { plan: 'elite' });
  const { channel_id } = await aChannel(world, owner, { visibility: 'elite_only' });
  const post_id = await aPost(world, owner, channel_id);
  await aChannel(world, owner);
  const reader = await aRegular(world, { plan: 'elite' });
  await reportContent(world, reader, { subject_kind: 'post', subject_id: post_id, reason: 'spam', note: '' });
  expect(idsOf(await open(world, owner))).toEqual([post_id]);
  await sql`update users set plan = 'free' where id = ${owner.userId}`.execute(world.db);
  expect(await open(world, owner)).toMatchObject({ rows: [], open_count: 0, open_by_channel: [], open_by_reason: [] });
});

test('a person who owns only a personal page is not a moderator', async () => {
  const { world, owner } = await aDesk();
  const person = await aRegular(world);
  const page = await getOrCreateUserChannel(world, person);
  const post_id = await aPost(world, person, page.channel_id);
  expect(await getMyCommunity(world, person)).toMatchObject({ is_moderator: false });
  expect(await getMyCommunity(world, owner)).toMatchObject({ is_moderator: true });
  await report(world, post_id, 'medical_danger');
  await expect(open(world, person)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await expect(open(world, person, { channel_id: page.channel_id })).rejects.toMatchObject({ code: 'NOT_A_MODERATOR' });
  // The reported person cannot close the report on their own page.
  await expect(moderate(world, person, about(post_id, 'dismiss'))).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  expect(idsOf(await open(world, await world.admin()))).toEqual([post_id]);
  await world.outbox.drain();
  const { rows } = (await world.browserOf(person).post('/rpc/list_notifications')).json;
  expect(rows.filter(({ kind }: { kind: string }) => kind === 'report')).toEqual([]);
});

test('the queue is sorted by severity, number of reporters and age, and its pages leave nothing out', async () => {
  const { world, owner, author, channel_id } = await aDesk();
  const post = () => aPost(world, author, channel_id);
  const wanted = {
    spam: await post(),
    twice: await post(),
    early: await post(),
    late: await post(),
    danger: await post(),
  };
  await report(world, wanted.spam, 'spam');
  world.clock.advance(1000);
  await report(world, wanted.early, 'impersonation');
  world.clock.advance(1000);
  await report(world, wanted.late, 'prescription_promotion');
  world.clock.advance(1000);
  await reportBy(world, 2, wanted.twice, 'impersonation');
  world.clock.advance(1000);
  // One person reports the post as spam. Another person reports it as dangerous. The more severe reason decides the
  // position of the case in the queue.
  await report(world, wanted.danger, 'spam');
  await report(world, wanted.danger, 'medical_danger');
  const order = [wanted.danger, wanted.twice, wanted.early, wanted.late, wanted.spam];
  expect(idsOf(await open(world, owner))).toEqual(order);
  const paged: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await open(world, owner, { limit: 2, cursor });
    paged.push(...idsOf(page));
    cursor = page.next_cursor ?? undefined;
  } while (cursor);
  expect(paged).toEqual(order);
  expect(idsOf(await open(world, owner, { reason: 'spam' }))).toEqual([wanted.danger, wanted.spam]);
  expect((await open(world, owner)).open_by_reason).toEqual(
    expect.arrayContaining([
      { reason: 'spam', count: 2 },
      { reason: 'impersonation', count: 2 },
      { reason: 'medical_danger', count: 1 },
    ]),
  );
  expect(Object.keys(severityOf).toSorted()).toEqual([...ReportReasons].toSorted());
  expect(Math.max(...Object.values(severityOf))).toBeLessThan(100);
});

test('a page of a queue of 10,000 open reports is read from the index, without sorting', async () => {
  const { world, owner, channel_id } = await aDesk();
  await sql`insert into reports (subject_kind, subject_id, channel_id, first_at, last_at, severity, voices_count)
    select 'post', gen_random_uuid(), ${channel_id}, now() - n * interval '1 minute', now(), n % 90, n % 7 from generate_series(1, 10000) n`.execute(
    world.db,
  );
  await sql`analyze reports`.execute(world.db);
  const { rows } = await sql<{ 'QUERY PLAN': string }>`explain select id from reports r
    where r.status = 'open' and r.channel_id = ${channel_id} and (r.queue_rank, r.first_at, r.id) > (-500000, now(), ${channel_id}::uuid)
    order by queue_rank, first_at, id limit 21`.execute(world.db);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toContain('reports_urgent');
  expect(plan).not.toContain('Sort');
  expect((await open(world, owner)).open_count).toBe(10_000);
});

test('a text that enough people report is hidden until a moderator dismisses the case, and then not again', async () => {
  const { world, owner, author, slug, post_id } = await aDesk();
  const severe = HoldRules.severe_reporters;
  await reportBy(world, severe - 1, post_id, 'medical_danger');
  const once = await report(world, post_id, 'spam');
  // The report as spam is not severe, and the second report by the same person changes nothing. One more severe report
  // is therefore needed to hide the post.
  await reportContent(world, once, { subject_kind: 'post', subject_id: post_id, reason: 'medical_danger', note: '' });
  expect(await stateOf(world, author, post_id)).toBe('visible');
  await report(world, post_id, 'harassment');
  expect(await stateOf(world, author, post_id)).toBe('held');
  expect((await listChannelPosts(world, once, { slug, sort: 'hot', limit: 5 })).rows).toEqual([]);
  await expect(getPost(world, once, { post_id, sort: 'best' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect((await open(world, owner)).rows).toMatchObject([
    { held_at: expect.any(String), is_raised: false, reports_count: 4 },
  ]);

  await moderate(world, owner, about(post_id, 'dismiss'));
  expect(await stateOf(world, once, post_id)).toBe('visible');
  // Dismissed reasons cannot hide the post again. Other reasons still can.
  await reportBy(world, 6, post_id, 'medical_danger');
  await reportBy(world, severe - 1, post_id, 'personal_data');
  expect(await stateOf(world, author, post_id)).toBe('visible');
  await report(world, post_id, 'personal_data');
  expect(await stateOf(world, author, post_id)).toBe('held');
  await moderate(world, owner, about(post_id, 'dismiss'));

  world.clock.advance(60_000);
  await editPost(world, author, { post_id, version: 1, title: 'Another text', body: '<p>Take ten.</p>', tags: [] });
  await reportBy(world, severe, post_id, 'medical_danger');
  expect(await stateOf(world, author, post_id)).toBe('held');
  await tellDecided(world);
  expect((await listMyDecisions(world, author, { limit: 5 })).rows).toEqual([]);
});

test('reports of new accounts hide nothing, but move a case up in the queue', async () => {
  const { world, owner, author, post_id } = await aDesk();
  for (let n = 0; n < HoldRules.reporters; n++)
    await reportContent(world, await world.patient(), {
      subject_kind: 'post',
      subject_id: post_id,
      reason: 'medical_danger',
      note: '',
    });
  expect(await stateOf(world, author, post_id)).toBe('visible');
  const { rows } = await listReports(world, owner, { status: 'open', limit: 1 });
  expect(rows).toMatchObject([{ reports_count: HoldRules.reporters, held_at: null }]);
  // Three days later these people are no longer new.
  world.clock.advance(NewMemberLimits.days * 86_400_000);
  await reportContent(world, await aRegular(world), {
    subject_kind: 'post',
    subject_id: post_id,
    reason: 'spam',
    note: '',
  });
  expect(await stateOf(world, author, post_id)).toBe('held');
});

test('an undone dismissal does not protect a text from being hidden by reports', async () => {
  const { world, owner, author, post_id } = await aDesk();
  await report(world, post_id, 'medical_danger');
  const { id } = await moderate(world, owner, about(post_id, 'dismiss'));
  await undoDecisions(world, owner, [id]);
  await reportBy(world, HoldRules.severe_reporters - 1, post_id, 'medical_danger');
  expect(await stateOf(world, author, post_id)).toBe('held');
});

test('reports for less severe reasons hide a text only if they are more, and a hidden comment stays in its thread', async () => {
  const { world, owner, author, post_id } = await aDesk();
  const { id } = await aComment(world, author, post_id);
  const answer = await aComment(world, owner, post_id, { parent_id: id });
  const reader = await aRegular(world);
  for (let n = 1; n < HoldRules.reporters; n += 1) await report(world, id, 'spam', 'comment');
  const seen = async () => (await getPost(world, reader, { post_id, sort: 'newest' })).comments.rows;
  expect((await seen()).find((row) => row.id === id)).toMatchObject({ state: 'visible' });
  await report(world, id, 'other', 'comment');
  const rows = await seen();
  expect(rows.find((row) => row.id === id)).toMatchObject({ state: 'held', body: '', author: null });
  expect(rows.find((row) => row.id === answer.id)).toMatchObject({ state: 'visible' });
  expect((await getPost(world, reader, { post_id, sort: 'newest' })).post.comments_count).toBe(1);
});

test('reports do not hide texts of moderators and verified doctors, which are first in the queue', async () => {
  const { world, owner, author, channel_id, post_id } = await aDesk();
  const doctor = await world.practitioner();
  const [byOwner, byDoctor] = [await aPost(world, owner, channel_id), await aPost(world, doctor, channel_id)];
  await report(world, post_id, 'medical_danger');
  for (const id of [byOwner, byDoctor]) {
    await reportBy(world, HoldRules.reporters, id, 'spam');
    expect(await stateOf(world, author, id)).toBe('visible');
  }
  const queue = await open(world, await world.admin());
  expect(queue.rows.map(({ is_raised, held_at }) => ({ is_raised, held_at }))).toEqual([
    { is_raised: true, held_at: null },
    { is_raised: true, held_at: null },
    { is_raised: false, held_at: null },
  ]);
});

test('a warning about a text that reports hid shows it again, because the case is decided', async () => {
  const { world, owner, author, channel_id, post_id } = await aDesk();
  await reportBy(world, HoldRules.severe_reporters, post_id, 'harassment');
  const report_id = (await open(world, owner)).rows[0]?.id;
  const order = { report_id, channel_id, subject_kind: 'person' as const };
  const { id } = await moderate(world, owner, about(author.userId, 'warn', order));
  expect(await stateOf(world, owner, post_id)).toBe('visible');
  await undoDecisions(world, owner, [id]);
  expect(await stateOf(world, owner, post_id)).toBe('held');
});

test('undoing a decision restores everything and notifies nobody, and the decision stays in the log', async () => {
  const { world, owner, author, channel_id, slug, post_id } = await aDesk();
  await joinChannel(world, author, { channel_id, words: '' });
  await report(world, post_id, 'spam');
  const snapshot = async () => {
    const one = async (query: ReturnType<typeof sql>) => (await query.execute(world.db)).rows;
    return {
      posts: await one(sql`select state, is_locked, comments_count from posts where id = ${post_id}`),
      channel: await one(sql`select posts_count, members_count from channels where id = ${channel_id}`),
      members: await one(sql`select role, joined_at, seen_at from channel_members where user_id = ${author.userId}`),
      suspensions: await one(sql`select user_id, until, lifted_at from suspensions`),
      reports: await one(sql`select id, status, severity, voices_count from reports`),
      tags: await one(sql`select tag from post_tags where post_id = ${post_id}`),
    };
  };
  const before = await snapshot();
  const report_id = (await open(world, owner)).rows[0]?.id;
  const orders: Order[] = [
    ...(['remove', 'dismiss', 'lock'] as const).map((action) => about(post_id, action, { report_id })),
    ...(['warn', 'suspend', 'ban'] as const).map((action) =>
      about(author.userId, action, { subject_kind: 'person', channel_id, report_id, days: 3 }),
    ),
  ];
  for (const order of orders) {
    const { id } = await moderate(world, owner, order);
    expect((await open(world, owner)).rows).toEqual([]);
    expect(await undoDecisions(world, owner, [id])).toEqual({ undone: [id], kept: [] });
    expect(await snapshot(), order.action).toEqual(before);
  }
  await tellDecided(world);
  expect((await world.mails()).filter(({ text }) => text.includes(STATEMENT))).toEqual([]);
  const { rows: told } = (await world.browserOf(author).post('/rpc/list_notifications')).json;
  expect(told.filter(({ kind }: { kind: string }) => kind === 'decision')).toEqual([]);
  expect((await listMyDecisions(world, author, { limit: 20 })).rows).toEqual([]);
  const log = await listModerationLog(world, owner, { channel_id, limit: 20 });
  expect(log.rows.map(({ undone_at }) => typeof undone_at)).toEqual(orders.map(() => 'string'));
  expect((await open(world, owner)).rows).toMatchObject([{ author_decisions_count: 0 }]);
  expect((await listChannelPosts(world, owner, { slug, sort: 'hot', limit: 5 })).rows).toMatchObject([{ id: post_id }]);
  expect(await world.audit.verifyChain()).toMatchObject({ brokenAt: null });
});

test('only the person who made a decision can undo it, within 20 seconds and before any other change', async () => {
  const { world, owner, author, channel_id, post_id } = await aDesk();
  const other = await aRegular(world);
  await joinChannel(world, other, { channel_id, words: '' });
  await setMemberRole(world, owner, { channel_id, user_id: other.userId, role: 'moderator' });
  const remove = () => moderate(world, owner, about(post_id, 'remove'));
  const first = await remove();
  for (const who of [other, author, await world.admin()])
    await expect(undoDecisions(world, who, [first.id])).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await moderate(world, other, about(post_id, 'restore'));
  await expect(undoDecisions(world, owner, [first.id])).rejects.toMatchObject({ code: 'CANNOT_UNDO' });
  const second = await remove();
  world.clock.advance(19_999);
  await undoDecisions(world, owner, [second.id]);
  await expect(undoDecisions(world, owner, [second.id])).rejects.toMatchObject({ code: 'CANNOT_UNDO' });
  const third = await remove();
  world.clock.advance(20_000);
  await expect(undoDecisions(world, owner, [third.id])).rejects.toMatchObject({ code: 'CANNOT_UNDO' });
  const told = async () => (await world.mails()).filter(({ text }) => text.includes(STATEMENT)).length;
  expect(await told()).toBe(0);
  await tellDecided(world);
  await tellDecided(world);
  // The author got three emails: about two removals, and about another moderator's restoration between them.
  expect(await told()).toBe(3);
  // After the author was notified, the decision is final, even if the clock is set back.
  world.clock.advance(-60_000);
  await expect(undoDecisions(world, owner, [third.id])).rejects.toMatchObject({ code: 'CANNOT_UNDO' });
});

test('reports that arrive between a decision and its undoing are added to the case', async () => {
  const { world, owner, post_id } = await aDesk();
  await report(world, post_id, 'spam');
  const { id } = await moderate(world, owner, about(post_id, 'dismiss'));
  await report(world, post_id, 'medical_danger');
  await undoDecisions(world, owner, [id]);
  expect((await open(world, owner)).rows).toMatchObject([{ reports_count: 2 }]);
  const { open_count, open_by_reason } = await open(world, owner, { reason: 'medical_danger' });
  expect({ open_count, open_by_reason }).toEqual({
    open_count: 1,
    open_by_reason: [
      { reason: 'medical_danger', count: 1 },
      { reason: 'spam', count: 1 },
    ],
  });
});

test('several cases are decided separately in one call, and each only once if the call is sent twice', async () => {
  const { world, owner, author, channel_id } = await aDesk();
  const posts = [await aPost(world, author, channel_id), await aPost(world, author, channel_id)];
  const elsewhere = await aPost(world, author, (await aChannel(world, author)).channel_id);
  for (const id of [...posts, elsewhere]) await report(world, id, 'spam');
  const all = (await open(world, await world.admin())).rows;
  const idOf = (subject_id: string | undefined) => all.find(({ subject }) => subject.id === subject_id)?.id ?? '';
  const report_ids = [...posts, elsewhere].map(idOf);
  const cases = report_ids.map((report_id) => ({ report_id, version: 1 }));
  const together = { cases, action: 'remove' as const, statement: STATEMENT, reason: 'spam' as const };
  await expect(decideTogether(world, await aRegular(world), together)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  const [one, two] = await Promise.all([
    decideTogether(world, owner, together),
    decideTogether(world, owner, together),
  ]);
  const outcomes = report_ids.map((id) =>
    [one, two]
      .flatMap((answer) => answer.filter(({ report_id }) => report_id === id).map(({ refused }) => refused))
      .toSorted(),
  );
  expect(outcomes).toEqual(
    [
      ['decided', null],
      ['decided', null],
      ['gone', 'gone'],
    ].map((pair) => pair.toSorted()),
  );
  expect(await stateOf(world, author, elsewhere)).toBe('visible');
  const decided = [...one, ...two].flatMap(({ decision_id }) => decision_id ?? []);
  expect(decided).toHaveLength(2);
  expect((await undoDecisions(world, owner, decided)).undone.toSorted()).toEqual(decided.toSorted());
  expect(await stateOf(world, author, posts[0] ?? '')).toBe('visible');
  expect((await open(world, owner)).open_count).toBe(2);
});

test('a case contains the reading language of the author of the text', async () => {
  const { world, owner, channel_id } = await aDesk();
  const author = await aRegular(world);
  await sql`update users set language = 'ja' where id = ${author.userId}`.execute(world.db);
  await report(world, await aPost(world, author, channel_id), 'spam');
  expect((await open(world, owner)).rows).toMatchObject([{ author_language: 'ja' }]);
});

test('a reported comment is shown with its thread only to those who decide about it', async () => {
  const { world, owner, author, post_id } = await aDesk();
  const top = await aComment(world, owner, post_id);
  const under = (body: string) => aComment(world, author, post_id, { parent_id: top.id, body });
  await under('<p>Too far away.</p>');
  const hidden = await under('<p>Hidden.</p>');
  const before = await under('<p>Before.</p>');
  const reported = await under('<p>Take ten.</p>');
  const after = await under('<p>After.</p>');
  const below = await aComment(world, owner, post_id, { parent_id: reported.id });
  await moderate(world, owner, about(hidden.id, 'remove', { subject_kind: 'comment' }));
  await reportBy(world, HoldRules.severe_reporters, reported.id, 'medical_danger', 'comment');
  const report_id = (await open(world, owner)).rows[0]?.id ?? '';
  for (const who of [owner, await world.admin()]) {
    const thread = await getReportedThread(world, who, report_id);
    expect(thread.post).toMatchObject({ id: post_id, title: 'Redness in the week after a peel' });
    expect(thread.comments.map(({ id, place, body }) => [id, place, body])).toEqual([
      [top.id, 'above', expect.stringContaining('<p>')],
      [hidden.id, 'beside', ''],
      [before.id, 'beside', '<p>Before.</p>'],
      [reported.id, 'reported', '<p>Take ten.</p>'],
      [after.id, 'beside', '<p>After.</p>'],
      [below.id, 'below', expect.stringContaining('<p>')],
    ]);
  }
  await aChannel(world, author);
  await expect(getReportedThread(world, author, report_id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(getReportedThread(world, await aRegular(world), report_id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('the report of a person who deletes the account is removed from the case, with its reason', async () => {
  const { world, owner, post_id } = await aDesk();
  await report(world, post_id, 'other');
  const leaver = await report(world, post_id, 'spam');
  const { userId } = leaver;
  await world.db
    .transaction()
    .execute(async (tx) => communityData.erase?.(world, tx, { userId, email: 'gone@flaira.example', record: null }));
  await sql`delete from report_voices where reporter_id = ${userId}`.execute(world.db);
  expect((await open(world, owner)).open_by_reason).toEqual([{ reason: 'other', count: 1 }]);
  const { rows } = await sql`select voices_count from reports`.execute(world.db);
  expect(rows).toEqual([{ voices_count: 1 }]);
});

test('a post is erased once with the account of its author, even if a moderator removes it at the same time', async () => {
  const { world, owner, author, channel_id, post_id } = await aDesk();
  await aPost(world, owner, channel_id);
  const admin = await world.admin();
  const viewer = await viewerOf(world.db, admin);
  let erased: Promise<unknown> | undefined;
  await world.db.transaction().execute(async (tx) => {
    const post = await lockToChange(tx, viewer, 'post', post_id);
    erased = world.db.transaction().execute(async (other) => {
      const { userId } = author;
      await communityData.erase?.(world, other, { userId, email: 'gone@flaira.example', record: null });
    });
    erased.catch(() => undefined);
    await vi.waitFor(async () => {
      const { rows } = await world.database.owner.query(
        `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      );
      expect(rows).toHaveLength(1);
    });
    if (post) await changeState(tx, post, 'removed');
  });
  await erased;
  const { rows } = await sql`select posts_count from channels where id = ${channel_id}`.execute(world.db);
  expect(rows).toEqual([{ posts_count: 1 }]);
});

test('a case whose text the author deleted can still be closed, but its text can no longer be removed or restored', async () => {
  const { world, owner, author, post_id } = await aDesk();
  const { id: comment_id } = await aComment(world, author, post_id);
  await report(world, post_id, 'harassment');
  await report(world, comment_id, 'harassment', 'comment');
  await deleteComment(world, author, comment_id);
  await deletePost(world, author, post_id);
  expect((await open(world, owner)).open_count).toBe(2);
  for (const action of ['remove', 'restore', 'lock'] as const)
    await expect(moderate(world, owner, about(post_id, action))).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await moderate(world, owner, about(post_id, 'dismiss'));
  await moderate(world, owner, { ...about(comment_id, 'warn'), subject_kind: 'comment' });
  expect((await open(world, owner)).open_count).toBe(0);
  const { rows } = await sql`select state from posts where id = ${post_id} union all
    select state from comments where id = ${comment_id}`.execute(world.db);
  expect(rows).toEqual([{ state: 'deleted' }, { state: 'deleted' }]);
});

test('a topic no longer counts the posts of a community or page that ends with the account of its owner', async () => {
  const { world, owner, author } = await aDesk();
  const alone = await aChannel(world, owner);
  const page = await getOrCreateUserChannel(world, owner);
  for (const { channel_id } of [alone, page]) await aPost(world, author, channel_id, { tags: ['Quokka'] });
  const counts = async () =>
    (
      await sql`select (select sum(c.posts)::int from tag_counts c where c.tag = t.tag) as posts_count, (select sum(d.posts)::int from tag_days d where d.tag = t.tag) as days
        from tags t where t.tag = 'quokka'`.execute(world.db)
    ).rows;
  expect(await counts()).toEqual([{ posts_count: 2, days: 2 }]);
  const { userId } = owner;
  await world.db
    .transaction()
    .execute(async (tx) => communityData.erase?.(world, tx, { userId, email: 'gone@flaira.example', record: null }));
  expect(await counts()).toEqual([{ posts_count: 0, days: 0 }]);
});

test('a topic does not count a post that becomes visible on a page while the account of the owner is erased', async () => {
  const { world, owner, author } = await aDesk();
  const admin = await world.admin();
  const viewer = await viewerOf(world.db, admin);
  const page = await getOrCreateUserChannel(world, owner);
  const post_id = await aPost(world, author, page.channel_id, { tags: ['Quokka'] });
  await moderate(world, admin, about(post_id, 'remove'));
  let erased: Promise<unknown> | undefined;
  await world.db.transaction().execute(async (tx) => {
    const post = await lockToChange(tx, viewer, 'post', post_id);
    if (post) await changeState(tx, post, 'visible');
    erased = world.db.transaction().execute(async (other) => {
      const { userId } = owner;
      await communityData.erase?.(world, other, { userId, email: 'gone@flaira.example', record: null });
    });
    erased.catch(() => undefined);
    await vi.waitFor(async () => {
      const { rows } = await world.database.owner.query(
        `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      );
      expect(rows).toHaveLength(1);
    });
  });
  await erased;
  const { rows } = await sql`select sum(posts)::int as posts_count from tag_counts where tag = 'quokka'`.execute(
    world.db,
  );
  expect(rows).toEqual([{ posts_count: 0 }]);
});

test('a successful appeal against a removal does not end a later removal', async () => {
  const { world, owner, author, post_id } = await aDesk();
  const admin = await world.admin();
  const decide = async (action: Order['action']) => {
    const { id } = await moderate(world, owner, about(post_id, action));
    await tellDecided(world);
    return id;
  };
  const reverse = async (decision_id: string) => {
    await appealDecision(world, author, { decision_id, words: 'It names no dose.' });
    await answerAppeal(world, admin, { decision_id, outcome: 'reversed', statement: 'It names none.' });
    return stateOf(world, author, post_id);
  };
  const first = await decide('remove');
  await decide('restore');
  const second = await decide('remove');
  expect(await reverse(first)).toBe('removed');
  expect(await reverse(second)).toBe('visible');
});
