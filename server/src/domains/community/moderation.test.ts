import { expect, test } from 'vitest';
import { sql } from 'kysely';
import type { ModerationAction } from '#contract/community.ts';
import type { Notification } from '#contract/notifications.ts';
import { aChannel, aComment, aPost, aRegular, handleOf } from '../../../test/a-community.ts';
import { tellDecided } from '../../../test/a-moderator.ts';
import { aWorld } from '../../../test/world.ts';
import { answerAppeal, appealDecision, listAppeals, listModerationLog, listMyDecisions } from './appeals.ts';
import { answerInvite, inviteToChannel } from './invites.ts';
import { listReports } from './list-reports.ts';
import { listChannelPosts } from './list-posts.ts';
import { askPractitioner } from './ask-practitioner.ts';
import { joinChannel, setMemberRole } from './membership.ts';
import { moderate, type Order } from './moderate.ts';
import { updateMyProfile } from './people.ts';
import { getPost } from './read-post.ts';
import { reportContent } from './report-content.ts';
import { addWordFilter } from './word-filters.ts';

const STATEMENT = 'Prices of prescription medicines are not for this place.';
const report = (subject_id: string, note = '') => ({
  subject_kind: 'post' as const,
  subject_id,
  reason: 'prescription_promotion' as const,
  note,
});
const order = (subject_id: string, action: ModerationAction, more: Partial<Order> = {}): Order => ({
  version: 1,
  subject_kind: 'post',
  subject_id,
  action,
  reason: 'prescription_promotion',
  statement: STATEMENT,
  ...more,
});

async function aScene() {
  const world = await aWorld();
  const [owner, author, reader] = [await aRegular(world), await aRegular(world), await aRegular(world)];
  const { channel_id, slug } = await aChannel(world, owner);
  const post_id = await aPost(world, author, channel_id, { tags: ['Peeling'] });
  return { world, owner, author, reader, channel_id, slug, post_id };
}

test('trust 26: two reports by one person are one voice; the queue names reporters to administrators only', async () => {
  const { world, owner, author, reader, channel_id, post_id } = await aScene();
  await reportContent(world, reader, report(post_id, 'They sell vials'));
  await reportContent(world, reader, report(post_id, 'They sell vials'));
  await reportContent(world, owner, report(post_id));
  await expect(listReports(world, author, { channel_id, status: 'open', limit: 20 })).rejects.toMatchObject({
    code: 'NOT_A_MODERATOR',
  });
  const queue = await listReports(world, owner, { channel_id, status: 'open', limit: 20 });
  expect(queue).toMatchObject({
    open_count: 1,
    rows: [{ reports_count: 2, reasons: [{ reason: 'prescription_promotion', count: 2 }] }],
  });
  expect(queue.rows[0]?.notes).toMatchObject([{ note: 'They sell vials', reporter: null }]);
  const all = await listReports(world, await world.admin(), { status: 'open', limit: 20 });
  expect(all.rows[0]?.notes[0]?.reporter).not.toBeNull();
});

