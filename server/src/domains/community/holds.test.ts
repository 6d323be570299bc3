import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { CommunityLimits } from '#contract/community.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { aChannel, aComment, aPost, aRegular, handleOf } from '../../../test/a-community.ts';
import { tellDecided } from '../../../test/a-moderator.ts';
import { aWorld, type World } from '../../../test/world.ts';
import { answerAppeal, appealDecision } from './appeals.ts';
import { answerHold, listMyHolds, remindOfHolds } from './holds.ts';
import { listReports } from './list-reports.ts';
import { moderate, type Order } from './moderate.ts';
import { getComment, getPost } from './read-post.ts';
import { reportContent } from './report-content.ts';
import { undoDecisions } from './undo-decisions.ts';
import { addWordFilter } from './word-filters.ts';
import { editPost } from './write-post.ts';

const TITLE = 'Redness in the week after a peel';
const WORDS = 'The dose is quoted from the leaflet.';
const STATEMENT = 'Please keep doses to your own doctor.';

async function aScene() {
  const world = await aWorld();
  const [owner, author] = [await aRegular(world), await aRegular(world)];
  const { channel_id, slug } = await aChannel(world, owner, { name: 'Skincare Science' });
  const post_id = await aPost(world, author, channel_id, { title: TITLE });
  return { world, owner, author, channel_id, slug, post_id };
}

/** Makes three people report the text, each for a different severe reason. */
async function hide(world: World, subject_id: string, subject_kind: 'post' | 'comment' = 'post') {
  const reporters: SignedIn[] = [];
  for (const reason of ['medical_danger', 'personal_data', 'harassment'] as const) {
    const reporter = await aRegular(world);
    await reportContent(world, reporter, { subject_kind, subject_id, reason, note: 'Read the last line' });
    reporters.push(reporter);
  }
  return reporters;
}

const mailsTo = async (world: World, { userId }: SignedIn) => {
  const { rows } = await sql<{ email: string }>`select email from users where id = ${userId}`.execute(world.db);
  return (await world.mails()).filter(({ to }) => to === rows[0]?.email);
};
const newsOf = async (world: World, person: Parameters<World['browserOf']>[0]) => {
  await world.outbox.drain();
  const { rows } = (await world.browserOf(person).post('/rpc/list_notifications')).json;
  return (rows as { kind: string; subject: string; path: string }[]).map(({ kind, subject, path }) => ({
    kind,
    subject,
    path,
  }));
};
const holdsOf = async (world: World, person: SignedIn) => (await listMyHolds(world, person, { limit: 5 })).rows;
const about = (subject_id: string, action: Order['action']): Order => ({
  version: 1,
  subject_kind: 'post',
  subject_id,
  action,
  reason: 'medical_danger',
  statement: STATEMENT,
});
async function decide(world: World, by: SignedIn, order: Order) {
  const decision = await moderate(world, by, order);
  await tellDecided(world);
  return decision;
}

