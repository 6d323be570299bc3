import { type Browser, expect, type Locator, type Page, test } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { asAdmin } from './support/admin.ts';
import { aCity, aPaid } from './support/appointments.ts';
import { demoClinic } from './support/clinic.ts';
import { rpc } from './support/community.ts';
import { arrive } from './support/sessions.ts';

interface Look {
  readonly prefix: '' | '/fr';
  readonly viewport: { readonly width: number; readonly height: number };
  /** The number of days until the appointment. The tests share a service, so each test uses different days. */
  readonly days: number;
  readonly words: typeof english;
}

const english = {
  move: 'Move appointment',
  title: 'Move your appointment',
  policy: /^You can move it yourself until .+, Paris time\. Your payment and your quote stay valid\.$/,
  choose: 'Choose a time below',
  now: 'Current time',
  new: 'New time',
  later: 'Show later days',
  day: 'Day',
  confirm: 'Move to this time',
  first: 'Choose one of the times first.',
  moved: /^Your appointment has been moved: .+\.$/,
  other: 'Choose another time',
  cannot: /the clinic cannot keep your time, .+ We are holding other times for you until/,
  take: 'Take this time',
};
const french: typeof english = {
  move: 'Déplacer le rendez-vous',
  title: 'Déplacer votre rendez-vous',
  policy: /^Vous pouvez le déplacer vous-même jusqu’au .+ Votre paiement et votre devis restent valables\.$/,
  choose: 'Choisissez un horaire ci-dessous',
  now: 'Horaire actuel',
  new: 'Nouvel horaire',
  later: 'Afficher les jours suivants',
  day: 'Jour',
  confirm: 'Déplacer à cet horaire',
  first: 'Choisissez d’abord un horaire.',
  moved: /^Votre rendez-vous est déplacé\s: .+\.$/,
  other: 'Choisissez un autre horaire',
  cannot: /la clinique ne peut pas maintenir votre horaire, .+ D’autres horaires vous sont réservés/,
  take: 'Choisir cet horaire',
};

const looks: readonly Look[] = [
  { prefix: '/fr', viewport: { width: 390, height: 844 }, days: 50, words: french },
  { prefix: '', viewport: { width: 1440, height: 900 }, days: 57, words: english },
];

interface Mine {
  readonly status: string;
  readonly scheduled_at: string | null;
  readonly payment: { readonly refunded_cents: number } | null;
  readonly offer: { readonly times: readonly { readonly practitioner_name: string }[] };
}
const mine = async (page: Page, appointment_id: string): Promise<Mine> =>
  (await rpc<{ appointment: Mine }>(page, 'get_my_appointment', { appointment_id })).appointment;

/** Makes a paid consultation in Paris that the patient may move. It is at least `days` days from now. */
async function booked(patient: Page, admin: Page, city: string, days: number): Promise<string> {
  const { services, site_id } = await demoClinic(admin);
  const service = services.find(({ name_en }) => name_en === 'First consultation');
  const from = new Date(Date.now() + days * 86_400_000);
  const place = { service_id: service?.id, site_id };
  const { slots } = await rpc<{ slots: { starts_at: string; practitioner_id: string; site_id: string }[] }>(
    patient,
    'list_slots',
    { ...place, from: from.toISOString(), to: new Date(from.getTime() + 7 * 86_400_000).toISOString() },
  );
  const [slot] = slots;
  const times = [{ ...slot, service_id: service?.id }];
  return aPaid(patient, admin, city, { scheduled_at: slot?.starts_at, timezone: 'Europe/Paris', times });
}

async function moveAlone(page: Page, card: Locator, { words }: Look): Promise<void> {
  await card.getByRole('button', { name: words.move }).click();
  const dialog = page.getByRole('dialog', { name: words.title });
  await expect(dialog.getByText(words.policy)).toBeVisible();
  await expect(dialog.getByText(words.choose)).toBeVisible();
  const days = dialog.getByRole('group', { name: words.day, exact: true });
  await expect(days.getByRole('radio')).toHaveCount(7);
  await dialog.getByRole('button', { name: words.confirm }).click();
  await expect(dialog.getByRole('alert')).toHaveText(words.first);
  await dialog.getByRole('button', { name: words.later }).click();
  await expect(days.getByRole('radio')).toHaveCount(14);
  await days.getByRole('radio').last().click({ force: true });
  await dialog.locator('.free-times__time:enabled').first().click();
  await expect(dialog.getByText(words.choose)).toBeHidden();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: words.confirm }).click();
  await expect(page.getByText(words.moved)).toBeVisible();
  await expect(dialog).toBeHidden();
}

/**
 * Offers the first and the last free slot of a week as alternatives. The week is six weeks after the week that the
 * dialog shows first.
 */
async function offerOthers(browser: Browser, id: string): Promise<void> {
  const admin = await asAdmin(browser, `/admin?a=${id}`);
  const pane = admin.getByRole('complementary', { name: 'Appointment' });
  await pane.getByRole('button', { name: 'Offer other times' }).click();
  const dialog = admin.getByRole('dialog');
  const week = dialog.getByRole('region', { name: 'Free times' });
  const times = week.getByRole('listitem').getByRole('button');
  for (let one = 0; one < 6; one++) await week.getByRole('button', { name: 'Next week' }).click();
  await expect(times.first()).toBeVisible();
  await times.first().click();
  await times.last().click();
  await dialog.getByLabel('Message to the member').fill('The room is being repaired that day.');
  await expectAccessible(admin);
  await dialog.getByRole('button', { name: 'Offer these times' }).click();
  await expect(dialog).toBeHidden();
  await expect(pane.getByText(/No time: the member can choose one until/)).toBeVisible();
  await expectAccessible(admin);
  await admin.context().close();
}

for (const look of looks)
  test(`a patient moves an appointment, and chooses another time when the clinic cannot keep its time, ${look.viewport.width} px ${look.prefix}`, async ({
    browser,
  }) => {
    test.setTimeout(120_000);
    const { prefix, viewport, words, days } = look;
    const admin = await asAdmin(browser, '/admin');
    const page = await arrive(browser, 'carl', `${prefix}/dashboard`, { viewport });
    const city = aCity();
    const id = await booked(page, admin, city, days);
    await admin.context().close();
    const before = await mine(page, id);
    await page.goto(`${prefix}/dashboard?appointment=${id}`);
    await moveAlone(page, page.getByRole('dialog'), look);
    const moved = await mine(page, id);
    expect(moved).toMatchObject({ status: 'confirmed', payment: { refunded_cents: 0 } });
    expect(moved.scheduled_at).not.toBe(before.scheduled_at);

    await offerOthers(browser, id);
    expect((await mine(page, id)).scheduled_at).toBeNull();
    // On a phone, the section of the appointments is folded unless the address names this section.
    await page.goto(`${prefix}/dashboard#appointments`);
    const card = page.locator('section.card').filter({ hasText: words.other }).filter({ hasText: city });
    await expect(card.getByText(words.cannot)).toBeVisible();
    await card.getByRole('button', { name: words.take }).click();
    await expect(card.getByRole('alert')).toHaveText(words.first);
    await card.getByRole('radio').last().click({ force: true });
    await expectAccessible(page);
    await card.getByRole('button', { name: words.take }).click();
    await expect(page.getByText(words.moved)).toBeVisible();
    await expect(card).toBeHidden();
    expect(await mine(page, id)).toMatchObject({
      status: 'confirmed',
      scheduled_at: expect.any(String),
      payment: { refunded_cents: 0 },
    });
    await page.context().close();
  });
