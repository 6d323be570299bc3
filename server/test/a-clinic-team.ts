import { randomUUID } from 'node:crypto';
import { withSystem } from '#server/platform/db/db.ts';
import { aWorld, type World } from './world.ts';

/** Makes a clinic without sites or members, and an administrator who edits it. */
export async function aTeam() {
  const world = await aWorld();
  const me = await world.admin();
  const browser = world.browserOf(me);
  const admin = (name: string, input: object) => browser.post(`/rpc/admin_${name}`, input);
  const { id: clinic_id }: { id: string } = (await admin('save_clinic', { name: 'Clinique Lumière' })).json;
  const aSite = async (name: string, timezone = 'Europe/Paris'): Promise<string> =>
    (await admin('save_clinic_site', { clinic_id, name, country: 'FR', timezone })).json.id;
  /** Makes a practitioner who works at this clinic, or at the clinic `at`. */
  const join = async (role = 'practitioner', at = clinic_id) => {
    const email = `${randomUUID()}@example.org`;
    const person = await world.practitioner({ email });
    await admin('save_clinic_member', { clinic_id: at, email, role });
    return { ...person, email };
  };
  const clinic = async () => (await admin('get_clinic', { clinic_id })).json;
  return { world, me, admin, clinic_id, aSite, join, clinic };
}

export const aService = {
  name_en: 'Consultation',
  name_fr: 'Consultation',
  minutes: 30,
  buffer_before: 0,
  buffer_after: 10,
  lead_hours: 24,
  days_ahead: 90,
  price_cents: 12_000,
  deposit_cents: 3_000,
  currency: 'EUR',
  is_direct: true,
  is_video: false,
  free_until_hours: 48,
  is_active: true,
  practitioner_ids: [] as string[],
  room_ids: [] as string[],
};

interface TimeOf {
  readonly clinic_id: string;
  readonly site: string;
  readonly service: string;
  readonly practitioner: string;
}

/** Makes an appointment time of half an hour for a practitioner, either booked or held. */
export const aTime = (
  world: World,
  of: TimeOf,
  {
    start,
    state = 'booked',
    held_until = null,
  }: { start: string; state?: 'booked' | 'held'; held_until?: Date | null },
) => {
  const during = `[${start},${new Date(Date.parse(start) + 1_800_000).toISOString()})`;
  const row = { id: randomUUID(), clinic_id: of.clinic_id, site_id: of.site, service_id: of.service };
  const now = { created_at: world.clock.now(), updated_at: world.clock.now() };
  return withSystem(world.system, (tx) =>
    tx
      .insertInto('booked_times')
      .values({ ...row, ...now, practitioner_id: of.practitioner, during, blocked: during, state, held_until })
      .execute(),
  );
};
