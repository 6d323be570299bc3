import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import type { Answers, PhotoKind } from '#contract/intake.ts';
import { findBirthDate } from '#server/domains/identity/index.ts';
import { withSystem, withUser } from '#server/platform/db/db.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { aPicture, consentToSimulation, someAnswers, takePhoto } from '../../../test/a-case.ts';
import { codeOf } from '../../../test/code-of.ts';
import { aWorld, PASSWORD, type World } from '../../../test/world.ts';
import {
  attachLeadFilesToUser,
  claimLeadSecure,
  getMyCurrentSet,
  insertAnswers,
  startLead,
  uploadLeadPhoto,
  uploadUserPhoto,
  upsertLeadOpen,
} from './index.ts';
import type { LeadKey } from './open-lead.ts';
import { getLead } from './show-lead.ts';
import { appendUserPhoto } from './user-photos.ts';
import { withdrawLead } from './withdraw-lead.ts';

let world: World;
beforeEach(async () => {
  world = await aWorld();
});

const visitor: Caller = { kind: 'visitor', language: 'en' };
const contact = (email: string) => ({
  first_name: 'Anna',
  last_name: 'Keller',
  email,
  phone: '+33 612345678',
  birth_date: '1986-04-02',
});
const shot = async (shade: number, pose: PhotoKind = 'front') => ({
  pose,
  bytes: await aPicture(shade),
  isVerified: true,
});

async function aLead(): Promise<LeadKey> {
  const leadId = randomUUID();
  const { secret } = await startLead(world, { leadId, secret: null }, consentToSimulation, '203.0.113.7');
  return { leadId, secret };
}

/** Creates a lead with photos, answers and contact details, as it is at the end of the questionnaire. */
async function aCompletedLead(email: string): Promise<LeadKey> {
  const key = await aLead();
  for (const [i, pose] of (['front', 'right', 'left'] as const).entries())
    await uploadLeadPhoto(world, key, await shot(i, pose));
  await insertAnswers(world, key, someAnswers);
  await upsertLeadOpen(world, key, contact(email), [consentToSimulation]);
  return key;
}

/** Creates an account as if a visitor had created it from this lead. */
async function anAccountOf(key: LeadKey, email: string, confirmed: boolean): Promise<string> {
  const { userId } = await world.patient({ birth_date: null, email });
  await world.db
    .updateTable('users')
    .set({ lead_id: key.leadId, email_verified: confirmed })
    .where('id', '=', userId)
    .execute();
  return userId;
}

const confirm = async (userId: string, leadId: string | null) => {
  await world.db.updateTable('users').set({ email_verified: true }).where('id', '=', userId).execute();
  await world.outbox.emit(world.db, 'identity.emailConfirmed', { user_id: userId, lead_id: leadId });
  await world.outbox.drain();
};

test('trust 1: without consent there is no lead, and without a lead no photo and no answer is stored', async () => {
  const leadId = randomUUID();
  expect(
    await codeOf(
      startLead(world, { leadId, secret: null }, { ...consentToSimulation, purpose: 'marketing' }, '203.0.113.7'),
    ),
  ).toBe('CONSENT_REQUIRED');
  expect(
    await codeOf(
      startLead(world, { leadId, secret: null }, { ...consentToSimulation, version: '1999-01-01' }, '203.0.113.7'),
    ),
  ).toBe('CONSENT_TEXT_OUTDATED');
  expect(await codeOf(uploadLeadPhoto(world, { leadId, secret: null }, await shot(1)))).toBe('LEAD_NOT_YOURS');
  expect(await codeOf(insertAnswers(world, { leadId, secret: null }, someAnswers))).toBe('LEAD_NOT_YOURS');
  expect(await withSystem(world.system, (tx) => tx.selectFrom('consents').selectAll().execute())).toEqual([]);
});

test('a lead belongs to its browser, and starting it again in that browser changes nothing', async () => {
  const key = await aLead();
  const other = { ...key, secret: (await aLead()).secret };
  expect(await codeOf(getLead(world, other))).toBe('LEAD_NOT_YOURS');
  expect(await codeOf(startLead(world, other, consentToSimulation, '203.0.113.7'))).toBe('LEAD_NOT_YOURS');
  expect(await codeOf(uploadLeadPhoto(world, other, await shot(1)))).toBe('LEAD_NOT_YOURS');
  expect(await startLead(world, key, consentToSimulation, '203.0.113.7')).toEqual({
    lead: { lead_id: key.leadId, status: 'received', photos: [], has_answers: false },
    secret: key.secret,
  });
});

