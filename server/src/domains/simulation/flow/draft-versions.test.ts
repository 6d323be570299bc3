import { expect, test } from 'vitest';
import { noMarkings } from '#contract/markings.ts';
import { aCase, aDraftedCase, aSignedCase, somePlan, someRecipes } from '../../../../test/a-case.ts';
import { aWorld } from '../../../../test/world.ts';
import { getDraftVersion, listDraftVersions, nameDraftVersion, saveCaseNote, saveDraft } from '../index.ts';

const draft = { style: 'natural', recipes: someRecipes, plan: somePlan, markings: noMarkings() } as const;

test('if two doctors write a note, the text of neither is lost', async () => {
  const world = await aWorld();
  const [one, two] = [await world.practitioner(), await world.practitioner()];
  const { caseId } = await aCase(world);
  await saveCaseNote(world, one, caseId, { base_version: 0, body: 'Thin skin.' });
  await expect(saveCaseNote(world, two, caseId, { base_version: 0, body: 'Bruises.' })).rejects.toMatchObject({
    code: 'NOTE_OUTDATED',
    data: { version: 1, body: 'Thin skin.' },
  });
  const both = await saveCaseNote(world, two, caseId, { base_version: 1, body: 'Thin skin. Bruises.' });
  expect(both).toMatchObject({ version: 2, body: 'Thin skin. Bruises.' });
  // Sending the same save request again returns the same result.
  expect(await saveCaseNote(world, two, caseId, { base_version: 1, body: 'Thin skin. Bruises.' })).toEqual(both);
});

test('the versions of a draft are listed with the names that the doctor gave them, and each can be read', async () => {
  const world = await aWorld();
  const doctor = await world.practitioner();
  const { caseId } = await aDraftedCase(world, doctor, { pictures: false });
  await saveDraft(world, doctor, caseId, 1, { ...draft, style: 'glamour' });
  await nameDraftVersion(world, doctor, { case_id: caseId, version: 1, name: 'Cautious' });
  const all = await listDraftVersions(world, doctor, { case_id: caseId, only_named: false });
  expect(all.map(({ version, name }) => [version, name])).toEqual([
    [2, null],
    [1, 'Cautious'],
  ]);
  expect(await listDraftVersions(world, doctor, { case_id: caseId, only_named: true })).toHaveLength(1);
  expect((await getDraftVersion(world, doctor, caseId, 1)).style).toBe('natural');
});

test('a signed version without a name is found among the versions that a doctor looks for later', async () => {
  const world = await aWorld();
  const { caseId, doctor } = await aSignedCase(world);
  const found = await listDraftVersions(world, doctor, { case_id: caseId, only_named: true });
  expect(found).toMatchObject([{ version: 1, name: null, is_signed: true }]);
});
