import { type Browser, expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { payOn } from './support/appointments.ts';
import { rpc } from './support/community.ts';
import { arrive } from './support/sessions.ts';

interface Look {
  readonly prefix: '' | '/fr';
  readonly viewport: { readonly width: number; readonly height: number };
  readonly words: typeof english;
}
const english = {
  title: 'Waiting list',
  offer: 'Tell me when a time becomes free',
  service: 'Service',
  first: 'From',
  last: 'Until',
  part: 'Any',
  save: 'Join the waiting list',
  name: 'First consultation',
  kept: 'A time is free, and we keep it for you.',
  see: 'See the time',
};
const french: typeof english = {
  title: 'Liste d’attente',
  offer: 'Me prévenir si un horaire se libère',
  service: 'Soin',
  first: 'À partir du',
  last: 'Jusqu’au',
  part: 'Peu importe',
  save: 'Rejoindre la liste d’attente',
  name: 'Première consultation',
  kept: 'Un horaire s’est libéré et vous est réservé.',
  see: 'Voir l’horaire',
};
const onTelephone: Look = { prefix: '/fr', viewport: { width: 390, height: 844 }, words: french };
const onDesk: Look = { prefix: '', viewport: { width: 1440, height: 900 }, words: english };

interface Slots {
  slots: { starts_at: string; site_id: string; practitioner_id: string }[];
}
interface Service {
  id: string;
  practitioners: { name: string }[];
  minutes: number;
}

/** Lets another patient book the last slot of a week that other tests do not use. */
async function aTakenTime(third: Page): Promise<{ id: string; day: string }> {
  const { services } = await rpc<{ services: Service[] }>(third, 'list_direct_services', {});
  const service = services.find(({ minutes }) => minutes === 30);
  const ahead = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  const asked = { service_id: service?.id, from: ahead(50), to: ahead(57) };
  const { slots } = await rpc<Slots>(third, 'list_slots', asked);
  const time = slots.at(-1);
  const wanted = { service_id: service?.id, ...time, idempotency_key: crypto.randomUUID() };
  const { id } = await rpc<{ id: string }>(third, 'take_appointment', wanted);
  return { id, day: time?.starts_at.slice(0, 10) ?? '' };
}

/** Adds the patient to the waiting list for a day, on the dashboard. */
async function wait(page: Page, { words }: Look, day: string): Promise<void> {
  const card = page.locator('section.card').filter({ has: page.getByRole('heading', { name: words.title }) });
  await card.getByRole('button', { name: words.offer }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(words.service).selectOption({ label: `${words.name} · Clinique Lumière` });
  await dialog.getByLabel(words.first, { exact: true }).fill(day);
  await dialog.getByLabel(words.last, { exact: true }).fill(day);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: words.save }).click();
  await expect(dialog).toBeHidden();
  await expect(card.getByRole('listitem')).toContainText(words.name);
  await expectAccessible(page);
}

/** Waits for the offer of a freed time, and returns the id of its appointment. */
async function keptFor(page: Page, { words }: Look): Promise<string> {
  await expect(page.getByText(words.kept)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: words.see, exact: true }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  return new URL(page.url()).searchParams.get('appointment') ?? '';
}

const cancel = (page: Page, appointment_id: string) =>
  rpc(page, 'request_appointment_change', {
    appointment_id,
    wish: 'cancel',
    note: '',
    idempotency_key: crypto.randomUUID(),
  });

async function pay(page: Page, appointment_id: string): Promise<void> {
  const { appointment } = await rpc<{ appointment: { offer: { quote_sha256: string } } }>(page, 'get_my_appointment', {
    appointment_id,
  });
  await rpc(page, 'accept_appointment_quote', { appointment_id, quote_sha256: appointment.offer.quote_sha256 });
  const headers = { origin: new URL(page.url()).origin };
  const opened = await page.request.post('/functions/create_checkout_session', { data: { appointment_id }, headers });
  const checkout = await page.context().newPage();
  await checkout.goto(((await opened.json()) as { url: string }).url);
  await payOn(checkout);
  await checkout.waitForURL('**/dashboard**');
  await checkout.close();
}

const arriveAt = (browser: Browser, who: string, { prefix, viewport }: Look) =>
  arrive(browser, who, `${prefix}/dashboard#appointments`, { viewport });

test('a freed time is offered to the patient who waited longest, and then to the next', async ({ browser }) => {
  test.setTimeout(120_000);
  const [first, second, third] = [
    await arriveAt(browser, 'bruno', onTelephone),
    await arriveAt(browser, 'carl', onDesk),
    await arriveAt(browser, 'hugo', onDesk),
  ];
  const taken = await aTakenTime(third);
  await wait(first, onTelephone, taken.day);
  await wait(second, onDesk, taken.day);
  await cancel(third, taken.id);

  await cancel(first, await keptFor(first, onTelephone));
  const id = await keptFor(second, onDesk);
  await pay(second, id);
  const waits = () => rpc<{ waits: unknown[] }>(second, 'list_my_waits', {});
  await expect.poll(async () => (await waits()).waits.length).toBe(0);
  for (const page of [first, second, third]) await page.context().close();
});

test('a patient leaves a waiting list only after a question', async ({ browser }) => {
  const page = await arriveAt(browser, 'hugo', onDesk);
  await wait(page, onDesk, new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10));
  const end = page.getByRole('button', { name: `Stop waiting ${english.name}` });
  const dialog = page.getByRole('dialog');
  await end.click();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await end.click();
  await dialog.getByRole('button', { name: 'Stop waiting' }).click();
  await expect(page.getByText('You are no longer waiting for this service')).toBeVisible();
  await expect(end).toBeHidden();
  await page.context().close();
});
