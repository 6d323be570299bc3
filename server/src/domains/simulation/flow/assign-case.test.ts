import fc from 'fast-check';
import { expect, test } from 'vitest';
import { noMarkings } from '#contract/markings.ts';
import { aCase, aDraftedCase, somePlan, someRecipes } from '../../../../test/a-case.ts';
import { codeOf } from '../../../../test/code-of.ts';
import { aWorld } from '../../../../test/world.ts';
import { assignCase, balanceCases, listStudioCases, saveDraft, takeOverCase } from '../index.ts';
import { balance } from './assign-case.ts';

const draft = { style: 'natural', recipes: someRecipes, plan: somePlan, markings: noMarkings() } as const;

test('a doctor takes over a case with a reason, and the next save of the first doctor is refused', async () => {
  const world = await aWorld();
  const [first, second] = [await world.practitioner(), await world.practitioner()];
  const { caseId } = await aDraftedCase(world, first, { pictures: false });
  const taken = await takeOverCase(world, second, caseId, { reason: 'covering', note: 'On leave from today' });
  expect(taken).toMatchObject({ practitioner_id: second.userId, draft: { version: 1 } });
  expect(await codeOf(saveDraft(world, first, caseId, 1, { ...draft, style: 'glamour' }))).toBe('CASE_TAKEN');
});

test('a case is assigned only to a verified practitioner, and cases are distributed by workload', async () => {
  const world = await aWorld();
  const [busy, free] = [await world.practitioner(), await world.practitioner()];
  const unverified = await world.practitioner({ verified: false });
  await aDraftedCase(world, busy, { pictures: false });
  const { caseId } = await aCase(world);
  expect(await codeOf(assignCase(world, busy, caseId, unverified.userId))).toBe('NOT_FOUND');
  expect(await balanceCases(world, busy)).toEqual({ assigned: 1 });
  const page = { status: 'mine', limit: 50 } as const;
  expect((await listStudioCases(world, free, page)).rows.map((row) => row.id)).toEqual([caseId]);
  expect(await codeOf(assignCase(world, busy, caseId, null))).toBe('CASE_TAKEN');
  await assignCase(world, free, caseId, null);
  expect((await listStudioCases(world, free, page)).rows).toEqual([]);
  expect((await listStudioCases(world, free, { ...page, status: 'open', filter: 'unassigned' })).rows).toHaveLength(1);
});

test('cases are given, the most urgent first, to the doctor with the fewest open cases', () => {
  const loads = [
    { practitionerId: 'anna', open: 3 },
    { practitionerId: 'ben', open: 1 },
  ];
  expect(balance(['a', 'b', 'c'], loads).map(({ practitionerId }) => practitionerId)).toEqual(['ben', 'ben', 'anna']);
});

test('no case is assigned if there is no practitioner', () => expect(balance(['a'], [])).toEqual([]));

test('every case is assigned, and a doctor who got one has at most one case more than any other doctor', () => {
  const open = fc.array(fc.nat(20), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(open, fc.nat(60), (before, count) => {
      const loads = before.map((n, i) => ({ practitionerId: String(i), open: n }));
      const given = balance(
        Array.from({ length: count }, (_, i) => `case ${i}`),
        loads,
      );
      expect(given).toHaveLength(count);
      const after = loads.map(
        (load) => load.open + given.filter((g) => g.practitionerId === load.practitionerId).length,
      );
      const least = Math.min(...after);
      const got = after.filter((n, i) => n > (before[i] ?? 0));
      expect(Math.max(least, ...got) - least).toBeLessThanOrEqual(1);
    }),
  );
});