test('trust 26: a removal hides a text, is explained, can be appealed once, and a reversal brings everything back', async () => {
  const { world, owner, author, reader, channel_id, slug, post_id } = await aScene();
  await reportContent(world, reader, report(post_id));
  const report_id = (await listReports(world, owner, { channel_id, status: 'open', limit: 1 })).rows[0]?.id;
  await expect(moderate(world, reader, order(post_id, 'remove'))).rejects.toMatchObject({ code: 'NOT_A_MODERATOR' });
  await expect(moderate(world, owner, order(post_id, 'remove', { statement: undefined }))).rejects.toMatchObject({
    code: 'INVALID_INPUT',
  });
  const decision = await moderate(world, owner, order(post_id, 'remove', { report_id }));
  await expect(moderate(world, owner, order(post_id, 'remove', { report_id }))).rejects.toMatchObject({
    code: 'ALREADY_DECIDED',
  });

  await expect(getPost(world, reader, { post_id, sort: 'best' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect((await getPost(world, author, { post_id, sort: 'best' })).post.state).toBe('removed');
  expect((await listChannelPosts(world, reader, { slug, sort: 'hot', limit: 5 })).rows).toEqual([]);
  expect((await listMyDecisions(world, author, { limit: 5 })).rows).toEqual([]);
  await tellDecided(world);
  expect(await listMyDecisions(world, author, { limit: 5 })).toMatchObject({
    rows: [{ statement: STATEMENT, decided_by: null, can_appeal: true, subject: { id: post_id } }],
  });
  const [mail] = (await world.mails()).filter(({ text }) => text.includes(STATEMENT));
  expect(mail?.subject).not.toMatch(/presc|medicin|redness/i);

  const decision_id = decision.id;
  await expect(appealDecision(world, reader, { decision_id, words: 'It is mine, I say' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  await appealDecision(world, author, { decision_id, words: 'No price is named anywhere.' });
  await expect(appealDecision(world, author, { decision_id, words: 'And again, please look.' })).rejects.toMatchObject({
    code: 'APPEAL_CLOSED',
  });
  expect((await listAppeals(world, owner, { channel_id, limit: 5 })).rows).toEqual([]);
  const reversal = { decision_id, outcome: 'reversed' as const, statement: 'Indeed no price is named.' };
  await expect(answerAppeal(world, owner, reversal)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  const admin = await world.admin();
  expect((await answerAppeal(world, admin, reversal)).appeal).toMatchObject({ outcome: 'reversed' });
  await expect(answerAppeal(world, admin, reversal)).rejects.toMatchObject({ code: 'ALREADY_DECIDED' });
  expect((await listChannelPosts(world, reader, { slug, sort: 'hot', limit: 5 })).rows).toMatchObject([
    { id: post_id },
  ]);
  expect((await listModerationLog(world, owner, { channel_id, limit: 5 })).rows).toMatchObject([{ action: 'remove' }]);
  expect(await world.audit.verifyChain()).toMatchObject({ brokenAt: null });
  const { rows } = await sql<{
    action: string;
  }>`select action from audit_log where action like 'community.%' order by id`.execute(world.db);
  expect(rows.map(({ action }) => action)).toEqual(['community.remove', 'community.appealAnswered']);
});

test('trust 26: a comment is reported like a post; a ban states its reason, and ends after a successful appeal', async () => {
  const { world, owner, author, reader, channel_id, post_id } = await aScene();
  const { id: subject_id } = await aComment(world, author, post_id);
  await reportContent(world, reader, { ...report(subject_id), subject_kind: 'comment' });
  expect((await listReports(world, owner, { channel_id, status: 'open', limit: 5 })).rows).toMatchObject([
    { subject: { kind: 'comment', id: subject_id } },
  ]);
  const { id: decision_id } = await moderate(world, owner, order(subject_id, 'ban', { subject_kind: 'comment' }));
  await tellDecided(world);
  expect(await listMyDecisions(world, author, { limit: 5 })).toMatchObject({
    rows: [{ action: 'ban', statement: STATEMENT, can_appeal: true }],
  });
  expect((await world.mails()).filter(({ text }) => text.includes(STATEMENT))).toHaveLength(1);
  await expect(aComment(world, author, post_id)).rejects.toMatchObject({ code: 'SUSPENDED' });
  await appealDecision(world, author, { decision_id, words: 'I only asked where to buy it.' });
  const reversal = { decision_id, outcome: 'reversed' as const, statement: 'It was a question.' };
  await answerAppeal(world, await world.admin(), reversal);
  await aComment(world, author, post_id);
});

test('only moderators and administrators can comment on a locked post, and nobody can edit it', async () => {
  const { world, owner, author, reader, post_id } = await aScene();
  await moderate(world, owner, order(post_id, 'lock'));
  const seen = async (who: typeof reader) => {
    const { post } = await getPost(world, who, { post_id, sort: 'newest' });
    return [post.comment_block, post.can_comment, post.can_edit];
  };
  expect(await seen(reader)).toEqual(['locked', false, false]);
  expect(await seen(author)).toEqual(['locked', false, false]);
  expect(await seen(owner)).toEqual([null, true, false]);
  expect(await seen(await world.admin())).toEqual([null, true, false]);
});

test('a warning removes nothing and is explained to its author, and an unlocked post can be answered again', async () => {
  const { world, owner, author, reader, channel_id, post_id } = await aScene();
  await reportContent(world, reader, report(post_id));
  const report_id = (await listReports(world, owner, { channel_id, status: 'open', limit: 1 })).rows[0]?.id;
  await moderate(world, owner, order(post_id, 'warn', { report_id }));
  await tellDecided(world);
  expect((await listReports(world, owner, { channel_id, status: 'open', limit: 1 })).rows).toEqual([]);
  expect((await listMyDecisions(world, author, { limit: 5 })).rows).toMatchObject([
    { action: 'warn', statement: STATEMENT, can_appeal: true },
  ]);
  expect((await world.mails()).filter(({ text }) => text.includes(STATEMENT))).toHaveLength(1);
  await moderate(world, owner, order(author.userId, 'warn', { subject_kind: 'person', channel_id }));
  await tellDecided(world);
  const told = ofCommunity((await world.browserOf(author).post('/rpc/list_notifications')).json.rows);
  expect(told).toMatchObject([
    { kind: 'decision', subject: expect.stringMatching(/^Régulière/) },
    { kind: 'decision', subject: 'Redness in the week after a peel' },
  ]);
  await aComment(world, author, post_id);
  await moderate(world, owner, order(post_id, 'lock'));
  await expect(aComment(world, reader, post_id)).rejects.toMatchObject({ code: 'POST_LOCKED' });
  await moderate(world, owner, order(post_id, 'unlock'));
  await aComment(world, reader, post_id);
});

test('a suspended person cannot write until the suspension ends, and a banned person cannot join again', async () => {
  const { world, owner, author, channel_id, post_id } = await aScene();
  await joinChannel(world, author, { channel_id, words: '' });
  await moderate(world, owner, order(post_id, 'suspend', { days: 2 }));
  await expect(aComment(world, author, post_id)).rejects.toMatchObject({
    code: 'SUSPENDED',
    data: { until: '2026-11-22T09:00:00.000Z' },
  });
  world.clock.advance(2 * 86_400_000 + 1000);
  await aComment(world, author, post_id);
  await moderate(world, owner, order(post_id, 'ban'));
  await expect(aPost(world, author, channel_id)).rejects.toMatchObject({ code: 'SUSPENDED', data: { until: null } });
  await expect(joinChannel(world, author, { channel_id, words: '' })).rejects.toMatchObject({ code: 'SUSPENDED' });
  const { id: invite_id } = await inviteToChannel(world, owner, { channel_id, handle: await handleOf(world, author) });
  const accepted = answerInvite(world, author, { invite_id, accept: true });
  await expect(accepted).rejects.toMatchObject({ code: 'SUSPENDED' });
  await aPost(world, author, (await aChannel(world, await aRegular(world))).channel_id);
  const admin = await world.admin();
  await moderate(world, admin, {
    version: 1,
    subject_kind: 'person',
    subject_id: author.userId,
    action: 'ban',
    statement: STATEMENT,
  });
  await expect(aChannel(world, author)).rejects.toMatchObject({ code: 'SUSPENDED' });
  await moderate(world, admin, { subject_kind: 'person', subject_id: author.userId, action: 'lift' });
  await aChannel(world, author);
});

test('a moderator can decide neither about an owner nor about texts of another community', async () => {
  const { world, owner, author, reader, channel_id, post_id } = await aScene();
  await joinChannel(world, reader, { channel_id, words: '' });
  await setMemberRole(world, owner, { channel_id, user_id: reader.userId, role: 'moderator' });
  const byOwner = await aPost(world, owner, channel_id);
  await expect(moderate(world, reader, order(byOwner, 'ban'))).rejects.toMatchObject({ code: 'NOT_A_MODERATOR' });
  const elsewhere = await aPost(world, author, (await aChannel(world, author)).channel_id);
  await expect(moderate(world, reader, order(elsewhere, 'remove'))).rejects.toMatchObject({ code: 'NOT_A_MODERATOR' });
  expect(await moderate(world, reader, order(post_id, 'lock'))).toMatchObject({ action: 'lock' });
  await expect(aComment(world, author, post_id)).rejects.toMatchObject({ code: 'POST_LOCKED' });
});

test('forbidden words refuse or hide a text, regardless of accents, spaces and capitals', async () => {
  const { world, owner, author, reader, channel_id, slug } = await aScene();
  await addWordFilter(world, owner, { channel_id, words: 'cheap vials', action: 'refuse' });
  await addWordFilter(world, owner, { channel_id, words: 'ozempic', action: 'hold' });
  for (const body of ['<p>CHÉAP <strong>vials</strong></p>', '<p>cheap, vials!</p>', '<p>cheap\u200b vials</p>'])
    await expect(aPost(world, author, channel_id, { body })).rejects.toMatchObject({
      code: 'WORD_REFUSED',
      data: { words: ['cheap vials'] },
    });
  await aPost(world, author, channel_id, { body: '<p>cheapest vialset</p>' });
  const held = await aPost(world, author, channel_id, { body: '<p>O z e m p i c for all</p>' });
  await expect(getPost(world, reader, { post_id: held, sort: 'best' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect((await listReports(world, owner, { channel_id, status: 'open', limit: 5 })).rows).toMatchObject([
    { origin: 'filter', subject: { id: held } },
  ]);
  await moderate(world, owner, { version: 1, subject_kind: 'post', subject_id: held, action: 'restore' });
  expect((await listChannelPosts(world, reader, { slug, sort: 'latest', limit: 1 })).rows).toMatchObject([
    { id: held },
  ]);
});

const ofCommunity = (rows: Notification[]): Notification[] => rows.filter(({ topic }) => topic === 'community');

test('verified practitioners of a community are notified of a question, and its author of their answer', async () => {
  const { world, author, reader, channel_id, post_id } = await aScene();
  const [doctor, newcomer] = [await world.practitioner(), await world.practitioner({ verified: false })];
  for (const person of [doctor, newcomer]) await joinChannel(world, person, { channel_id, words: '' });
  const stranger = await world.practitioner();
  const news = async (person: typeof author) => {
    await world.outbox.drain();
    return ofCommunity((await world.browserOf(person).post('/rpc/list_notifications')).json.rows).map(
      ({ kind }) => kind,
    );
  };
  await askPractitioner(world, reader, { post_id, is_asking: true });
  expect(await news(doctor)).toEqual(['practitioner_asked']);
  expect(await news(newcomer)).toEqual([]);
  expect(await news(stranger)).toEqual([]);
  await expect(askPractitioner(world, newcomer, { post_id, is_asking: false })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  });
  await aComment(world, doctor, post_id, { body: '<p>Wait for a week, then write again.</p>' });
  expect((await getPost(world, author, { post_id, sort: 'best' })).post.is_asking_practitioner).toBe(false);
  expect(await news(author)).toEqual(['practitioner_answered']);
  const { comments } = await getPost(world, author, { post_id, sort: 'best' });
  expect(comments.rows[0]?.author?.practitioner?.registration_body).toBe('Ordre national des médecins');
});

test('news is sent once, unread news is combined, and people who muted its subject get none', async () => {
  const { world, author, reader, channel_id, post_id } = await aScene();
  const browser = world.browserOf(author);
  const list = async () => {
    const { unread_count, rows } = (await browser.post('/rpc/list_notifications')).json;
    return { unread_count, rows: ofCommunity(rows) };
  };
  // The first post also earns an achievement, which has its own notification.
  await world.outbox.drain();
  await browser.post('/rpc/mark_notifications_read', {});
  await aComment(world, reader, post_id);
  await world.outbox.drain();
  world.clock.advance(1000);
  await aComment(world, reader, post_id, { body: `<p>@${await handleOf(world, author)} look</p>` });
  await world.outbox.drain();
  await sql`update outbox set processed_at = null, handled_by = '{}' where topic = 'community.commented'`.execute(
    world.db,
  );
  await world.outbox.drain();
  expect(await list()).toMatchObject({
    unread_count: 2,
    rows: [
      { kind: 'mention', count: 1 },
      { kind: 'comment', count: 1 },
    ],
  });
  world.clock.advance(1000);
  await aComment(world, reader, post_id);
  await world.outbox.drain();
  expect((await list()).rows[0]).toMatchObject({
    kind: 'comment',
    count: 2,
    path: expect.stringContaining(`/community/p/${post_id}?comment=`),
  });
  await browser.post('/rpc/mark_notifications_read', {});
  await browser.post('/rpc/set_follow', { target: { post_id }, state: 'mute' });
  await aComment(world, reader, post_id);
  await world.outbox.drain();
  expect(await list()).toMatchObject({ unread_count: 0 });
  await browser.post('/rpc/set_follow', { target: { person_id: reader.userId }, state: 'follow' });
  await aPost(world, reader, channel_id);
  await world.outbox.drain();
  expect((await list()).rows[0]).toMatchObject({ kind: 'new_post' });
});

test('a handle belongs to one person, and a verified practitioner keeps the registered name', async () => {
  const world = await aWorld();
  const [one, two] = [await aRegular(world), await aRegular(world)];
  const profile = { handle: 'marion_k', display_name: 'Marion', bio: '' };
  await updateMyProfile(world, one, profile);
  await expect(updateMyProfile(world, two, profile)).rejects.toMatchObject({ code: 'HANDLE_TAKEN' });
  const doctor = await world.practitioner();
  expect(await updateMyProfile(world, doctor, { handle: 'dr_v', display_name: 'Dr Who', bio: '' })).toMatchObject({
    display_name: 'Dr Hélène Vasseur',
  });
});
