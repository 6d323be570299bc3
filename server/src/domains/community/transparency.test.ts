import { expect, test } from 'vitest';
import { sql } from 'kysely';
import type { TransparencyYear } from '#contract/community/transparency.ts';
import { aChannel, aPost, aRegular } from '../../../test/a-community.ts';
import { tellDecided } from '../../../test/a-moderator.ts';
import { aWorld } from '../../../test/world.ts';
import { answerAppeal, appealDecision } from './appeals.ts';
import { moderate, type Order } from './moderate.ts';
import { reportContent } from './report-content.ts';
import { getTransparency } from './transparency.ts';
import { undoDecisions } from './undo-decisions.ts';
import { addWordFilter } from './word-filters.ts';

const STATEMENT = 'Prices of prescription medicines are not for this place.';
const HOUR_MS = 3_600_000;

async function aScene() {
  const world = await aWorld();
  const [owner, author, reader] = [await aRegular(world), await aRegular(world), await aRegular(world)];
  const { channel_id } = await aChannel(world, owner, { name: 'Skincare Science' });
  const write = (body?: string) => aPost(world, author, channel_id, body === undefined ? {} : { body });
  const report = (subject_id: string, by = reader) =>
    reportContent(world, by, { subject_kind: 'post', subject_id, reason: 'medical_danger', note: '' });
  const decide = (subject_id: string, action: Order['action']) =>
    moderate(world, owner, {
      version: 1,
      subject_kind: 'post',
      subject_id,
      action,
      reason: 'prescription_promotion',
      statement: STATEMENT,
    });
  return { world, owner, author, reader, channel_id, write, report, decide };
}

/** Returns the lines whose count is greater than zero. */
const counted = (lines: readonly { count: number }[]) => lines.filter(({ count }) => count > 0);

test('the transparency report is empty for a year in which nothing happened', async () => {
  const world = await aWorld();
  expect(await getTransparency(world)).toEqual([]);
});

test('the transparency report counts reports by reason, and final decisions by action, reason and hours', async () => {
  const { world, owner, author, reader, channel_id, write, report, decide } = await aScene();
  const other = await aRegular(world);
  const [first, second, undone] = [await write(), await write(), await write()];
  for (const by of [reader, other, reader]) await report(first, by);
  await report(second);
  await decide(first, 'remove');
  await tellDecided(world);
  world.clock.advance(30 * HOUR_MS);
  await decide(second, 'dismiss');
  await tellDecided(world);
  const { id } = await decide(undone, 'remove');
  await undoDecisions(world, owner, [id]);
  await tellDecided(world);
  await addWordFilter(world, owner, { channel_id, words: 'ozempic', action: 'hold' });
  await write('<p>Ozempic for all</p>');

  const [year, ...others] = await getTransparency(world);
  expect(others).toEqual([]);
  expect(year).toMatchObject({ year: 2026, held: { by_filter: 1, by_reports: 0 } });
  const of = year as TransparencyYear;
  expect(counted(of.reported)).toEqual([{ reason: 'medical_danger', count: 3 }]);
  expect(counted(of.decided)).toEqual([
    { action: 'remove', count: 1 },
    { action: 'dismiss', count: 1 },
  ]);
  expect(counted(of.grounds)).toEqual([{ reason: 'prescription_promotion', count: 1 }]);
  expect(counted(of.times)).toEqual([
    { within: 'hour', count: 1 },
    { within: 'three_days', count: 1 },
  ]);

  // Deleting all the people who were involved does not change the numbers.
  for (const { userId } of [author, reader, other]) await sql`delete from users where id = ${userId}`.execute(world.db);
  await sql`delete from channels where id = ${channel_id}`.execute(world.db);
  expect(await getTransparency(world)).toEqual([year]);
});

test('the transparency report counts appeals in the year of the appeal, and answers in the year of the answer', async () => {
  const { world, author, write, decide } = await aScene();
  const admin = await world.admin();
  const decision = await decide(await write(), 'remove');
  await tellDecided(world);
  world.clock.set(new Date('2026-12-31T22:00:00Z'));
  await appealDecision(world, author, { decision_id: decision.id, words: 'It names no price at all.' });
  world.clock.set(new Date('2027-01-01T00:30:00Z'));
  await answerAppeal(world, admin, { decision_id: decision.id, outcome: 'reversed', statement: STATEMENT });
  expect(
    (await getTransparency(world)).map(({ year, appeals, reviews }) => ({ year, appeals, reviews: reviews.asked })),
  ).toEqual([
    { year: 2027, appeals: { asked: 0, upheld: 0, reversed: 1 }, reviews: 0 },
    { year: 2026, appeals: { asked: 1, upheld: 0, reversed: 0 }, reviews: 0 },
  ]);
});

test('the service cannot write the counts of the transparency report directly', async () => {
  const world = await aWorld();
  await expect(
    sql`insert into moderation_counts values (2026, 'reported', 'spam', 1)`.execute(world.db),
  ).rejects.toMatchObject({ code: '42501' });
});
