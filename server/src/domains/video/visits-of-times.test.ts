import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { VIDEO_CONSENT_VERSION } from '#contract/video.ts';
import { withStaff, withSystem } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { moveTime, releaseTimes } from '#server/domains/bookings/index.ts';
import { aDraftedCase } from '../../../test/a-case.ts';
import { anOffer, aRequested, settle } from '../../../test/an-appointment.ts';
import { someBookableTime } from '../../../test/bookable-time.ts';
import { aWorld, type World } from '../../../test/world.ts';
import { saveCaseNote } from '../simulation/index.ts';

// The test clock starts at 2026-11-20T09:00Z. The clinic works from 9 to 12 in Paris, which is 08:00Z to 11:00Z.
const at = (time: string) => `2026-12-03T${time}:00.000Z`;
const MINUTE_MS = 60_000;

interface Options {
  readonly is_video?: boolean;
  readonly doctor?: (world: World) => Promise<{ doctor: SignedIn; patient: SignedIn }>;
}

const strangers = async (world: World) => ({ doctor: await world.practitioner(), patient: await world.patient() });

/** Makes a paid video appointment at 09:30 UTC with one of the two practitioners of a clinic. */
async function meet({ is_video = true, doctor: people = strangers }: Options = {}) {
  const world = await aWorld();
  const { doctor, patient } = await people(world);
  const [colleague, admin, other] = [await world.practitioner(), await world.admin(), await world.patient()];
  const time = await someBookableTime(world, {
    practitioners: [doctor.userId, colleague.userId],
    service: { is_video },
  });
  const id = await aRequested(world, { patient });
  const times = [
    {
      service_id: time.service_id,
      site_id: time.site_id,
      practitioner_id: doctor.userId,
      starts_at: at('09:30'),
    },
  ];
  const given = { ...anOffer(id, { scheduled_at: at('09:30') }), times };
  const offered = await world.browserOf(admin).post('/rpc/admin_set_awaiting_payment', given);
  expect(offered.status).toBe(200);
  const browser = world.browserOf(patient);
  const mine = async () => (await browser.post('/rpc/get_my_appointment', { appointment_id: id })).json.appointment;
  const before = await mine();
  const quote_sha256 = before.offer.quote_sha256;
  await browser.post('/rpc/accept_appointment_quote', { appointment_id: id, quote_sha256 });
  await world.pay((await browser.post('/functions/create_checkout_session', { appointment_id: id })).json.url);
  await settle(world);
  return { world, doctor, colleague, admin, patient, other, id, before, mine, time_id: before.offer.times[0].id };
}

const ask = (world: World, caller: SignedIn, name: string, input: object = {}) =>
  world.browserOf(caller).post(`/rpc/${name}`, input);
const get = (world: World, caller: SignedIn, visit_id: string) => ask(world, caller, 'get_video_visit', { visit_id });
const enter = (world: World, caller: SignedIn, visit_id: string) =>
  ask(world, caller, 'enter_video_visit', { visit_id, page: randomUUID() });
const agree = (world: World, patient: SignedIn, visit_id: string) =>
  ask(world, patient, 'consent_to_video', { visit_id, version: VIDEO_CONSENT_VERSION, language: 'en' });
/** Makes a person a member of the only clinic in the test. */
const joinClinic = (world: World, { userId: user_id }: SignedIn, role: 'owner' | 'practitioner') =>
  withSystem(world.system, async (tx) => {
    const { clinic_id } = await tx.selectFrom('booked_times').select('clinic_id').executeTakeFirstOrThrow();
    await tx.insertInto('clinic_members').values({ clinic_id, user_id, role, created_at: new Date() }).execute();
  });
/** Runs a step in the database with the rights of an administrator. */
const asDesk = (met: Awaited<ReturnType<typeof meet>>, step: Parameters<typeof withStaff>[2]) =>
  withStaff(met.world.db, met.admin.userId, step);
const handOver = (met: Awaited<ReturnType<typeof meet>>) =>
  asDesk(met, (tx) => moveTime(met.world, tx, met.time_id, { practitioner_id: met.colleague.userId }, { by: 'desk' }));

