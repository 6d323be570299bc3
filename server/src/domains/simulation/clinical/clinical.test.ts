import { expect, test, vi } from 'vitest';
import { ClinicalViews } from '#contract/clinical-photos.ts';
import { withSystem } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { aDraftedCase, aPicture, aSignedCase, consentToSimulation } from '../../../../test/a-case.ts';
import { aWorld, type World } from '../../../../test/world.ts';

const record = { taken_on: '2026-11-20', device: 'Nikon D7500, 60 mm', distance_cm: '90', light: 'flash' };

let shade = 100;
async function send(world: World, by: SignedIn, path: string, fields: Record<string, string>) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...record, ...fields })) form.set(name, value);
  form.set('file', new Blob([new Uint8Array(await aPicture(shade++))], { type: 'image/jpeg' }), 'a.jpg');
  return world.browserOf(by).postForm(`/rpc/${path}`, form);
}
const choose = (world: World, doctor: SignedIn, case_id: string, taken_by: 'doctor' | 'patient' | null) =>
  world.browserOf(doctor).post('/rpc/choose_clinical_set', { case_id, taken_by });
/** Returns the emails that link to this case. */
const mailsAbout = async (world: World, caseId: string) =>
  (await world.mails()).filter(({ text }) => text.includes(`/dashboard?case=${caseId}`));

test('the photos of a case belong to its clinical series, and the doctor can add others with data on their taking', async () => {
  const world = await aWorld();
  const doctor = await world.practitioner();
  const { patient, caseId: case_id } = await aDraftedCase(world, doctor, {
    pictures: false,
    kinds: ['front', 'right', 'left', 'smile'],
  });
  const before = (await world.browserOf(doctor).post('/rpc/get_clinical_set', { case_id })).json;
  expect(before).toMatchObject({ taken_by: null });
  expect(before.photos).toMatchObject(
    ['front', 'right', 'left', 'smile'].map((view) => ({ view, record: null, taken_on: '2026-11-20' })),
  );
  const unasked = await send(world, doctor, 'upload_clinical_photo', { case_id, view: 'profile_left' });
  expect(unasked.json.code).toBe('CLINICAL_NOT_ASKED');

  expect((await choose(world, doctor, case_id, 'doctor')).json.taken_by).toBe('doctor');
  expect(await mailsAbout(world, case_id)).toEqual([]);
  for (const view of ClinicalViews.filter((one) => one !== 'smile'))
    expect((await send(world, doctor, 'upload_clinical_photo', { case_id, view })).status).toBe(200);
  world.clock.advance(1000);
  const again = await send(world, doctor, 'upload_clinical_photo', { case_id, view: 'front', distance_cm: '100' });
  expect(again.json.photos.map(({ view }: { view: string }) => view)).toEqual([...ClinicalViews]);
  const [front] = again.json.photos;
  expect(front.record).toEqual({
    device: 'Nikon D7500, 60 mm',
    distance_cm: 100,
    light: 'flash',
    taken_by: 'doctor',
  });
  // The simulation still uses the photos of the case, not the photos of the series.
  const studio = (await world.browserOf(doctor).post('/rpc/get_studio_case', { case_id })).json;
  expect(studio.photos.map(({ id }: { id: string }) => id)).not.toContain(front.id);
  // The second front photo does not delete the first.
  const { rows } = await withSystem(world.system, async (tx) => ({
    rows: await tx.selectFrom('clinical_photos').select('view').where('case_id', '=', case_id).execute(),
  }));
  expect(rows).toHaveLength(8);

  const refusals: Record<string, string>[] = [
    { taken_on: '2026-11-23' },
    { distance_cm: '19' },
    { distance_cm: '401' },
    { device: ' ' },
    { light: 'candle' },
    { view: 'back' },
  ];
  for (const wrong of refusals)
    expect(
      (await send(world, doctor, 'upload_clinical_photo', { case_id, view: 'front', ...wrong })).status,
      JSON.stringify(wrong),
    ).toBeGreaterThanOrEqual(400);
  // The patient sees the series, but may not add photos, because the doctor did not request them from the patient.
  const [mine] = (await world.browserOf(patient).post('/rpc/get_my_clinical_sets')).json;
  expect(mine.photos).toHaveLength(8);
  const own = await send(world, patient, 'upload_my_clinical_photo', { case_id, view: 'front' });
  expect(own.json.code).toBe('CLINICAL_NOT_ASKED');
  const seen = (await world.browserOf(patient).post('/rpc/list_my_access_log')).json.rows;
  for (const action of ['photos.clinical_chosen', 'photos.clinical_added', 'photo.viewed'])
    expect(seen).toContainEqual(expect.objectContaining({ action }));
});

test('a photo of a case that was taken shortly after midnight in Paris has the day in Paris', async () => {
  const world = await aWorld({ now: new Date('2026-11-19T23:30:00Z') });
  const doctor = await world.practitioner();
  const { caseId: case_id } = await aDraftedCase(world, doctor, { pictures: false });
  const { photos } = (await world.browserOf(doctor).post('/rpc/get_clinical_set', { case_id })).json;
  expect(photos).toMatchObject(['front', 'right', 'left'].map((view) => ({ view, taken_on: '2026-11-20' })));
});