test('the author learns once why a reported text is hidden and until when, but not who reported it', async () => {
  const { world, author, owner, post_id, slug } = await aScene();
  const reporters = await hide(world, post_id);
  const [mail, ...more] = await mailsTo(world, author);
  expect(more).toEqual([]);
  expect(mail?.subject).toBe('Your text on Flaira is hidden for now');
  expect(mail?.text).toContain('About: Your post of 20 November 2026 in Skincare Science');
  expect(mail?.text).toContain('hidden automatically');
  expect(mail?.text).toContain('What happened: Several people reported it.');
  expect(mail?.text).toContain('Rule: Dangerous medical advice');
  expect(mail?.text).toMatch(/Hidden since: 20 November 2026 at \d\d:\d\d/);
  expect(mail?.text).toMatch(/To be reviewed by: 23 November 2026 at \d\d:\d\d/);
  expect(mail?.text).toContain('can appeal');
  for (const secret of [TITLE, 'Read the last line', 'Harassment', '3 people'])
    expect(mail?.text).not.toContain(secret);
  for (const reporter of reporters) expect(mail?.text).not.toContain(await handleOf(world, reporter));
  expect(await newsOf(world, author)).toEqual([{ kind: 'text_held', subject: TITLE, path: '/community/decisions' }]);

  // Nobody can report a text that is already hidden, so the author has still received only one notice.
  await expect(
    reportContent(world, await aRegular(world), {
      subject_kind: 'post',
      subject_id: post_id,
      reason: 'spam',
      note: '',
    }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' });
  const due_at = new Date(world.clock.now().getTime() + CommunityLimits.hold_hours * 3_600_000).toISOString();
  expect(await holdsOf(world, author)).toMatchObject([
    {
      kind: 'post',
      title: TITLE,
      path: `/community/p/${post_id}`,
      channel: { slug },
      cause: 'reports',
      reason: 'medical_danger',
      due_at,
      state: 'waiting',
      words: null,
      can_answer: true,
    },
  ]);
  expect(await holdsOf(world, owner)).toEqual([]);
  const shown = await getPost(world, author, { post_id, sort: 'best' });
  expect(shown.post.hold).toEqual({ cause: 'reports', reason: 'medical_danger', due_at });
  expect((await getPost(world, owner, { post_id, sort: 'best' })).post.hold).toBeNull();
});

test('the author learns that a word filter hid a post, comment or edit, but not which words it found', async () => {
  const { world, owner, author, channel_id, post_id } = await aScene();
  await addWordFilter(world, owner, { channel_id, words: 'cheap fillers', action: 'hold' });
  const { id } = await aComment(world, author, post_id, { body: '<p>Ask me for cheap fillers.</p>' });
  const [mail] = await mailsTo(world, author);
  expect(mail?.text).toContain('About: Your comment of 20 November 2026 in Skincare Science');
  expect(mail?.text).toContain('It contains words that this community checks first.');
  expect(mail?.text).toContain('Rule: Against this community’s rules');
  expect(mail?.text).not.toContain('cheap');
  expect((await getComment(world, author, id)).comments[0]?.hold).toMatchObject({
    cause: 'filter',
    reason: 'community_rules',
  });
  const second = await aPost(world, author, channel_id, { body: '<p>Cheap fillers here.</p>' });
  expect(await holdsOf(world, author)).toMatchObject([
    { kind: 'post', path: `/community/p/${second}`, cause: 'filter' },
    { kind: 'comment', path: `/community/p/${post_id}?comment=${id}`, cause: 'filter' },
  ]);
  await editPost(world, author, { post_id, version: 1, title: TITLE, body: '<p>Cheap fillers, again.</p>', tags: [] });
  expect(await holdsOf(world, author)).toMatchObject([
    { path: `/community/p/${post_id}`, cause: 'filter', state: 'waiting' },
    { kind: 'post' },
    { kind: 'comment' },
  ]);
  const [newest, older] = [await listMyHolds(world, author, { limit: 1 }), await holdsOf(world, author)];
  const next = await listMyHolds(world, author, { limit: 2, cursor: newest.next_cursor ?? '' });
  expect([...newest.rows, ...next.rows]).toEqual(older);
  expect(next.next_cursor).toBeNull();
});

test('the author of a hidden text can answer once before a decision, and moderators see answer and deadline', async () => {
  const { world, owner, author, post_id } = await aScene();
  await hide(world, post_id);
  const [hold] = await holdsOf(world, author);
  const hold_id = hold?.id ?? '';
  await expect(answerHold(world, owner, { hold_id, words: WORDS })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await answerHold(world, author, { hold_id, words: WORDS })).toMatchObject({ words: WORDS, can_answer: false });
  await expect(answerHold(world, author, { hold_id, words: WORDS })).rejects.toMatchObject({ code: 'APPEAL_CLOSED' });
  const { rows } = await listReports(world, owner, { status: 'open', limit: 5 });
  expect(rows).toMatchObject([{ author_words: WORDS, due_at: hold?.due_at }]);
});

test('a final dismissal shows a hidden text again and notifies its author, but an undone dismissal does not', async () => {
  const { world, owner, author, post_id } = await aScene();
  await hide(world, post_id);
  const first = await moderate(world, owner, about(post_id, 'dismiss'));
  expect(await holdsOf(world, author)).toMatchObject([{ state: 'waiting', can_answer: false }]);
  await undoDecisions(world, owner, [first.id]);
  await tellDecided(world);
  expect(await holdsOf(world, author)).toMatchObject([{ state: 'waiting', can_answer: true }]);
  expect(await mailsTo(world, author)).toHaveLength(1);

  await decide(world, owner, about(post_id, 'dismiss'));
  expect(await holdsOf(world, author)).toMatchObject([{ state: 'released', can_answer: false }]);
  const [, mail, ...more] = await mailsTo(world, author);
  expect(more).toEqual([]);
  expect(mail?.subject).toBe('Your text on Flaira is visible again');
  expect(mail?.text).toContain('Your post of 20 November 2026 in Skincare Science');
  expect(mail?.text).not.toContain(TITLE);
  expect((await newsOf(world, author)).map(({ kind }) => kind)).toEqual(['text_released', 'text_held']);
  expect((await getPost(world, author, { post_id, sort: 'best' })).post.hold).toBeNull();
});

test('a warning tells the author that the hidden text is visible again, and a removal sends only its own notice', async () => {
  const { world, owner, author, channel_id, post_id } = await aScene();
  const second = await aPost(world, author, channel_id);
  await hide(world, post_id);
  await hide(world, second);
  await decide(world, owner, about(post_id, 'warn'));
  await decide(world, owner, about(second, 'remove'));
  expect((await mailsTo(world, author)).slice(2).map(({ subject }) => subject)).toEqual([
    'A decision by the moderators on Flaira',
    'Your text on Flaira is visible again',
    'A decision by the moderators on Flaira',
  ]);
  expect(await holdsOf(world, author)).toMatchObject([
    { state: 'removed', path: null },
    { state: 'released', path: `/community/p/${post_id}` },
  ]);
  await expect(
    answerHold(world, author, { hold_id: (await holdsOf(world, author))[0]?.id ?? '', words: WORDS }),
  ).rejects.toMatchObject({ code: 'APPEAL_CLOSED' });
});

test('a text that was removed twice stays removed until the second removal is reversed', async () => {
  const { world, owner, author, post_id } = await aScene();
  const admin = await world.admin();
  await hide(world, post_id);
  const reverse = async (decision_id: string) => {
    await appealDecision(world, author, { decision_id, words: WORDS });
    await answerAppeal(world, admin, { decision_id, outcome: 'reversed', statement: 'It names no dose.' });
    return holdsOf(world, author);
  };
  const first = await decide(world, owner, about(post_id, 'remove'));
  await decide(world, owner, about(post_id, 'restore'));
  const second = await decide(world, owner, about(post_id, 'remove'));
  expect(await reverse(first.id)).toMatchObject([{ state: 'removed', path: null }]);
  expect(await reverse(second.id)).toMatchObject([{ state: 'released', path: `/community/p/${post_id}` }]);
});

test('moderators are reminded of a hidden text once after the deadline', async () => {
  const { world, owner, post_id } = await aScene();
  await hide(world, post_id);
  const count = async () => {
    await remindOfHolds(world);
    await world.outbox.drain();
    const { rows } = (await world.browserOf(owner).post('/rpc/list_notifications')).json;
    return (rows as { kind: string; count: number }[]).find(({ kind }) => kind === 'report')?.count;
  };
  const told = (await count()) ?? 0;
  expect(told).toBeGreaterThan(0);
  world.clock.advance(CommunityLimits.hold_hours * 3_600_000 + 1);
  expect(await count()).toBe(told + 1);
  expect(await count()).toBe(told + 1);
});

test('the author of a hidden comment sees the title of the post only while they may read the post', async () => {
  const { world, owner, post_id } = await aScene();
  const commenter = await aRegular(world);
  const { id: comment } = await aComment(world, commenter, post_id);
  await hide(world, comment, 'comment');
  expect((await holdsOf(world, commenter))[0]?.title).toBe(TITLE);
  expect((await newsOf(world, commenter))[0]?.subject).toBe(TITLE);
  await decide(world, owner, about(post_id, 'remove'));
  expect((await holdsOf(world, commenter))[0]?.title).toBe('');
  expect((await newsOf(world, commenter)).map(({ subject }) => subject)).not.toContain(TITLE);
});
