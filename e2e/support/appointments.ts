import { expect, type Locator, type Page } from '@playwright/test';
import { inDays } from './admin.ts';
import { rpc } from './community.ts';

interface Mine {
  id: string;
  status: string;
  offer: { quote_sha256: string } | null;
}
const look = async (patient: Page, appointment_id: string): Promise<Mine> =>
  (await rpc<{ appointment: Mine }>(patient, 'get_my_appointment', { appointment_id })).appointment;

/** Makes a request by the patient without using the form. Returns the id of the appointment. */
export async function aRequest(patient: Page, city: string): Promise<string> {
  const { appointment_id } = await rpc<{ appointment_id: string }>(patient, 'request_appointment', {
    treatment: 'Laser',
    city_current: 'Lyon',
    city_target: city,
    country_current: 'FR',
    country_target: 'FR',
    patient_note: '',
    idempotency_key: crypto.randomUUID(),
  });
  return appointment_id;
}

/** Makes a request by the patient and an offer by the administrator. Returns the id of the appointment. */
export async function anOffered(patient: Page, admin: Page, city: string, over: object = {}): Promise<string> {
  const appointment_id = await aRequest(patient, city);
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

/**
 * Pays on the page of the test checkout by pressing Enter. After a click, Playwright sometimes waited for a button with
 * the same name on the next page.
 */
export async function payOn(checkout: Page, button = checkout.locator('form button')): Promise<void> {
  await checkout.waitForURL('**/test-checkout/**');
  await button.press('Enter');
}

/** Makes a request and an offer that the patient pays on the page of the test checkout. */
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
  await payOn(checkout);
  await expect.poll(async () => (await look(patient, appointment_id)).status, { timeout: 30_000 }).toBe('confirmed');
  await checkout.close();
  return appointment_id;
}

/** Returns the name of a city that no other test uses. */
export const aCity = () => `Nîmes ${crypto.randomUUID().slice(0, 8)}`;

/** Requests an appointment with the form on the dashboard. */
export async function ask(page: Page, target: string, treatment = 'Laser'): Promise<void> {
  await page.getByRole('button', { name: 'New request' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Treatment').selectOption(treatment);
  await dialog.locator('[name=city_current]').fill('  Lyon ');
  await dialog.locator('[name=city_target]').fill(target);
  await dialog.getByRole('button', { name: 'Send request' }).click();
  await expect(page.getByText('Appointment request sent.')).toBeVisible();
}

/** Finds a row of the administrator's list by its city. */
export async function found(admin: Page, target: string): Promise<Locator> {
  await admin.getByRole('searchbox').fill(target);
  await admin.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(admin.getByText('Showing 1 of 1 appointments')).toBeVisible();
  return admin.locator('tbody tr');
}