test('only a patient whom the doctor asked can add photos of a clinical series, and only with consent', async () => {
  const world = await aWorld();
  const doctor = await world.practitioner();
  const { patient, caseId: case_id } = await aDraftedCase(world, doctor, { pictures: false });
  const shot = { case_id, view: 'profile_right' };
  expect((await world.browserOf(patient).post('/rpc/get_my_clinical_sets')).json).toEqual([]);
  for (const taken_by of ['patient', 'patient'] as const) await choose(world, doctor, case_id, taken_by);
  const [mail, ...others] = await mailsAbout(world, case_id);
  expect(mail?.text).toContain('It does not change your delivery time.');
  expect(`${mail?.subject} ${mail?.text}`).not.toMatch(/photo|profile/i);
  expect(others).toEqual([]);
  const taken = await send(world, patient, 'upload_my_clinical_photo', shot);
  expect(taken.json.photos).toContainEqual(
    expect.objectContaining({ view: 'profile_right', record: expect.objectContaining({ taken_by: 'patient' }) }),
  );
  const other = await world.patient();
  expect((await send(world, other, 'upload_my_clinical_photo', shot)).status).toBe(404);
  expect((await world.browserOf(other).post('/rpc/get_my_clinical_sets')).json).toEqual([]);
  const colleague = await world.practitioner();
  expect((await send(world, colleague, 'upload_clinical_photo', shot)).status).toBe(404);
  expect((await choose(world, colleague, case_id, 'doctor')).status).toBe(404);
  expect((await world.browserOf(colleague).post('/rpc/get_clinical_set', { case_id })).status).toBe(404);

  expect((await choose(world, doctor, case_id, null)).json).toMatchObject({ taken_by: null });
  expect((await send(world, patient, 'upload_my_clinical_photo', shot)).json.code).toBe('CLINICAL_NOT_ASKED');
  expect((await world.browserOf(patient).post('/rpc/get_my_clinical_sets')).json).toMatchObject([{ taken_by: null }]);
  await choose(world, doctor, case_id, 'patient');
  await withSystem(world.system, (tx) =>
    tx.updateTable('consents').set({ withdrawn_at: new Date() }).where('user_id', '=', patient.userId).execute(),
  );
  expect((await send(world, patient, 'upload_my_clinical_photo', shot)).json.code).toBe('CONSENT_REQUIRED');
});

test('after simultaneous uploads for a clinical series, the last response contains all photos', async () => {
  const world = await aWorld();
  const doctor = await world.practitioner();
  const { patient, caseId: case_id } = await aDraftedCase(world, doctor, { pictures: false });
  await choose(world, doctor, case_id, 'patient');
  const answers = await Promise.all(
    ClinicalViews.map((view) => send(world, patient, 'upload_my_clinical_photo', { case_id, view })),
  );
  const counts = answers.map(({ json }) => json.photos.filter((photo: { record: unknown }) => photo.record).length);
  expect(counts.sort()).toEqual(ClinicalViews.map((_, index) => index + 1));
});

test('a clinical series ends if the patient withdraws the consent, because no doctor can see the case any more', async () => {
  const world = await aWorld();
  const doctor = await world.practitioner();
  const { patient, caseId: case_id } = await aDraftedCase(world, doctor, { pictures: false });
  await choose(world, doctor, case_id, 'patient');
  const browser = world.browserOf(patient);
  expect((await browser.post('/rpc/get_my_clinical_sets')).json).toMatchObject([{ case_id, taken_by: 'patient' }]);
  await browser.post('/rpc/withdraw_consent', { purpose: 'simulation' });
  await world.outbox.drain();
  expect((await browser.post('/rpc/get_my_clinical_sets')).json).toEqual([]);
  await browser.post('/rpc/give_consent', consentToSimulation);
  await world.outbox.drain();
  const late = await send(world, patient, 'upload_my_clinical_photo', { case_id, view: 'front' });
  expect(late.json.code).toBe('CLINICAL_NOT_ASKED');
});

test('the clinical series of a signed case also ends, and the open pages of the patient and the doctor reload', async () => {
  const world = await aWorld();
  const { doctor, patient, caseId: case_id } = await aSignedCase(world);
  await choose(world, doctor, case_id, 'patient');
  const browser = world.browserOf(patient);
  expect((await browser.post('/rpc/get_my_clinical_sets')).json).toMatchObject([{ case_id, taken_by: 'patient' }]);
  const publish = vi.spyOn(world.realtime, 'publish');
  await browser.post('/rpc/withdraw_consent', { purpose: 'simulation' });
  await world.outbox.drain();
  expect((await browser.post('/rpc/get_my_clinical_sets')).json).toEqual([]);
  expect((await browser.post('/rpc/list_my_cases')).json).toMatchObject([{ id: case_id, status: 'published' }]);
  expect(publish.mock.calls.map(([, , event]) => event)).toEqual(
    expect.arrayContaining(['case.changed', 'queue.changed'].map((kind) => ({ kind, id: case_id }))),
  );
});
