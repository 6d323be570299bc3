import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { SignedIn } from '#server/platform/http/caller.ts';
import type { World } from './world.ts';

/** Makes a clinic with one site and one service, where this practitioner works. */
export async function aPracticeOf(world: World, practitioner: SignedIn, { timezone = 'Europe/Paris' } = {}) {
  const [clinic_id, site_id, service_id] = [randomUUID(), randomUUID(), randomUUID()];
  const created_at = world.clock.now();
  const db = world.system;
  await db.insertInto('clinics').values({ id: clinic_id, name: 'Lille', created_at }).execute();
  const site = {
    id: site_id,
    clinic_id,
    name: 'Rue de Lille',
    address: '12 rue de Lille, Paris',
    country: 'FR',
    timezone,
  };
  await db
    .insertInto('clinic_sites')
    .values({ ...site, created_at })
    .execute();
  const member = { clinic_id, user_id: practitioner.userId, role: 'practitioner', created_at } as const;
  await db.insertInto('clinic_members').values(member).execute();
  const service = { id: service_id, clinic_id, name_en: 'Consultation', name_fr: 'Consultation (fr)', minutes: 30 };
  await db
    .insertInto('clinic_services')
    .values({ ...service, created_at })
    .execute();
  return {
    clinic_id,
    site_id,
    service_id,
    /** Makes an appointment time of half an hour that begins at `start`. */
    async book(start: string, state: 'held' | 'booked' | 'cancelled' = 'booked', held_until: Date | null = null) {
      const id = randomUUID();
      const end = new Date(Date.parse(start) + 30 * 60_000).toISOString();
      const during = `[${start},${end})`;
      const practitioner_id = practitioner.userId;
      const time = { id, clinic_id, site_id, service_id, practitioner_id, during, blocked: during, state, held_until };
      await db
        .insertInto('booked_times')
        .values({ ...time, created_at, updated_at: created_at })
        .execute();
      return id;
    },
    /** Adds this booked time to the appointment's offer. `is_chosen` says whether it is the time of the visit. */
    async give(timeId: string, appointmentId: string, is_chosen = true) {
      await sql`insert into appointment_offer_times (offer_id, time_id, is_chosen)
        select id, ${timeId}::uuid, ${is_chosen} from appointment_offers where appointment_id = ${appointmentId} limit 1`.execute(
        db,
      );
    },
  };
}
