import { type AnyContractProcedure, isContractProcedure } from '@orpc/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { contract } from '#contract/index.ts';
import { someAppointments } from './an-appointment.ts';
import { aDraftedCase, aPicture } from './a-case.ts';
import { aChannel, aComment, aPost, season } from './a-community.ts';
import type { Browser } from './browser.ts';
import { type CallerName, Callers, type Row, type Subjects } from './expected/callers.ts';
import { expectedAnswers } from './expected-answers.ts';
import { aWorld, type World } from './world.ts';

/** Every procedure as `domain.name` with its path. */
const procedures = Object.entries(contract).flatMap(([domain, group]) =>
  Object.entries(group)
    .filter((entry): entry is [string, AnyContractProcedure] => isContractProcedure(entry[1]))
    .map(([name, procedure]) => ({ name: `${domain}.${name}`, domain, path: procedure['~orpc'].route.path ?? '' })),
);

test('every procedure of the contract has a row, and every row a procedure', () => {
  expect(Object.keys(expectedAnswers).sort()).toEqual(procedures.map(({ name }) => name).sort());
});

describe('every procedure answers every caller as the table says', () => {
  let world: World;
  let browsers: Record<CallerName, Browser>;
  let subjects: Subjects;

  beforeAll(async () => {
    world = await aWorld();
    ({ browsers, subjects } = await meet(world));
    return () => world[Symbol.asyncDispose]();
  });

  test.each(procedures)('$name', async ({ name, path }) => {
    const row = expectedAnswers[name];
    if (!row) throw new Error(`${name} has no row in server/test/expected`);
    const answered: Record<string, number> = {};
    for (const caller of Callers) answered[caller] = await knock(browsers[caller], path, row, subjects);
    expect(answered).toEqual(row.expected);
  });
});

async function meet(world: World) {
  const practitioner = await world.practitioner();
  const { patient, caseId: drafted } = await aDraftedCase(world, practitioner, { pictures: false });
  const { caseId: taken } = await aDraftedCase(world, practitioner, { pictures: false });
  const { caseId: asking } = await aDraftedCase(world, practitioner, { pictures: false });
  const { caseId: signable, seal } = await aDraftedCase(world, practitioner);
  const people = {
    patient,
    other: await world.patient(),
    single_factor: await world.practitioner({ secondFactor: false }),
    practitioner,
    unverified: await world.practitioner({ verified: false }),
    admin: await world.admin(),
  };
  const appointments = await someAppointments(world, people);
  const entries = Object.entries(people) as [Exclude<CallerName, 'visitor'>, (typeof people)['patient']][];
  const browsers = Object.fromEntries([
    ['visitor', world.browser()],
    ...entries.map(([name, caller]) => [name, world.browserOf(caller)]),
  ]);
  const ids = Object.fromEntries(entries.map(([name, caller]) => [name, caller.userId]));
  const community = await someCommunity(world, patient);
  const subjects = {
    ids,
    drafted,
    taken,
    asking,
    signable,
    seal,
    picture: await aPicture(),
    appointments,
    community,
  } as Subjects;
  return { browsers: browsers as Record<CallerName, Browser>, subjects };
}

/** A community of the patient, open to all, with a post and a comment. */
async function someCommunity(
  world: World,
  owner: Awaited<ReturnType<World['patient']>>,
): Promise<Subjects['community']> {
  await season(world, owner);
  const { channel_id, slug } = await aChannel(world, owner);
  const post_id = await aPost(world, owner, channel_id);
  const { id: comment_id } = await aComment(world, owner, post_id);
  return { channel_id, slug, post_id, comment_id };
}

async function knock(browser: Browser, path: string, row: Row, subjects: Subjects): Promise<number> {
  const answer = row.form
    ? await browser.postForm(path, row.form(subjects))
    : await browser.post(path, row.input?.(subjects) ?? {});
  return answer.status;
}
