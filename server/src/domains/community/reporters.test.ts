import { expect, test } from 'vitest';
import { sql } from 'kysely';
import type { ModerationAction } from '#contract/community.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { aChannel, aComment, aPost, aRegular, handleOf } from '../../../test/a-community.ts';
import { tellDecided } from '../../../test/a-moderator.ts';
import { aWorld, type World } from '../../../test/world.ts';
import { answerAppeal, appealDecision } from './appeals.ts';
import { listReports } from './list-reports.ts';
import { joinChannel, setMemberRole } from './membership.ts';
import { moderate as decide, type Order } from './moderate.ts';
import { askReportReview, listMyReports } from './my-reports.ts';
import { answerReportReview, listReportReviews } from './report-reviews.ts';
import { reportContent } from './report-content.ts';
import { undoDecisions } from './undo-decisions.ts';
import { addWordFilter } from './word-filters.ts';

const STATEMENT = 'Prices of prescription medicines are not for this place.';
const WORDS = 'The same shop is named in the last line.';
const TITLE = 'Redness in the week after a peel';
const report = (subject_id: string) => ({
  subject_kind: 'post' as const,
  subject_id,
  reason: 'medical_danger' as const,
  note: 'Read the last line',
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

/** Makes a decision, and waits until it can no longer be undone. Nobody is notified before then. */
async function moderate(world: World, by: SignedIn, what: Order) {
  const decision = await decide(world, by, what);
  await tellDecided(world);
  return decision;
}

async function aScene(visibility: 'open' | 'paid' = 'open') {
  const world = await aWorld();
  const plan = visibility === 'paid' ? ({ plan: 'plus' } as const) : {};
  const [owner, author, reader] = [
    await aRegular(world, plan),
    await aRegular(world, plan),
    await aRegular(world, plan),
  ];
  const { channel_id, slug } = await aChannel(world, owner, { name: 'Skincare Science', visibility });
  const post_id = await aPost(world, author, channel_id, { title: TITLE });
  return { world, owner, author, reader, channel_id, slug, post_id };
}

const mailsTo = async (world: World, { userId }: { userId: string }) => {
  const { rows } = await sql<{ email: string }>`select email from users where id = ${userId}`.execute(world.db);
  return (await world.mails()).filter(({ to }) => to === rows[0]?.email);
};
const subjectsTo = async (world: World, person: { userId: string }) =>
  (await mailsTo(world, person)).map(({ subject }) => subject);
const kindsOf = async (world: World, person: Parameters<World['browserOf']>[0]) => {
  await world.outbox.drain();
  const { rows } = (await world.browserOf(person).post('/rpc/list_notifications')).json;
  return (rows as { kind: string; topic: string }[]).flatMap(({ kind, topic }) =>
    topic === 'community' ? [kind] : [],
  );
};

test('a report is answered at once with a receipt that names kind and place, but not the text', async () => {
  const { world, owner, author, reader, post_id } = await aScene();
  await reportContent(world, reader, report(post_id));
  await reportContent(world, reader, report(post_id));
  const [mail, ...more] = await mailsTo(world, reader);
  expect(more).toEqual([]);
  expect(mail?.subject).toBe('We received your report');
  expect(mail?.text).toContain('A post of 20 November 2026 in Skincare Science');
  expect(mail?.text).toContain('Your reason: Dangerous medical advice');
  expect(mail?.text).toMatch(/Received: 20 November 2026 at \d\d:\d\d/);
  expect(mail?.text).not.toContain(TITLE);
  expect(await kindsOf(world, reader)).toEqual(['report_received']);
  expect(await kindsOf(world, author)).toEqual([]);
  expect(await kindsOf(world, owner)).toEqual(['report']);
  expect((await listMyReports(world, reader, { limit: 5 })).rows).toMatchObject([
    {
      title: TITLE,
      path: `/community/p/${post_id}`,
      state: 'open',
      outcome: null,
      ask_until: null,
      note: 'Read the last line',
    },
  ]);
  expect((await listMyReports(world, author, { limit: 5 })).rows).toEqual([]);
});

test('every reporter learns the outcome and the rule, but neither the moderator nor other measures', async () => {
  const { world, owner, author, reader, channel_id, post_id } = await aScene();
  const second = await aRegular(world);
  const leaver = await aRegular(world);
  for (const person of [reader, second, leaver]) await reportContent(world, person, report(post_id));
  await sql`delete from users where id = ${leaver.userId}`.execute(world.db);
  await moderate(world, owner, order(post_id, 'remove'));
  for (const person of [reader, second]) {
    const [, outcome] = await mailsTo(world, person);
    expect(outcome?.subject).toBe('Your report was reviewed');
    expect(outcome?.text).toContain('Result: The text was removed.');
    expect(outcome?.text).toContain('Rule: Promotes a prescription medicine');
    expect(outcome?.text).not.toContain(STATEMENT);
    expect(outcome?.text).not.toContain(await nameOf(world, owner));
    expect(outcome?.text).not.toContain('another look');
    expect(await kindsOf(world, person)).toEqual(['report_decided', 'report_received']);
  }
  expect(await subjectsTo(world, author)).toEqual([
    'Your text on Flaira is hidden for now',
    'A decision by the moderators on Flaira',
  ]);
  expect((await listMyReports(world, reader, { limit: 5 })).rows).toMatchObject([
    { title: '', path: null, state: 'decided', outcome: 'removed', rule: 'prescription_promotion', ask_until: null },
  ]);
  const banned = await aPost(world, author, channel_id);
  await reportContent(world, reader, report(banned));
  await moderate(world, owner, order(banned, 'ban'));
  const last = (await mailsTo(world, reader)).at(-1);
  expect(last?.text).toContain('Result: The moderators took action.');
  expect(last?.text).not.toMatch(/ban|suspen/i);
});

const nameOf = async (world: World, { userId }: { userId: string }): Promise<string> => {
  const { rows } = await sql<{
    display_name: string;
  }>`select display_name from community_profiles where user_id = ${userId}`.execute(world.db);
  return rows[0]?.display_name ?? '';
};

test('reporters learn of a decision about the author; a case that a word filter opened has nobody to inform', async () => {
  const { world, owner, author, reader, channel_id, post_id } = await aScene();
  await reportContent(world, reader, report(post_id));
  const report_id = (await listReports(world, owner, { channel_id, status: 'open', limit: 1 })).rows[0]?.id;
  await moderate(world, owner, {
    version: 1,
    subject_kind: 'person',
    subject_id: author.userId,
    channel_id,
    report_id,
    action: 'warn',
    statement: STATEMENT,
  });
  expect(await subjectsTo(world, reader)).toEqual(['We received your report', 'Your report was reviewed']);
  await addWordFilter(world, owner, { channel_id, words: 'ozempic', action: 'hold' });
  const held = await aPost(world, author, channel_id, { body: '<p>Ozempic for all</p>' });
  await moderate(world, owner, order(held, 'dismiss'));
  expect(await subjectsTo(world, reader)).toHaveLength(2);
});

test('a reporter requests one review, another person answers it, and the reporter learns the new decision', async () => {
  const { world, owner, author, reader, channel_id, post_id } = await aScene();
  const helper = await aRegular(world);
  await joinChannel(world, helper, { channel_id, words: '' });
  await setMemberRole(world, owner, { channel_id, user_id: helper.userId, role: 'moderator' });
  await reportContent(world, reader, report(post_id));
  const report_id = (await listMyReports(world, reader, { limit: 1 })).rows[0]?.id ?? '';
  await expect(askReportReview(world, reader, { report_id, words: WORDS })).rejects.toMatchObject({
    code: 'APPEAL_CLOSED',
  });
  await moderate(world, owner, order(post_id, 'dismiss'));
  const outcome = (await mailsTo(world, reader)).at(-1);
  expect(outcome?.text).toContain('Result: The moderators took no action.');
  expect(outcome?.text).toContain('you can ask for another look once, until 22 May 2027');
  expect(outcome?.text).not.toContain('Rule:');
  expect(await subjectsTo(world, author)).toEqual([]);

  await expect(askReportReview(world, author, { report_id, words: WORDS })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  expect(await askReportReview(world, reader, { report_id, words: WORDS })).toMatchObject({
    ask_until: null,
    review: { words: WORDS, outcome: 'open', statement: null },
  });
  await expect(askReportReview(world, reader, { report_id, words: WORDS })).rejects.toMatchObject({
    code: 'APPEAL_CLOSED',
  });

  expect((await listReportReviews(world, owner, { channel_id, limit: 5 })).rows).toEqual([]);
  await expect(listReportReviews(world, reader, { channel_id, limit: 5 })).rejects.toMatchObject({
    code: 'NOT_A_MODERATOR',
  });
  const { rows } = await listReportReviews(world, helper, { channel_id, limit: 5 });
  expect(rows).toMatchObject([{ words: WORDS, reason: 'medical_danger', decision: { action: 'dismiss' } }]);
  expect(JSON.stringify(rows)).not.toContain(await handleOf(world, reader));
  const review_id = rows[0]?.id ?? '';
  const answer = { review_id, outcome: 'reversed' as const, statement: 'Indeed, the last line names a shop.' };
  await expect(answerReportReview(world, owner, answer)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await expect(answerReportReview(world, reader, answer)).rejects.toMatchObject({ code: 'NOT_A_MODERATOR' });
  await answerReportReview(world, helper, answer);
  await expect(answerReportReview(world, helper, answer)).rejects.toMatchObject({ code: 'ALREADY_DECIDED' });
  const reviewed = (await mailsTo(world, reader)).at(-1);
  expect(reviewed?.text).toContain('Answer: Indeed, the last line names a shop.');
  expect(reviewed?.text).toContain('The case is open again.');
  expect((await listMyReports(world, reader, { limit: 1 })).rows).toMatchObject([
    { state: 'open', outcome: null, review: { outcome: 'reversed' } },
  ]);

  await moderate(world, helper, order(post_id, 'remove', { report_id }));
  expect((await mailsTo(world, reader)).at(-1)?.text).toContain('Result: The text was removed.');
  expect(await world.audit.verifyChain()).toMatchObject({ brokenAt: null });
});

test('a reopened case is merged into a newer one, and its reporters learn the decision on the newer one', async () => {
  const { world, owner, reader, post_id } = await aScene();
  await reportContent(world, reader, report(post_id));
  await moderate(world, owner, order(post_id, 'dismiss'));
  const report_id = (await listMyReports(world, reader, { limit: 1 })).rows[0]?.id ?? '';
  await askReportReview(world, reader, { report_id, words: WORDS });
  await reportContent(world, await aRegular(world), report(post_id));
  const admin = await world.admin();
  const review_id = (await listReportReviews(world, admin, { limit: 1 })).rows[0]?.id ?? '';
  await answerReportReview(world, admin, { review_id, outcome: 'reversed', statement: 'We look at it once more.' });
  await moderate(world, admin, order(post_id, 'remove'));
  expect((await mailsTo(world, reader)).at(-1)?.text).toContain('Result: The text was removed.');
  expect((await listMyReports(world, reader, { limit: 5 })).rows.map(({ outcome }) => outcome).sort()).toEqual([
    'none',
    'removed',
  ]);
});

test('a review of a report is refused six months after the decision', async () => {
  const { world, owner, reader, post_id } = await aScene();
  await reportContent(world, reader, report(post_id));
  await moderate(world, owner, order(post_id, 'dismiss'));
  const report_id = (await listMyReports(world, reader, { limit: 1 })).rows[0]?.id ?? '';
  world.clock.advance(183 * 86_400_000);
  await expect(askReportReview(world, reader, { report_id, words: WORDS })).rejects.toMatchObject({
    code: 'APPEAL_CLOSED',
  });
});

test('a decision is emailed to the author with its text, place, rule, length, reasons and the last day to appeal', async () => {
  const { world, owner, author, post_id } = await aScene();
  const { id: comment_id } = await aComment(world, author, post_id);
  const decision = await moderate(world, owner, {
    version: 1,
    ...order(comment_id, 'suspend', { days: 13 }),
    subject_kind: 'comment',
  });
  const [mail] = await mailsTo(world, author);
  expect(mail?.subject).toBe('A decision by the moderators on Flaira');
  for (const part of [
    'About: Your comment of 20 November 2026 in Skincare Science',
    'Decision: Suspension',
    'Where: Skincare Science',
    'Until: 3 December 2026 at',
    'Rule: Promotes a prescription medicine',
    `Reasons: ${STATEMENT}`,
    'You can appeal once, until 22 May 2027',
    '/community/decisions',
  ])
    expect(mail?.text).toContain(part);
  expect(mail?.text).not.toContain(TITLE);
  await appealDecision(world, author, { decision_id: decision.id, words: 'I only asked where to buy it.' });
  const admin = await world.admin();
  await answerAppeal(world, admin, { decision_id: decision.id, outcome: 'upheld', statement: 'It named a price.' });
  const answer = (await mailsTo(world, author)).at(-1);
  for (const part of [
    'Your comment of 20 November 2026',
    'Decision: Suspension',
    'Result: The decision stays.',
    'It named a price.',
  ])
    expect(answer?.text).toContain(part);
});

test('emails about a lifted ban, a restored text or an unlocked thread require no action', async () => {
  const { world, owner, author, channel_id, post_id } = await aScene();
  await moderate(world, owner, order(post_id, 'ban'));
  await moderate(world, owner, {
    version: 1,
    subject_kind: 'person',
    subject_id: author.userId,
    channel_id,
    action: 'lift',
  });
  await moderate(world, owner, order(post_id, 'remove'));
  await moderate(world, owner, order(post_id, 'restore', { statement: undefined }));
  await moderate(world, owner, order(post_id, 'lock'));
  await moderate(world, owner, order(post_id, 'unlock', { statement: undefined }));
  const mails = await mailsTo(world, author);
  expect(mails.map(({ subject }) => subject)).toEqual([
    'A decision by the moderators on Flaira',
    'You can post on Flaira again',
    'A decision by the moderators on Flaira',
    'What you wrote on Flaira is visible',
    'A decision by the moderators on Flaira',
    'Your discussion on Flaira is open again',
  ]);
  expect(mails[0]?.text).toContain('Until: No end date');
  expect(mails[1]?.text).toContain('Where: Skincare Science');
  expect(mails[3]?.text).toContain('Your post of 20 November 2026 in Skincare Science');
  for (const index of [1, 3, 5]) expect(mails[index]?.text).not.toContain('appeal');
});

test('emails about decisions do not name a community that needs a plan, and say if a ban applies everywhere', async () => {
  const { world, author, owner, post_id } = await aScene('paid');
  await moderate(world, owner, order(post_id, 'suspend', { days: 1 }));
  await moderate(world, await world.admin(), order(post_id, 'ban'));
  const [here, everywhere] = await mailsTo(world, author);
  expect(here?.text).toContain('Your post of 20 November 2026\n');
  expect(here?.text).toContain('Where: The community it happened in');
  expect(here?.text).not.toContain('Skincare Science');
  expect(everywhere?.text).toContain('Where: All communities');
});

test('an email that can be switched off names the page on which this is done', async () => {
  const { world, reader, author, post_id } = await aScene();
  await aComment(world, reader, post_id, { body: `<p>@${await handleOf(world, author)} look</p>` });
  const [mail] = await mailsTo(world, author);
  expect(mail?.text).toMatch(/open your account, then Profiles, then Notifications: http\S+\/account\/profile/);
});

test('no reporter gets a message about an undone decision', async () => {
  const { world, owner, reader, post_id } = await aScene();
  await reportContent(world, reader, report(post_id));
  const { id } = await decide(world, owner, order(post_id, 'remove'));
  const outcomes = async () => (await listMyReports(world, reader, { limit: 5 })).rows.map(({ outcome }) => outcome);
  expect(await outcomes()).toEqual([null]);
  await undoDecisions(world, owner, [id]);
  await tellDecided(world);
  expect(await outcomes()).toEqual([null]);
  expect(await subjectsTo(world, reader)).toHaveLength(1);
  await moderate(world, owner, order(post_id, 'remove'));
  expect(await outcomes()).toEqual(['removed']);
  expect(await subjectsTo(world, reader)).toHaveLength(2);
});

test('a moderator sees the requested reviews of all their communities, except about decisions of administrators', async () => {
  const { world, owner, reader, author, channel_id, post_id } = await aScene();
  const [admin, helper] = [await world.admin(), await aRegular(world)];
  const second = await aChannel(world, owner, { name: 'Calm Skin' });
  for (const place of [channel_id, second.channel_id]) {
    await joinChannel(world, helper, { channel_id: place, words: '' });
    await setMemberRole(world, owner, { channel_id: place, user_id: helper.userId, role: 'moderator' });
  }
  const other = await aPost(world, author, second.channel_id, { title: TITLE });
  const third = await aPost(world, author, channel_id, { title: TITLE });
  for (const [by, id] of [
    [helper, post_id],
    [helper, other],
    [admin, third],
  ] as const) {
    await reportContent(world, reader, report(id));
    await moderate(world, by, order(id, 'dismiss', { statement: undefined, reason: undefined }));
    const [mine] = (await listMyReports(world, reader, { limit: 1 })).rows;
    await askReportReview(world, reader, { report_id: mine?.id ?? '', words: WORDS });
  }
  const asked = async (caller: SignedIn) => (await listReportReviews(world, caller, { limit: 5 })).rows;
  expect(await asked(owner)).toHaveLength(2);
  const [newest, ...others] = await asked(admin);
  expect(others).toHaveLength(2);
  const answer = { review_id: newest?.id ?? '', outcome: 'reversed' as const, statement: STATEMENT };
  await expect(answerReportReview(world, owner, answer)).rejects.toMatchObject({ code: 'DECIDED_BY_ADMIN' });
  await answerReportReview(world, admin, answer);
  await expect(asked(reader)).rejects.toMatchObject({ code: 'FORBIDDEN' });
});
