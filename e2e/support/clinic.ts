import { expect, type Page } from '@playwright/test';
import { rpc } from './community.ts';

interface Clinic {
  readonly id: string;
  readonly name: string;
  readonly sites: readonly { readonly id: string; readonly name: string; readonly timezone: string }[];
  readonly services: readonly { readonly id: string; readonly name_en: string; readonly is_video: boolean }[];
  readonly members: readonly { readonly user_id: string; readonly name: string }[];
}

/** Returns the clinic of the demo data and its place in Paris, in the form that an administrator sees. */
export async function demoClinic(admin: Page) {
  const clinics = await rpc<readonly Clinic[]>(admin, 'admin_list_clinics', {});
  const clinic_id = clinics.find(({ name }) => name === 'Clinique Lumière')?.id;
  const clinic = await rpc<Clinic>(admin, 'admin_get_clinic', { clinic_id });
  const inParis = clinic.sites.find(({ name }) => name === 'Lumière Paris');
  expect(inParis).toBeDefined();
  const memberOf = (person: string): string => clinic.members.find(({ name }) => name === person)?.user_id ?? '';
  return { ...clinic, site_id: inParis?.id ?? '', memberOf };
}
type DemoClinic = Awaited<ReturnType<typeof demoClinic>>;

interface Booked {
  readonly practitioner: { readonly name: string };
  readonly blocked_from: string;
  readonly blocked_until: string;
}

/**
 * Returns the first of these practitioners who has no booked time in this span. Demo data and other tests book times on
 * the same day.
 */
export async function whoIsFree(
  admin: Page,
  names: readonly string[],
  { from, until }: { from: number; until: number },
): Promise<string> {
  // The span is an hour longer on both sides, because the query compares the visits without their buffers.
  const span = { from: new Date(from - 3_600_000).toISOString(), to: new Date(until + 3_600_000).toISOString() };
  const { times } = await rpc<{ times: readonly Booked[] }>(admin, 'admin_list_booked_times', span);
  const busy = times
    .filter(({ blocked_from, blocked_until }) => Date.parse(blocked_from) < until && from < Date.parse(blocked_until))
    .map(({ practitioner }) => practitioner.name);
  const free = names.find((name) => !busy.includes(name));
  if (!free) throw new Error('No practitioner is free.');
  return free;
}

const minute_ms = 60_000;
/**
 * The duration of a visit in minutes. It is the shortest that a service may have, so that the visits of earlier tries
 * take up little of the day.
 */
const minutes = 5;

/** Makes a service for a short injection. The service needs no room, and patients cannot book it themselves. */
export async function aShortInjection(admin: Page, clinic: DemoClinic, practitioners: readonly string[]) {
  const name = `Injection ${crypto.randomUUID().slice(0, 8)}`;
  const { id } = await rpc<{ id: string }>(admin, 'admin_save_clinic_service', {
    clinic_id: clinic.id,
    name_en: name,
    name_fr: name,
    treatment: 'Botox',
    minutes,
    buffer_before: 0,
    buffer_after: 0,
    lead_hours: 0,
    days_ahead: 30,
    price_cents: null,
    deposit_cents: null,
    currency: 'EUR',
    is_direct: false,
    is_video: false,
    free_until_hours: 48,
    is_active: true,
    practitioner_ids: practitioners.map(clinic.memberOf),
    room_ids: [],
  });
  return { id, name, minutes };
}

interface Wanted {
  readonly clinic: DemoClinic;
  readonly service_id: string;
  /** The names of the practitioners. The first practitioner who is free is chosen. */
  readonly practitioners: readonly string[];
  /** The number of start times that are tried, one after the other. */
  readonly moments: number;
}

/** Confirms a visit that begins in a few seconds, or as soon as a practitioner is free. */
export async function aVisitOfToday(
  admin: Page,
  appointment_id: string,
  { clinic, service_id, practitioners, moments }: Wanted,
): Promise<{ starts_at: string; practitioner: string }> {
  const origin = new URL(admin.url()).origin;
  const tries = Array.from({ length: moments }, (_, later) => practitioners.map((name) => ({ later, name }))).flat();
  for (const { later, name } of tries) {
    const starts_at = new Date(Date.now() + 15_000 + later * minutes * minute_ms).toISOString();
    const time = { service_id, site_id: clinic.site_id, practitioner_id: clinic.memberOf(name), starts_at };
    const answer = await admin.request.post('/rpc/admin_set_awaiting_payment', {
      headers: { origin },
      data: {
        appointment_id,
        provider_name: name,
        provider_registration: 'RPPS 10009876543',
        provider_insurance: 'Sou Médical, policy 4021',
        scheduled_at: starts_at,
        timezone: 'Europe/Paris',
        patient_price_cents: 32_000,
        provider_price_cents: 24_000,
        times: [time],
        allow_outside_hours: true,
      },
    });
    if (!answer.ok()) {
      expect(await answer.text()).toContain('TIME_TAKEN');
      continue;
    }
    const confirmed = { appointment_ids: [appointment_id], status: 'confirmed', reason: 'Pays on site.' };
    await rpc(admin, 'admin_set_appointment_status', confirmed);
    return { starts_at, practitioner: name };
  }
  throw new Error('No practitioner is free.');
}