test('a new photo of a pose replaces the old one of the lead, and the same photo again changes nothing', async () => {
  const key = await aLead();
  const first = await uploadLeadPhoto(world, key, await shot(1));
  expect(first).toMatchObject({
    path: `leads/${key.leadId}/front.jpg`,
    pose: 'front',
    width_px: 640,
    is_verified: true,
  });
  expect((await uploadLeadPhoto(world, key, await shot(1))).id).toBe(first.id);
  const second = await uploadLeadPhoto(world, key, await shot(2));
  await uploadLeadPhoto(world, key, await shot(3, 'left'));
  await world.outbox.drain();
  expect((await getLead(world, key)).photos.map((photo) => photo.id)).toEqual([second.id, expect.any(String)]);
  expect(await world.photos.find(world.system, first.id)).toBeNull();
});

test('after ten simultaneous uploads of a pose, the lead has one photo, which can be opened', async () => {
  const key = await aLead();
  await Promise.all(Array.from({ length: 10 }, async (_, i) => uploadLeadPhoto(world, key, await shot(i))));
  const { photos } = await getLead(world, key);
  expect(photos).toHaveLength(1);
  expect(await world.photos.read(world.system, photos[0]?.id ?? '')).toBeInstanceOf(Buffer);
});

test('a file that is not an image is refused, and the other photos of the lead are not deleted', async () => {
  const key = await aLead();
  await uploadLeadPhoto(world, key, await shot(1));
  expect(
    await codeOf(uploadLeadPhoto(world, key, { pose: 'left', bytes: Buffer.from('<svg/>'), isVerified: false })),
  ).toBe('PHOTO_NOT_A_PICTURE');
  expect(
    await codeOf(uploadLeadPhoto(world, key, { pose: 'front', bytes: await aPicture(1, 320), isVerified: false })),
  ).toBe('PHOTO_TOO_SMALL');
  expect((await getLead(world, key)).photos).toHaveLength(1);
});

test('changed answers to the questionnaire become a new version, and equal answers do not', async () => {
  const key = await aLead();
  const corrected: Answers = { ...someAnswers, result_type: 'very_natural' };
  expect(await insertAnswers(world, key, someAnswers)).toEqual({ version: 1 });
  expect(await insertAnswers(world, key, { ...someAnswers })).toEqual({ version: 1 });
  expect(await insertAnswers(world, key, corrected)).toEqual({ version: 2 });
});

test('trust 9: a person under 18 is refused, and none of the entered details are stored', async () => {
  const key = await aLead();
  const at = (birth_date: string) =>
    codeOf(upsertLeadOpen(world, key, { ...contact('anna@example.org'), birth_date }, [consentToSimulation]));
  expect([await at('2008-11-21'), await at('2030-01-01'), await at('2008-11-20')]).toEqual([
    'UNDER_AGE',
    'INVALID_INPUT',
    'done',
  ]);
  const key2 = await aLead();
  await codeOf(
    upsertLeadOpen(world, key2, { ...contact('leo@example.org'), birth_date: '2012-01-01' }, [consentToSimulation]),
  );
  expect(
    await withSystem(world.system, (tx) =>
      tx.selectFrom('leads').select('email').where('id', '=', key2.leadId).executeTakeFirst(),
    ),
  ).toEqual({ email: null });
});

test('the account of a person under 18 is deleted, unless its email is confirmed or another browser asks', async () => {
  const exists = async (id: string) =>
    (await world.db.selectFrom('users').select('id').where('id', '=', id).execute()).length === 1;
  const minor = { ...contact('leo@example.org'), birth_date: '2012-01-01' };
  const key = await aLead();
  const userId = await anAccountOf(key, 'leo@example.org', false);
  const stranger = { ...key, secret: (await aLead()).secret };
  expect(await codeOf(upsertLeadOpen(world, stranger, minor, [consentToSimulation]))).toBe('LEAD_NOT_YOURS');
  expect(await exists(userId)).toBe(true);
  expect(await codeOf(upsertLeadOpen(world, key, minor, [consentToSimulation]))).toBe('UNDER_AGE');
  expect(await exists(userId)).toBe(false);

  const confirmed = await anAccountOf(key, 'anna@example.org', true);
  expect(await codeOf(upsertLeadOpen(world, key, minor, [consentToSimulation]))).toBe('UNDER_AGE');
  expect(await exists(confirmed)).toBe(true);
});