test('an appointment by video has a video visit, its page names no address, and its email has the link', async () => {
  const { world, doctor, patient, before, mine, time_id } = await meet();
  expect(before).toMatchObject({ is_video: true, visit_id: null, provider_address: null });
  expect(await mine()).toMatchObject({ is_video: true, visit_id: time_id, provider_address: null });
  expect((await get(world, patient, time_id)).json).toMatchObject({
    id: time_id,
    case_id: null,
    is_appointment: true,
    side: 'patient',
    state: 'planned',
    planned_at: at('09:30'),
    patient_name: null,
  });
  expect((await get(world, doctor, time_id)).json).toMatchObject({ side: 'doctor', state: 'planned' });
  expect((await ask(world, patient, 'list_my_video_visits')).json).toMatchObject([{ id: time_id }]);
  expect((await ask(world, doctor, 'list_doctor_video_visits')).json).toMatchObject([{ id: time_id }]);
  const mail = (await world.mails()).find(({ subject }) => subject.startsWith('Your appointment is confirmed'));
  expect(mail?.text).toContain(`By video: http://flaira.test/visit/${time_id}`);
});

test('an appointment at a place has no video visit', async () => {
  const { world, doctor, patient, mine, time_id } = await meet({ is_video: false });
  expect(await mine()).toMatchObject({
    is_video: false,
    visit_id: null,
    provider_address: expect.stringMatching(/\S/),
  });
  for (const caller of [doctor, patient]) expect((await get(world, caller, time_id)).status).toBe(404);
});

test('patient and doctor can meet by video, and the actions of the doctor are recorded with the visit', async () => {
  const { world, doctor, patient, time_id } = await meet();
  world.clock.set(new Date(Date.parse(at('09:30')) - 16 * MINUTE_MS));
  expect((await agree(world, patient, time_id)).status).toBe(200);
  expect((await enter(world, patient, time_id)).json.code).toBe('VISIT_NOT_OPEN');
  world.clock.advance(MINUTE_MS);
  expect((await enter(world, patient, time_id)).json.visit.state).toBe('waiting');
  expect((await enter(world, doctor, time_id)).json.visit.state).toBe('running');
  const logged = await world.db
    .selectFrom('audit_log')
    .select(['actor_id', 'patient_id', 'subject_type', 'subject_id'])
    .where('action', '=', 'video.joined')
    .execute();
  expect(logged).toEqual([
    { actor_id: doctor.userId, patient_id: patient.userId, subject_type: 'visit', subject_id: time_id },
  ]);
  // The patient and the doctor have no case in common, so there are no photos, no renderings and no note.
  for (const caller of [doctor, patient])
    expect((await ask(world, caller, 'get_video_pictures', { visit_id: time_id })).json).toEqual({
      photos: [],
      renderings: [],
      note: null,
    });
});

test('a colleague of the clinic, another patient and the desk cannot find the video visit', async () => {
  const met = await meet();
  const { world, colleague, other, admin, time_id } = met;
  await joinClinic(world, colleague, 'owner');
  world.clock.set(new Date(at('09:30')));
  for (const stranger of [colleague, other]) {
    expect((await get(world, stranger, time_id)).status).toBe(404);
    expect((await enter(world, stranger, time_id)).status).toBe(404);
    expect((await ask(world, stranger, 'get_video_pictures', { visit_id: time_id })).status).toBe(404);
  }
  expect((await ask(world, colleague, 'list_doctor_video_visits')).json).toEqual([]);
  expect((await get(world, admin, time_id)).status).toBe(403);
  // Not only the procedures but also the row policies of the database hide the visit from the colleague and the
  // administrator.
  const seen = (caller: SignedIn) =>
    withStaff(world.db, caller.userId, (tx) => tx.selectFrom('video_visits').select('id').execute());
  for (const stranger of [colleague, admin]) expect(await seen(stranger)).toEqual([]);
});

