import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { ReadingLanguages } from '#contract/languages.ts';
import { handleOf } from '../../../test/a-community.ts';
import { aWorld } from '../../../test/world.ts';
import { moderate } from './moderate.ts';
import { chooseMyName, getMyCommunity, getPerson, suggestNames, updateMyProfile } from './people.ts';
import { undoDecisions } from './undo-decisions.ts';

const marion = { first_name: 'Marion', last_name: 'Keller' };

test('a new member is shown under a pseudonym without any part of their name', async () => {
  const world = await aWorld();
  const mine = await getMyCommunity(world, await world.patient(marion));
  expect(mine.has_chosen_name).toBe(false);
  expect(`${mine.me.display_name} ${mine.me.handle}`).not.toMatch(/marion|keller/i);
  expect(mine.me.display_name).toMatch(/^\p{L}+ \d{2,4}$/u);
});

test('a new member gets three different suggested names', async () => {
  const world = await aWorld();
  const names = await suggestNames(world, await world.patient(marion));
  expect(new Set(names).size).toBe(3);
});

test.each(ReadingLanguages)('names are suggested in the language of the account: %s', async (language) => {
  const world = await aWorld();
  const person = await world.patient(marion);
  await sql`update users set language = ${language} where id = ${person.userId}`.execute(world.db);
  const script = {
    ru: /^\p{sc=Cyrillic}+ /u,
    ar: /^\p{sc=Arabic}+ /u,
    zh: /^\p{sc=Han}+ /u,
    ja: /^[\p{sc=Katakana}ー]+ /u,
    ko: /^\p{sc=Hangul}+ /u,
  };
  const names = await suggestNames(world, person);
  for (const name of names)
    expect(name).toMatch(language in script ? script[language as keyof typeof script] : /^\p{sc=Latin}+ /u);
});

test('the handle is made from the first chosen name, and does not change later', async () => {
  const world = await aWorld();
  const member = await world.patient(marion);
  await getMyCommunity(world, member);
  expect(await chooseMyName(world, member, 'Érable 27')).toMatchObject({
    display_name: 'Érable 27',
    handle: 'erable_27',
  });
  expect(await getMyCommunity(world, member)).toMatchObject({ has_chosen_name: true });
  expect(await chooseMyName(world, member, 'Rowan')).toMatchObject({
    display_name: 'Rowan',
    handle: 'erable_27',
  });
});

test('two members may have the same name, but not the same handle', async () => {
  const world = await aWorld();
  const [one, two] = [await world.patient(marion), await world.patient(marion)];
  await Promise.all([one, two].map((member) => chooseMyName(world, member, 'Rowan')));
  const handles = [await handleOf(world, one), await handleOf(world, two)].sort();
  expect(handles[0]).toBe('rowan');
  expect(handles[1]).toMatch(/^rowan_\d+$/);
});

test('a verified practitioner keeps the registered name and is not asked for another one', async () => {
  const world = await aWorld();
  const doctor = await world.practitioner();
  expect(await getMyCommunity(world, doctor)).toMatchObject({ has_chosen_name: true });
  expect(await chooseMyName(world, doctor, 'Dr Who')).toMatchObject({
    display_name: 'Dr Hélène Vasseur',
  });
});

test.each(['doctor', 'nurse'] as const)(
  'a %s who used communities before being verified gets the registered name only as a doctor',
  async (profession) => {
    const world = await aWorld();
    const admin = await world.admin();
    const newcomer = await world.practitioner({ verified: false, profession });
    const { handle, display_name } = await chooseMyName(world, newcomer, 'Rowan');
    expect(display_name).toBe('Rowan');
    const seen = async () => (await getPerson(world, admin, handle)).display_name;
    await sql`update practitioners set registration_number = '1-26-114', registration_body = 'INAMI'
      where user_id = ${newcomer.userId}`.execute(world.db);
    const document = { document: 'A certificate of 2026', seen_by: 'Jeanne Diallo' };
    const change = { user_id: newcomer.userId, is_verified: true, document };
    const verified = await world.browserOf(admin).post('/rpc/admin_verify_practitioner', change);
    expect(verified.json).toMatchObject({ is_verified: true });
    await world.outbox.drain();
    expect(await seen()).toBe(profession === 'doctor' ? 'Dr Hélène Vasseur' : 'Rowan');
  },
);

test('a person who is banned everywhere can change neither their name nor the text about them until the ban ends', async () => {
  const world = await aWorld();
  const [admin, member] = [await world.admin(), await world.patient(marion)];
  const { handle } = (await getMyCommunity(world, member)).me;
  const { id } = await moderate(world, admin, {
    subject_kind: 'person',
    subject_id: member.userId,
    action: 'ban',
    statement: 'They insulted other members.',
  });
  const changes = { handle, display_name: 'Rowan', bio: 'Write to me elsewhere.' };
  await expect(updateMyProfile(world, member, changes)).rejects.toMatchObject({ code: 'SUSPENDED' });
  await expect(chooseMyName(world, member, 'Rowan')).rejects.toMatchObject({ code: 'SUSPENDED' });
  await undoDecisions(world, admin, [id]);
  expect(await updateMyProfile(world, member, changes)).toMatchObject({ display_name: 'Rowan' });
});
