import { type AnyContractProcedure, isContractProcedure } from '@orpc/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { contract } from '#contract/index.ts';
import type { Browser } from './browser.ts';
import { everybody } from './everybody.ts';
import { type CallerName, Callers, type Row, type Subjects } from './expected/callers.ts';
import { expectedAnswers } from './expected-answers.ts';
import { aWorld, type World } from './world.ts';

/** Every procedure as `domain.name` with its path. */
const procedures = Object.entries(contract).flatMap(([domain, group]) =>
  Object.entries(group)
    .filter((entry): entry is [string, AnyContractProcedure] => isContractProcedure(entry[1]))
    .map(([name, procedure]) => ({ name: `${domain}.${name}`, domain, path: procedure['~orpc'].route.path ?? '' })),
);

test('trust 18: every procedure of the contract has a row, and every row a procedure', () => {
  expect(Object.keys(expectedAnswers).sort()).toEqual(procedures.map(({ name }) => name).sort());
});

describe('every procedure answers every caller as the table says', () => {
  let world: World;
  let browsers: Record<CallerName, Browser>;
  let subjects: Subjects;

  beforeAll(async () => {
    world = await aWorld();
    ({ browsers, subjects } = await everybody(world));
    return () => world[Symbol.asyncDispose]();
  });

  test.each(procedures)('trust 18: $name', async ({ name, path }) => {
    const row = expectedAnswers[name];
    if (!row) throw new Error(`${name} has no row in server/test/expected`);
    const answered: Record<string, number> = {};
    for (const caller of Callers) answered[caller] = await knock(browsers[caller], path, row, subjects);
    expect(answered).toEqual(row.expected);
  });
});

async function knock(browser: Browser, path: string, row: Row, subjects: Subjects): Promise<number> {
  const answer = row.form
    ? await browser.postForm(path, row.form(subjects))
    : await browser.post(path, row.input?.(subjects) ?? {});
  return answer.status;
}
