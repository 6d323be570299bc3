import { type Browser, expect, type Locator, type Page, test } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { asAdmin } from './support/admin.ts';
import { aCity, anOffered, payOn } from './support/appointments.ts';
import { rpc } from './support/community.ts';
import { arrive } from './support/sessions.ts';

interface Look {
  readonly prefix: '' | '/fr';
  readonly viewport: { readonly width: number; readonly height: number };
  readonly words: Readonly<Record<keyof typeof english, string | RegExp>>;
}

const english = {
  plan: 'From your treatment plan',
  service: /Botulinum toxin/,
  later: 'Show later days',
  day: 'Day',
  check: 'Check your appointment',
  due: /To pay now\s*€50/,
  rest: /To pay at the clinic\s*€300/,
  policy: /^Free of charge until .+\. Later, the deposit of €50 stays with the clinic\.$/,
  keep: 'Keep this time',
  kept: 'Your time is kept',
  pay: 'Open payment page',
  appointments: 'Your appointments',
  received: 'Payment received',
  details: 'Details',
  cancel: 'Cancel appointment',
  back: 'We will refund €50.',
  done: 'The appointment is cancelled.',
};
const french: typeof english = {
  plan: 'Selon votre plan de traitement',
  service: /Toxine botulique/,
  later: 'Afficher les jours suivants',
  day: 'Jour',
  check: 'Vérifier votre rendez-vous',
  due: /À payer maintenant\s*50\s€/,
  rest: /À payer sur place\s*300\s€/,
  policy: /^Annulation gratuite jusqu’au .+\. Ensuite, l’acompte de 50\s€ reste à la clinique\.$/,
  keep: 'Réserver cet horaire',
  kept: 'Votre horaire vous est réservé',
  pay: 'Ouvrir la page de paiement',
  appointments: 'Vos rendez-vous',
  received: 'Paiement reçu',
  details: 'Détails',
  cancel: 'Annuler le rendez-vous',
  back: 'Nous vous remboursons 50 €.',
  done: 'Le rendez-vous est annulé.',
};

const looks: readonly Look[] = [
  { prefix: '/fr', viewport: { width: 390, height: 844 }, words: french },
  { prefix: '', viewport: { width: 1440, height: 900 }, words: english },
];

/**
 * Opens the service that the signed treatment plan contains, on a day that other tests do not use. Returns the buttons
 * of its free slots.
 */
async function freeTimes(page: Page, { words }: Look): Promise<Locator> {
  await expect(page.getByRole('heading', { name: words.plan })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: words.service }).click();
  await page.getByRole('radio', { name: /Lumière Paris/ }).click({ force: true });
  const days = page.getByRole('group', { name: words.day, exact: true });
  const later = page.getByRole('button', { name: words.later });
  await expect(days.getByRole('radio')).toHaveCount(7);
  await later.click();
  await later.click();
  await expect(days.getByRole('radio')).toHaveCount(21);
  const last = days.getByRole('radio').last();
  await last.click({ force: true });
  await expect(last).toBeChecked();
  return page.locator('.free-times__time:enabled');
}

async function payHere(page: Page, { words }: Look): Promise<void> {
  await expect(page.getByRole('heading', { name: words.kept })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: words.pay }).click();
  await payOn(page);
}

for (const look of looks)
  test(`a patient books a time of the signed plan, pays the deposit and cancels in time, ${look.viewport.width} px ${look.prefix}`, async ({
    browser,
  }) => {
    test.setTimeout(120_000);
    const { prefix, viewport, words } = look;
    const page = await arrive(browser, 'alice', `${prefix}/dashboard/appointments/new`, { viewport });
    const times = await freeTimes(page, look);
    await expectAccessible(page);
    await times.last().click();
    await expect(page.getByRole('heading', { name: words.check })).toBeVisible();
    const main = page.getByRole('main');
    await expect(main).toContainText(words.due);
    await expect(main).toContainText(words.rest);
    await expect(main.getByText(words.policy)).toBeVisible();
    await expectAccessible(page);
    await page.goBack();
    await expect(times.last()).toBeVisible();
    await page.goForward();
    await page.reload();
    await page.getByRole('button', { name: words.keep }).click();
    await page.waitForURL('**/pay/*');
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';

    await payHere(page, look);
    await expect
      .poll(async () => (await rpc<Mine>(page, 'get_my_appointment', { appointment_id: id })).appointment.status, {
        timeout: 30_000,
      })
      .toBe('confirmed');
    await page.goto(`${prefix}/dashboard?appointment=${id}`);
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: words.cancel }).click();
    await expect(dialog.getByText(words.back)).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: words.cancel }).click();
    await expect(page.getByText(words.done)).toBeVisible();
    await page.context().close();
  });

interface Mine {
  appointment: { status: string };
}

/** Makes an offer to another patient. The offer holds the slot that this address names. */
async function isKeptForAnother(browser: Browser, address: string): Promise<void> {
  const params = new URL(address).searchParams;
  const [service_id, site_id, practitioner_id, starts_at] = ['service', 'site', 'by', 'at'].map((one) =>
    params.get(one),
  );
  const other = await arrive(browser, 'carl', '/robots.txt');
  const admin = await asAdmin(browser, '/robots.txt');
  const times = [{ service_id, site_id, practitioner_id, starts_at }];
  await anOffered(other, admin, aCity(), { scheduled_at: starts_at, timezone: 'Europe/Paris', times });
  await other.context().close();
  await admin.context().close();
}

test('a time that another patient booked first is marked, and the rest of the input stays', async ({ browser }) => {
  const page = await arrive(browser, 'alice', '/dashboard/appointments/new');
  const times = await freeTimes(page, { prefix: '', viewport: { width: 1440, height: 900 }, words: english });
  const practitioner = page.getByRole('radio', { name: 'Hélène Vasseur' });
  await expect(practitioner).toBeChecked();
  const clock = (await times.first().locator('span').innerText()).trim();
  await times.first().click();
  await expect(page.getByRole('heading', { name: english.check })).toBeVisible();
  await isKeptForAnother(browser, page.url());

  await page.getByRole('button', { name: english.keep }).click();
  await expect(page.getByRole('alert')).toContainText('This time has just been taken');
  await expect(page.getByRole('button', { name: `${clock} No longer free` })).toBeDisabled();
  await expect(practitioner).toBeChecked();
  await expectAccessible(page);
  await times.first().click();
  await expect(page.getByRole('button', { name: english.keep })).toBeVisible();
  await page.context().close();
});
