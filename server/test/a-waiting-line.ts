import { randomUUID } from 'node:crypto';
import { releaseTimes } from '#server/domains/bookings/index.ts';
import { withSystem } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { aBookedTime } from './a-clinic.ts';
import { aDirectService, type DirectOptions } from './a-direct-service.ts';
import { aWorld } from './world.ts';

/**
 * Makes a service that patients can book themselves, with a waiting list. The clock is at 2026-11-20T09:00Z, which is
 * 10:00 in Paris.
 */
export async function aWaitingLine(options: DirectOptions & Parameters<typeof aWorld>[0] = {}) {
  const world = await aWorld(options);
  const time = await aDirectService(world, options);
  const [doctor = ''] = time.practitioners;
  const post = async (who: SignedIn, name: string, body: object = {}) => {
    const { status, json } = await world.browserOf(who).post(`/rpc/${name}`, body);
    return { status, json };
  };
  const wishes = (given: object = {}) => ({
    service_id: time.service_id,
    practitioner_id: null,
    site_id: null,
    first_day: '2026-11-20',
    last_day: '2026-12-31',
    part: 'any',
    timezone: 'Europe/Paris',
    ...given,
  });
  const wait = (who: SignedIn, given: object = {}) => post(who, 'wait_for_time', wishes(given));
  /** Makes patients who join the waiting list, in the order of the given wishes. */
  const line = async (...given: object[]) => {
    const people: SignedIn[] = [];
    for (const one of given) {
      const patient = await world.patient();
      await wait(patient, one);
      people.push(patient);
      world.clock.set(new Date(world.clock.now().getTime() + 1000));
    }
    return people;
  };
  /** Frees a time by booking a visit and then cancelling it. By default the visit takes half an hour. */
  const free = async (starts_at: string, { minutes = 30, practitioner_id = doctor } = {}) => {
    const places = { ...time, room_id: '' };
    const id = await aBookedTime(world, places, { practitioner_id, starts_at, minutes, buffer: 0, room_id: null });
    await withSystem(world.system, (tx) => releaseTimes(world, tx, [id]));
    return id;
  };
  const run = async () => {
    await world.jobs.runNow('appointments.waitingList', {});
    await world.outbox.drain();
  };
  /**
   * For each of these people, returns the times of the appointments that await payment, such as `12-03T09:00`, or `-`.
   */
  const kept = async (...people: readonly SignedIn[]) => {
    const all: string[] = [];
    for (const who of people) {
      const { json } = await post(who, 'get_my_appointments');
      const open = (json as { status: string; scheduled_at: string }[]).filter(
        ({ status }) => status === 'awaiting_payment',
      );
      all.push(open.map(({ scheduled_at }) => scheduled_at.slice(5, 16)).join(' ') || '-');
    }
    return all;
  };
  const lapse = async () => {
    await world.jobs.runNow('bookings.releaseRunOut', {});
    await world.jobs.runNow('appointments.lapseOffers', {});
    await run();
  };
  /** Adds a second service of the same practitioner and site. Returns its id. */
  const addService = (minutes: number): Promise<string> =>
    withSystem(world.system, async (tx) => {
      const id = randomUUID();
      const service = await tx
        .selectFrom('clinic_services')
        .selectAll()
        .where('id', '=', time.service_id)
        .executeTakeFirstOrThrow();
      await tx
        .insertInto('clinic_services')
        .values({ ...service, id, minutes })
        .execute();
      await tx.insertInto('service_practitioners').values({ service_id: id, user_id: doctor }).execute();
      return id;
    });
  return { world, time, doctor, post, wait, line, free, run, kept, lapse, addService };
}
