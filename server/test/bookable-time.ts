import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { Database } from '#server/platform/db/db.ts';
import { withSystem } from '#server/platform/db/db.ts';
import type { World } from './world.ts';

export interface BookableTime {
  readonly clinic_id: string;
  readonly site_id: string;
  readonly service_id: string;
  /** The practitioners' user ids. */
  readonly practitioners: string[];
  readonly rooms: string[];
}

export interface BookableOptions {
  readonly practitioners?: readonly string[];
  /** Number of rooms for the service. If there are any, each appointment needs one of them. */
  readonly rooms?: number;
  readonly timezone?: string;
  readonly service?: Partial<Insertable<Database['clinic_services']>>;
  readonly starts?: string;
  readonly ends?: string;
}

/** Makes a clinic with one site in Paris. Its half-hour service is available every day between nine and twelve. */
export async function someBookableTime(
  world: World,
  {
    practitioners,
    rooms: count = 0,
    timezone = 'Europe/Paris',
    service,
    starts = '09:00',
    ends = '12:00',
  }: BookableOptions = {},
): Promise<BookableTime> {
  const people = practitioners ?? [(await world.practitioner()).userId];
  const [clinic_id, site_id, service_id] = [randomUUID(), randomUUID(), randomUUID()];
  const created_at = world.clock.now();
  const rooms = Array.from({ length: count }, () => randomUUID());
  await withSystem(world.system, async (tx) => {
    await tx.insertInto('clinics').values({ id: clinic_id, name: 'Clinique des Lilas', created_at }).execute();
    const site = { id: site_id, clinic_id, name: 'Lilas Paris', country: 'FR', timezone, created_at };
    await tx
      .insertInto('clinic_sites')
      .values({ ...site, provider_id: null, checked_at: null })
      .execute();
    await tx
      .insertInto('clinic_services')
      .values({
        id: service_id,
        clinic_id,
        name_en: 'Botulinum toxin',
        name_fr: 'Toxine botulique',
        minutes: 30,
        price_cents: 42_000,
        deposit_cents: null,
        is_direct: true,
        created_at,
        ...service,
      })
      .execute();
    for (const [index, id] of rooms.entries()) {
      await tx
        .insertInto('clinic_rooms')
        .values({ id, site_id, name: `Room ${index + 1}`, kind: 'room' })
        .execute();
      await tx.insertInto('service_rooms').values({ service_id, room_id: id }).execute();
    }
    for (const user_id of people) {
      await tx.insertInto('service_practitioners').values({ service_id, user_id }).execute();
      const days = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
        id: randomUUID(),
        user_id,
        site_id,
        weekday,
        starts,
        ends,
        valid_from: '2026-01-01',
        valid_to: null,
      }));
      await tx.insertInto('availability_rules').values(days).execute();
    }
  });
  return { clinic_id, site_id, service_id, practitioners: [...people], rooms };
}