test('after a corrected address, the old account and its link are gone, and the new account gets the photos', async () => {
  const key = await aCompletedLead('ana@example.org');
  const browser = world.browser();
  const signUp = async (email: string): Promise<string> => {
    const person = { email, password: PASSWORD, first_name: 'Anna', last_name: 'Keller', lead_id: key.leadId };
    const { json } = await browser.post('/api/auth/sign-up/email', person);
    await upsertLeadOpen(world, key, contact(email), [consentToSimulation]);
    expect(await claimLeadSecure(world, visitor, key, json.user.id)).toEqual({ claimed: true });
    return json.user.id;
  };
  await signUp('ana@example.org');
  const userId = await signUp('anna@example.org');
  const accounts = await world.db.selectFrom('users').select('email').where('lead_id', '=', key.leadId).execute();
  expect(accounts).toEqual([{ email: 'anna@example.org' }]);

  const [wrong, right] = (await world.mails()).map(({ text }) => /https?:\S+/.exec(text)?.[0] ?? '');
  const page = 'http://flaira.test/login?mode=signin&lock=1';
  expect((await browser.get(wrong ?? '')).headers.get('location')).toBe(`${page}&error=INVALID_TOKEN`);
  expect((await browser.get(right ?? '')).headers.get('location')).toBe(page);
  await world.outbox.drain();
  expect(await getMyCurrentSet(world, userId)).toHaveLength(3);
});

test('a corrected address ends the claim of the old account, and deletes no account that is confirmed or of another lead', async () => {
  const [key, otherKey] = [await aCompletedLead('ana@example.org'), await aLead()];
  const confirmed = await anAccountOf(key, 'ana@example.org', false);
  const other = await anAccountOf(otherKey, 'other@example.org', false);
  await claimLeadSecure(world, visitor, key, confirmed);
  const correct = (one: LeadKey) => upsertLeadOpen(world, one, contact('anna@example.org'), [consentToSimulation]);
  expect(await codeOf(correct({ ...key, secret: otherKey.secret }))).toBe('LEAD_NOT_YOURS');
  // The owner of the old address confirms it at the same time, before the lead is attached.
  await world.db.updateTable('users').set({ email_verified: true }).where('id', '=', confirmed).execute();
  await correct(key);
  const left = await world.db.selectFrom('users').select('id').where('id', 'in', [confirmed, other]).execute();
  expect(left).toHaveLength(2);
  await confirm(confirmed, key.leadId);
  expect(await getMyCurrentSet(world, confirmed)).toEqual([]);
  const userId = await anAccountOf(key, 'anna@example.org', false);
  expect(await claimLeadSecure(world, visitor, key, userId)).toEqual({ claimed: true });
});

test('after a correction to an address that has an account, its owner gets the photos only by signing in', async () => {
  const anna = await world.patient({ birth_date: null, email: 'anna@example.org' });
  const key = await aCompletedLead('ana@example.org');
  const mistyped = await anAccountOf(key, 'ana@example.org', false);
  await claimLeadSecure(world, visitor, key, mistyped);
  const person = { email: 'anna@example.org', password: PASSWORD, first_name: 'Anna', last_name: 'Keller' };
  const { json } = await world.browser().post('/api/auth/sign-up/email', { ...person, lead_id: key.leadId });
  await upsertLeadOpen(world, key, contact('anna@example.org'), [consentToSimulation]);
  expect(await claimLeadSecure(world, visitor, key, json.user.id)).toEqual({ claimed: true });
  expect(await attachLeadFilesToUser(world, visitor, key.secret, json.user.id)).toEqual({ attached: 0 });
  expect(await world.db.selectFrom('users').select('id').where('id', '=', mistyped).execute()).toEqual([]);
  expect(await getMyCurrentSet(world, anna.userId)).toEqual([]);

  await claimLeadSecure(world, anna, key, anna.userId);
  expect(await attachLeadFilesToUser(world, anna, key.secret, anna.userId)).toEqual({ attached: 3 });
});