test('only a colleague who takes over the booked time can find the video visit, and needs a new consent', async () => {
  const met = await meet();
  const { world, doctor, colleague, patient, time_id } = met;
  await agree(world, patient, time_id);
  world.clock.set(new Date(at('09:30')));
  await enter(world, doctor, time_id);
  await handOver(met);
  for (const name of ['get_video_visit', 'get_video_pictures'])
    expect((await ask(world, doctor, name, { visit_id: time_id })).status).toBe(404);
  expect((await enter(world, doctor, time_id)).status).toBe(404);
  expect((await get(world, patient, time_id)).json).toMatchObject({ is_other_there: false, has_consent: false });
  expect((await get(world, colleague, time_id)).json).toMatchObject({ side: 'doctor' });
  expect((await enter(world, colleague, time_id)).status).toBe(200);
});

test('the video visit moves with its booked time, and is cancelled when the time is released', async () => {
  const met = await meet();
  const { world, doctor, patient, time_id } = met;
  await asDesk(met, (tx) => moveTime(world, tx, time_id, { starts_at: new Date(at('10:15')) }, { by: 'desk' }));
  expect((await get(world, patient, time_id)).json).toMatchObject({ state: 'planned', planned_at: at('10:15') });
  await asDesk(met, (tx) => releaseTimes(world, tx, [time_id]));
  expect((await get(world, patient, time_id)).json).toMatchObject({ state: 'cancelled' });
  // A booked time that was released no longer gives its practitioner access to the patient.
  expect((await get(world, doctor, time_id)).status).toBe(404);
  world.clock.set(new Date(at('10:15')));
  expect((await enter(world, patient, time_id)).json.code).toBe('VISIT_NOT_OPEN');
  expect((await ask(world, patient, 'list_my_video_visits')).json).toEqual([]);
});

test('a no-show makes the video visit missed, and a new date of the appointment plans it again', async () => {
  const met = await meet();
  const { world, doctor, patient, time_id } = met;
  await joinClinic(world, doctor, 'practitioner');
  world.clock.set(new Date(at('09:45')));
  expect(await ask(world, doctor, 'set_visit_state', { time_id, state: 'no_show' })).toMatchObject({ status: 200 });
  expect((await get(world, patient, time_id)).json).toMatchObject({ state: 'missed' });
  await asDesk(met, (tx) => moveTime(world, tx, time_id, { starts_at: new Date(at('10:15')) }, { by: 'desk' }));
  expect((await get(world, patient, time_id)).json).toMatchObject({ state: 'planned', ended_at: null });
  world.clock.set(new Date(Date.parse(at('10:15')) + 120 * MINUTE_MS));
  await world.jobs.runNow('video.closeVisits', {});
  expect((await get(world, patient, time_id)).json).toMatchObject({ state: 'missed' });
});

test('neither side can cancel only the video visit of an appointment', async () => {
  const { world, doctor, patient, time_id } = await meet();
  for (const caller of [doctor, patient])
    expect((await ask(world, caller, 'cancel_video_visit', { visit_id: time_id })).json.code).toBe(
      'VISIT_OF_APPOINTMENT',
    );
});

test('in a video visit, photos, renderings and note come from the case of this practitioner', async () => {
  const given: { caseId: string; doctor?: SignedIn } = { caseId: '' };
  const met = await meet({
    doctor: async (world) => {
      const doctor = await world.practitioner();
      const { patient, caseId } = await aDraftedCase(world, doctor);
      Object.assign(given, { caseId });
      return { doctor, patient };
    },
  });
  const { world, doctor, colleague, patient, time_id } = met;
  await saveCaseNote(world, doctor, given.caseId, { base_version: 0, body: 'Prefers a small change' });
  expect((await get(world, doctor, time_id)).json.case_id).toBe(given.caseId);
  const shown = (caller: SignedIn) => ask(world, caller, 'get_video_pictures', { visit_id: time_id });
  expect((await shown(doctor)).json).toMatchObject({ note: { body: 'Prefers a small change' } });
  expect((await shown(doctor)).json.photos).toHaveLength(3);
  expect((await shown(patient)).json).toMatchObject({ note: null });
  expect((await shown(patient)).json.photos).toHaveLength(3);
  await handOver(met);
  for (const caller of [colleague, patient])
    expect((await shown(caller)).json).toEqual({ photos: [], renderings: [], note: null });
});
