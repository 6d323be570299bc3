import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { noMarkings } from '#contract/markings.ts';
import { withStaff } from '#server/platform/db/db.ts';
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

test('the three newest versions of a draft are listed, and older ones with a name or a signature', async () => {
  const world = await aWorld();
  const { caseId, doctor } = await aSignedCase(world);
  await withStaff(world.db, doctor.userId, async (tx) => {
    const first = await tx.selectFrom('drafts').selectAll().where('case_id', '=', caseId).executeTakeFirstOrThrow();
    for (const version of [2, 3, 4, 5, 6]) {
      const row = JSON.stringify({ ...first, version });
      await sql`insert into drafts select * from json_populate_record(null::drafts, ${row})`.execute(tx);
    }
  });
  await nameDraftVersion(world, doctor, { case_id: caseId, version: 3, name: 'Cautious' });
  const listed = async (before?: number) => {
    const versions = await listDraftVersions(world, doctor, { case_id: caseId, before });
    return versions.map(({ version, name, is_signed }) => [version, name, is_signed]);
  };
  const older = [
    [3, 'Cautious', false],
    [1, null, true],
  ];
  expect(await listed()).toEqual([[6, null, false], [5, null, false], [4, null, false], ...older]);
  expect(await listed(4)).toEqual(older);
});

test('each version of a draft can be read', async () => {
  const world = await aWorld();
  const doctor = await world.practitioner();
  const { caseId } = await aDraftedCase(world, doctor, { pictures: false });
  await saveDraft(world, doctor, caseId, 1, { ...draft, style: 'glamour' });
  expect((await getDraftVersion(world, doctor, caseId, 1)).style).toBe('natural');
  expect((await getDraftVersion(world, doctor, caseId, 2)).style).toBe('glamour');
});