test('a lead is claimed before the email is confirmed, then attached, and then leads to a case', async () => {
  const key = await aCompletedLead('anna@example.org');
  const userId = await anAccountOf(key, 'anna@example.org', false);
  expect(await claimLeadSecure(world, visitor, key, userId)).toEqual({ claimed: true });
  expect(await claimLeadSecure(world, visitor, key, userId)).toEqual({ claimed: true });
  expect(await attachLeadFilesToUser(world, visitor, key.secret, userId)).toEqual({ attached: 0 });
  expect(await getMyCurrentSet(world, userId)).toEqual([]);

  await confirm(userId, key.leadId);
  expect((await getMyCurrentSet(world, userId)).map((photo) => photo.pose)).toEqual(['front', 'right', 'left']);
  expect(await withUser(world.db, userId, (tx) => tx.selectFrom('patients').select('birth_date').execute())).toEqual([
    { birth_date: '1986-04-02' },
  ]);
  const consents = await withUser(world.db, userId, (tx) => tx.selectFrom('consents').select('purpose').execute());
  expect(consents).toEqual([{ purpose: 'simulation' }]);
  expect(await withUser(world.db, userId, (tx) => tx.selectFrom('cases').select(['status', 'plan']).execute())).toEqual(
    [{ status: 'received', plan: 'free' }],
  );
});

test('confirming the email address twice attaches a lead that no account had claimed, and makes one case', async () => {
  const key = await aCompletedLead('anna@example.org');
  const userId = await anAccountOf(key, 'anna@example.org', false);
  await confirm(userId, key.leadId);
  await confirm(userId, key.leadId);
  expect(await getMyCurrentSet(world, userId)).toHaveLength(3);
  expect(await withUser(world.db, userId, (tx) => tx.selectFrom('cases').selectAll().execute())).toHaveLength(1);
  expect(await codeOf(uploadLeadPhoto(world, key, await shot(9)))).toBe('LEAD_ALREADY_CLAIMED');
  expect((await getLead(world, key)).photos).toEqual([]);
});

test('an expression photo of the lead becomes part of the case, and skipped expressions remain skipped', async () => {
  const key = await aCompletedLead('anna@example.org');
  const stored = await uploadLeadPhoto(world, key, await shot(21, 'smile'));
  expect(stored).toMatchObject({ pose: 'smile', path: `leads/${key.leadId}/smile.jpg` });
  const retaken = await uploadLeadPhoto(world, key, await shot(22, 'smile'));
  const kinds = ['front', 'right', 'left', 'smile'];
  expect((await getLead(world, key)).photos.map(({ pose }) => pose)).toEqual(kinds);
  const userId = await anAccountOf(key, 'anna@example.org', false);
  await confirm(userId, key.leadId);
  expect((await getMyCurrentSet(world, userId)).map(({ pose }) => pose)).toEqual(kinds);
  const ofCase = await withUser(world.db, userId, (tx) =>
    tx.selectFrom('case_photos').select('photo_id').where('pose', '=', 'smile').execute(),
  );
  expect(ofCase).toEqual([{ photo_id: retaken.id }]);
});

test('a lead can be claimed only for an account with its email, and without a session only if created from it', async () => {
  const key = await aCompletedLead('anna@example.org');
  const [thief, anna] = [await world.patient(), await world.patient({ email: 'anna@example.org' })];
  expect(await codeOf(claimLeadSecure(world, thief, { ...key, secret: null }, thief.userId))).toBe('LEAD_NOT_YOURS');
  expect(await codeOf(claimLeadSecure(world, thief, key, anna.userId))).toBe('NOT_THE_CALLER');
  expect(await codeOf(claimLeadSecure(world, thief, key, thief.userId))).toBe('NOT_THE_CALLER');
  expect(await codeOf(claimLeadSecure(world, visitor, { ...key, secret: null }, anna.userId))).toBe('LEAD_NOT_YOURS');
  // A visitor gets the same answers as for a new account, but nothing is claimed and nothing is attached.
  await claimLeadSecure(world, visitor, key, anna.userId);
  expect(await attachLeadFilesToUser(world, visitor, key.secret, anna.userId)).toEqual({ attached: 0 });
  const { user_id } = await withSystem(world.system, (tx) =>
    tx.selectFrom('leads').select('user_id').where('id', '=', key.leadId).executeTakeFirstOrThrow(),
  );
  expect(user_id).toBe(null);
  expect(await codeOf(attachLeadFilesToUser(world, thief, key.secret, anna.userId))).toBe('NOT_THE_CALLER');

  expect(await claimLeadSecure(world, anna, key, anna.userId)).toEqual({ claimed: true });
  const second = await anAccountOf(key, 'other@example.org', true);
  await claimLeadSecure(world, visitor, key, second);
  expect(await attachLeadFilesToUser(world, visitor, key.secret, second)).toEqual({ attached: 0 });
  expect(await attachLeadFilesToUser(world, anna, null, anna.userId)).toEqual({ attached: 3 });
});

