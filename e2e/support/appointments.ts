import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import type { staff } from '#tools/demo/people.ts';
import { asAdmin, inDays } from './admin.ts';
import { rpc } from './community.ts';

interface Mine {
  id: string;
  status: string;
  offer: { quote_sha256: string } | null;
}
const look = async (patient: Page, appointment_id: string): Promise<Mine> =>
  (await rpc<{ appointment: Mine }>(patient, 'get_my_appointment', { appointment_id })).appointment;

/** The patient requests it and the administrator offers it, without their screens. */
export async function anOffered(patient: Page, admin: Page, city: string, over: object = {}): Promise<string> {
  const { appointment_id } = await rpc<{ appointment_id: string }>(patient, 'request_appointment', {
    treatment: 'Laser',
    city_current: 'Lyon',
    city_target: city,
    country_current: 'FR',
    country_target: 'FR',
    patient_note: '',
    idempotency_key: crypto.randomUUID(),
  });
  await rpc(admin, 'admin_set_awaiting_payment', {
    appointment_id,
    provider_name: `Dr ${city}`,
    provider_address: '1 rue du Port, 44000 Nantes',
    provider_phone: '+33 2 61 91 40 88',
    provider_registration: 'RPPS 10009876543',
    provider_insurance: 'Sou Médical, policy 4021',
    scheduled_at: inDays(30, '14:30'),
    patient_price_cents: 30_000,
    provider_price_cents: 21_000,
    ...over,
  });
  return appointment_id;
}

/** As above, and paid on the test checkout's page. */
export async function aPaid(patient: Page, admin: Page, city: string, over: object = {}): Promise<string> {
  const appointment_id = await anOffered(patient, admin, city, over);
  const { offer } = await look(patient, appointment_id);
  await rpc(patient, 'accept_appointment_quote', { appointment_id, quote_sha256: offer?.quote_sha256 });
  const headers = { origin: new URL(patient.url()).origin };
  const opened = await patient.request.post('/functions/create_checkout_session', {
    data: { appointment_id },
    headers,
  });
  const checkout = await patient.context().newPage();
  await checkout.goto(((await opened.json()) as { url: string }).url);
  await checkout.locator('form button').click();
  await expect.poll(async () => (await look(patient, appointment_id)).status, { timeout: 30_000 }).toBe('confirmed');
  await checkout.close();
  return appointment_id;
}

/** A city that no other story uses. */
export const aCity = () => `Nîmes ${crypto.randomUUID().slice(0, 8)}`;

/** The patient requests it on the dashboard. */
export async function ask(page: Page, target: string, treatment = 'Laser'): Promise<void> {
  await page.getByRole('button', { name: 'New request' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Treatment').selectOption(treatment);
  await dialog.locator('[name=city_current]').fill('  Lyon ');
  await dialog.locator('[name=city_target]').fill(target);
  await dialog.getByRole('button', { name: 'Send request' }).click();
  await expect(page.getByText('Appointment request sent.')).toBeVisible();
}

/** Finds the row of the admin's list by the city. */
export async function found(admin: Page, target: string): Promise<Locator> {
  await admin.getByRole('searchbox').fill(target);
  await admin.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(admin.getByText('Showing 1 of 1 appointments')).toBeVisible();
  return admin.locator('tbody tr');
}

interface DemoClinic {
  readonly id: string;
  readonly name: string;
  readonly services: readonly { id: string; name_en: string }[];
  readonly sites: readonly { id: string; name: string }[];
  readonly members: readonly { user_id: string; name: string }[];
}
interface Booked {
  readonly practitioner: { readonly name: string };
  readonly blocked_from: string;
  readonly blocked_until: string;
}
interface Wanted {
  /** Its English name. */
  service: string;
  by: readonly (typeof staff)['doctor'][];
  /** In order of preference, in milliseconds since 1970. */
  starts: readonly number[];
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * A paid visit in Paris, with the first practitioner who is free for an hour at one of the starts. The demo data and other stories take
 * times of the same day.
 */
export async function aVisit(browser: Browser, patient: Page, { service, by, starts }: Wanted) {
  const admin = await asAdmin(browser, '/admin');
  const clinics = await rpc<readonly DemoClinic[]>(admin, 'admin_list_clinics', {});
  const clinic_id = clinics.find(({ name }) => name === 'Clinique Lumière')?.id;
  const clinic = await rpc<DemoClinic>(admin, 'admin_get_clinic', { clinic_id });
  const { times } = await rpc<{ times: readonly Booked[] }>(admin, 'admin_list_booked_times', {
    from: new Date(Math.min(...starts) - DAY_MS).toISOString(),
    to: new Date(Math.max(...starts) + DAY_MS).toISOString(),
  });
  const isFree = (who: string, start: number) =>
    times.every(
      ({ practitioner, blocked_from, blocked_until }) =>
        practitioner.name !== who || Date.parse(blocked_until) <= start || start + HOUR_MS <= Date.parse(blocked_from),
    );
  const nameOf = ({ first_name, last_name }: (typeof by)[number]) => `${first_name} ${last_name}`;
  const free = starts.flatMap((start) => by.map((practitioner) => ({ practitioner, start })));
  const found = free.find(({ practitioner, start }) => isFree(nameOf(practitioner), start));
  if (!found) throw new Error('Nobody is free for this story.');
  const starts_at = new Date(found.start).toISOString();
  const time = {
    service_id: clinic.services.find(({ name_en }) => name_en === service)?.id,
    site_id: clinic.sites.find(({ name }) => name === 'Lumière Paris')?.id,
    practitioner_id: clinic.members.find(({ name }) => name === nameOf(found.practitioner))?.user_id,
    starts_at,
  };
  await aPaid(patient, admin, aCity(), { scheduled_at: starts_at, times: [time], allow_outside_hours: true });
  await admin.context().close();
  return found;
}
