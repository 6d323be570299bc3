import { randomUUID } from 'node:crypto';
import type { BookedState } from '#contract/bookings.ts';
import { type Tx, withSystem } from '#server/platform/db/db.ts';
import type { World } from './world.ts';

export interface Clinic {
  readonly clinic_id: string;
  readonly site_id: string;
  readonly room_id: string;
  readonly service_id: string;
}

/**
 * Makes a clinic with one site, one room and these practitioners. Its service takes 30 minutes, with a buffer of ten
 * minutes before and after.
 */
export const aClinic = (
  world: World,
  practitioners: readonly string[],
  { timezone = 'Europe/Paris', name = 'Clinique Vasseur' } = {},
): Promise<Clinic> =>
  withSystem(world.system, async (tx) => {
    const at = world.clock.now();
    const [clinic_id, site_id, room_id, service_id] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
    await tx.insertInto('clinics').values({ id: clinic_id, name, created_at: at }).execute();
    await tx
      .insertInto('clinic_sites')
      .values({ id: site_id, clinic_id, name, country: 'FR', timezone, created_at: at })
      .execute();
    await tx.insertInto('clinic_rooms').values({ id: room_id, site_id, name: 'Room 1', kind: 'room' }).execute();
    await tx
      .insertInto('clinic_services')
      .values({
        id: service_id,
        clinic_id,
        name_en: 'Botulinum toxin',
        name_fr: 'Toxine botulique',
        minutes: 30,
        buffer_before: 10,
        buffer_after: 10,
        created_at: at,
      })
      .execute();
    await tx.insertInto('service_rooms').values({ service_id, room_id }).execute();
    for (const user_id of practitioners) {
      await tx
        .insertInto('clinic_members')
        .values({ clinic_id, user_id, role: 'practitioner', created_at: at })
        .execute();
      await tx.insertInto('service_practitioners').values({ service_id, user_id }).execute();
    }
    return { clinic_id, site_id, room_id, service_id };
  });

export interface TimeGiven {
  readonly practitioner_id: string;
  /** Start of the booked time, as an ISO instant. */
  readonly starts_at: string;
  readonly minutes?: number;
  /** Minutes of the buffers before and after the time. */
  readonly buffer?: number;
  readonly state?: BookedState;
  readonly room_id?: string | null;
  /** The appointment whose current offer reserves the time. */
  readonly appointment_id?: string;
}

/** Makes an appointment time. By default it is booked and has a buffer of ten minutes before and after. */
export const aBookedTime = (world: World, clinic: Clinic, given: TimeGiven): Promise<string> =>
  withSystem(world.system, async (tx) => {
    const id = randomUUID();
    const { minutes = 30, buffer = 10, state = 'booked', room_id = clinic.room_id } = given;
    const starts = Date.parse(given.starts_at);
    const at = world.clock.now();
    await tx
      .insertInto('booked_times')
      .values({
        id,
        clinic_id: clinic.clinic_id,
        site_id: clinic.site_id,
        service_id: clinic.service_id,
        practitioner_id: given.practitioner_id,
        room_id,
        during: range(starts, starts + minutes * MINUTE_MS),
        blocked: range(starts - buffer * MINUTE_MS, starts + (minutes + buffer) * MINUTE_MS),
        state,
        held_until: state === 'held' ? new Date(at.getTime() + 60 * MINUTE_MS) : null,
        created_at: at,
        updated_at: at,
      })
      .execute();
    if (given.appointment_id) await keepFor(tx, given.appointment_id, id, state !== 'held');
    return id;
  });

async function keepFor(tx: Tx, appointmentId: string, time_id: string, is_chosen: boolean): Promise<void> {
  const offer = await tx
    .selectFrom('appointment_offers')
    .select('id')
    .where('appointment_id', '=', appointmentId)
    .where('state', 'in', ['open', 'paid', 'agreed'])
    .executeTakeFirstOrThrow();
  await tx.insertInto('appointment_offer_times').values({ offer_id: offer.id, time_id, is_chosen }).execute();
}

const MINUTE_MS = 60_000;
const range = (from: number, to: number) => `[${new Date(from).toISOString()},${new Date(to).toISOString()})`;