test('trust 16: the calls after a sign-up give the same answers for a new address and for one that has an account', async () => {
  await world.patient({ email: 'anna@example.org' });
  const answersFor = async (email: string) => {
    const key = await aCompletedLead(email);
    const person = { email, password: PASSWORD, first_name: 'Anna', last_name: 'Keller', lead_id: key.leadId };
    const { status, json } = await world.browser().post('/api/auth/sign-up/email', person);
    await upsertLeadOpen(world, key, contact(email), [consentToSimulation]);
    const show = async () => {
      const lead = await getLead(world, key);
      return { ...lead, lead_id: lead.lead_id === key.leadId, photos: lead.photos.map((photo) => photo.pose).sort() };
    };
    return [
      status,
      await claimLeadSecure(world, visitor, key, json.user.id),
      await claimLeadSecure(world, visitor, key, json.user.id),
      await attachLeadFilesToUser(world, visitor, key.secret, json.user.id),
      await show(),
    ];
  };
  const alike = [
    200,
    { claimed: true },
    { claimed: true },
    { attached: 0 },
    { lead_id: true, status: 'completed', photos: ['front', 'left', 'right'], has_answers: true },
  ];
  expect(await answersFor('anna@example.org')).toEqual(alike);
  expect(await answersFor('new@example.org')).toEqual(alike);
});

test('the birth date of a lead does not replace the birth date that the account already has', async () => {
  const anna = await world.patient({ birth_date: null, email: 'anna@example.org' });
  const attachWith = async (birth_date: string) => {
    const key = await aLead();
    await upsertLeadOpen(world, key, { ...contact('anna@example.org'), birth_date }, [consentToSimulation]);
    await claimLeadSecure(world, anna, key, anna.userId);
    await attachLeadFilesToUser(world, anna, key.secret, anna.userId);
  };
  const known = () => withUser(world.db, anna.userId, (tx) => findBirthDate(tx, anna.userId));
  await attachWith('1984-04-02');
  expect(await known()).toBe('1984-04-02');
  await attachWith('1948-04-02');
  expect(await known()).toBe('1984-04-02');
});

test('a lead is not attached to an account whose confirmed email differs', async () => {
  const key = await aCompletedLead('anna@example.org');
  const userId = await anAccountOf(key, 'mallory@example.org', false);
  await confirm(userId, key.leadId);
  expect(await getMyCurrentSet(world, userId)).toEqual([]);
});

test('an attached photo can be seen by its person, and is erased with the person', async () => {
  const key = await aCompletedLead('anna@example.org');
  const userId = await anAccountOf(key, 'anna@example.org', true);
  await confirm(userId, key.leadId);
  expect(await world.photos.erase(world.system, { userId })).toBe(3);
  expect(await getMyCurrentSet(world, userId)).toEqual([]);
});

test('a retaken photo is used only after its owner has appended it', async () => {
  const key = await aCompletedLead('anna@example.org');
  const userId = await anAccountOf(key, 'anna@example.org', true);
  await confirm(userId, key.leadId);
  world.clock.advance(60_000);
  const stored = await uploadUserPhoto(world, userId, await shot(50));
  expect(stored.path).toBe(`front-${world.clock.now().getTime()}.jpg`);
  expect((await getMyCurrentSet(world, userId))[0]?.id).not.toBe(stored.id);

  const stranger = await world.patient();
  expect(await codeOf(appendUserPhoto(world, stranger.userId, 'front', stored.path))).toBe('NOT_FOUND');
  expect(await codeOf(appendUserPhoto(world, userId, 'left', stored.path))).toBe('NOT_FOUND');
  await appendUserPhoto(world, userId, 'front', stored.path);
  expect((await appendUserPhoto(world, userId, 'front', stored.path)).id).toBe(stored.id);
  expect((await getMyCurrentSet(world, userId)).map((photo) => photo.id)[0]).toBe(stored.id);
  expect(await getMyCurrentSet(world, stranger.userId)).toEqual([]);
});

test('two photos at the same moment get different names, and without consent no photo is stored', async () => {
  const patient = await world.patient();
  expect(await codeOf(takePhoto(world, patient, 'front'))).toBe('CONSENT_REQUIRED');
  const key = await aCompletedLead('anna@example.org');
  const userId = await anAccountOf(key, 'anna@example.org', true);
  await confirm(userId, key.leadId);
  const both = await Promise.all([1, 2].map(async (shade) => uploadUserPhoto(world, userId, await shot(shade))));
  expect(new Set(both.map((photo) => photo.path)).size).toBe(2);
});

test('trust 4: after 30 days an unclaimed lead is deleted with photos, answers, consents and keys, a claimed one not', async () => {
  const [lost, kept] = [await aCompletedLead('lost@example.org'), await aCompletedLead('anna@example.org')];
  const userId = await anAccountOf(kept, 'anna@example.org', true);
  await confirm(userId, kept.leadId);
  world.clock.advance(30 * 86_400_000 - 1000);
  await world.jobs.runNow('intake.deleteUnclaimed', {});
  expect(await codeOf(getLead(world, lost))).toBe('done');

  world.clock.advance(2000);
  await world.jobs.runNow('intake.deleteUnclaimed', {});
  await world.outbox.drain();
  expect(await codeOf(getLead(world, lost))).toBe('LEAD_NOT_YOURS');
  const left = await withSystem(world.system, async (tx) => ({
    photos: (await tx.selectFrom('photos').select('user_id').execute()).map((row) => row.user_id),
    objects: (await tx.selectFrom('photo_objects').select('id').execute()).length,
    answers: (await tx.selectFrom('answers').select('user_id').execute()).length,
    consents: (await tx.selectFrom('consents').select('user_id').distinct().execute()).map((row) => row.user_id),
  }));
  expect(left).toEqual({ photos: [userId, userId, userId], objects: 3, answers: 1, consents: [userId] });
});

test('trust 2: a visitor withdraws the consent in one step, and photos, answers and consents are deleted at once', async () => {
  const key = await aCompletedLead('anna@example.org');
  const [photo] = (await getLead(world, key)).photos;
  const link = new URL(photo?.url ?? '', 'http://flaira.test');
  const other = { ...key, secret: (await aLead()).secret };
  expect(await codeOf(withdrawLead(world, other))).toBe('LEAD_NOT_YOURS');
  expect(await world.photos.open(photo?.id ?? '', link.searchParams)).not.toBeNull();

  expect(await withdrawLead(world, key)).toEqual({ withdrawn: true });
  expect(await world.photos.open(photo?.id ?? '', link.searchParams)).toBeNull();
  await world.outbox.drain();
  expect(await codeOf(getLead(world, key))).toBe('LEAD_NOT_YOURS');
  expect(await codeOf(uploadLeadPhoto(world, key, await shot(9)))).toBe('LEAD_NOT_YOURS');
  const left = await withSystem(world.system, async (tx) => ({
    photos: await tx.selectFrom('photos').select('id').execute(),
    objects: await tx.selectFrom('photo_objects').select('id').execute(),
    answers: await tx.selectFrom('answers').select('version').execute(),
    consents: await tx.selectFrom('consents').select('id').where('lead_id', '=', key.leadId).execute(),
  }));
  expect(left).toEqual({ photos: [], objects: [], answers: [], consents: [] });
});

test('the photos of an account cannot be deleted with the cookie of the browser', async () => {
  const key = await aCompletedLead('anna@example.org');
  const userId = await anAccountOf(key, 'anna@example.org', true);
  await confirm(userId, key.leadId);
  expect(await codeOf(withdrawLead(world, key))).toBe('LEAD_ALREADY_CLAIMED');
  expect(await getMyCurrentSet(world, userId)).toHaveLength(3);
});

test('before the email is confirmed, photos of a claimed lead can be deleted, and the account then gets none', async () => {
  const key = await aCompletedLead('anna@example.org');
  const userId = await anAccountOf(key, 'anna@example.org', false);
  expect(await claimLeadSecure(world, visitor, key, userId)).toEqual({ claimed: true });
  expect(await withdrawLead(world, key)).toEqual({ withdrawn: true });
  await confirm(userId, key.leadId);
  expect(await getMyCurrentSet(world, userId)).toEqual([]);
});

test('the transaction of a patient sees only their own rows of leads', async () => {
  const key = await aCompletedLead('anna@example.org');
  const userId = await anAccountOf(key, 'anna@example.org', true);
  await confirm(userId, key.leadId);
  const stranger = await world.patient();
  for (const table of ['photos', 'answers', 'leads', 'cases', 'case_photos'] as const) {
    const count = (id: string) =>
      withUser(
        world.db,
        id,
        async (tx) => (await tx.selectFrom(table).select(tx.fn.countAll<number>().as('n')).executeTakeFirst())?.n,
      );
    expect([table, await count(stranger.userId)]).toEqual([table, 0]);
    expect(await count(userId)).toBeGreaterThan(0);
    expect(await world.db.selectFrom(table).selectAll().execute()).toEqual([]);
  }
});
