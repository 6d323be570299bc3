import { expect, type Page, test } from '@playwright/test';
import { dayIn } from '#web/lib/day.ts';
import { staff } from '#tools/demo/people.ts';
import { expectAccessible } from './support/accessible.ts';
import { aVisit } from './support/appointments.ts';
import { arrive } from './support/sessions.ts';

const english = {
  list: 'List',
  arrived: 'Arrived',
  done: 'Done',
  missing: 'Record missing',
  write: 'Record treatment',
  visit: 'Visit',
  first: 'Visit 1 of the plan',
  fill: 'Fill in this visit',
  name: 'Product name',
  maker: 'Manufacturer',
  lot: 'Lot',
  expires: 'Use by',
  save: /^Save/,
  saved: /^The treatment is recorded/,
  recorded: 'The treatment is recorded.',
  proposed: /^Review proposed/,
  held: 'A time is held for your review',
  accept: 'Accept this time',
  accepted: 'Your review is confirmed',
  confirmed: 'The review is confirmed.',
  figures: 'Figures',
  monthly: 'My visits by month',
};
const french: typeof english = {
  list: 'Liste',
  arrived: 'Sur place',
  done: 'Terminé',
  missing: 'Soin non consigné',
  write: 'Consigner le soin',
  visit: 'Séance',
  first: 'Séance 1 du plan',
  fill: 'Reprendre cette séance du plan',
  name: 'Nom du produit',
  maker: 'Fabricant',
  lot: 'Lot',
  expires: 'À utiliser avant',
  save: /^Enregistrer/,
  saved: /^Le traitement est enregistré/,
  recorded: 'Le soin est consigné.',
  proposed: /^Contrôle proposé/,
  held: 'Un horaire vous est réservé pour votre contrôle',
  accept: 'Accepter cet horaire',
  accepted: 'Votre contrôle est confirmé',
  confirmed: 'Le contrôle est confirmé.',
  figures: 'Chiffres',
  monthly: 'Mes visites par mois',
};
const looks = [
  { prefix: '/fr', viewport: { width: 390, height: 844 }, words: french },
  { prefix: '', viewport: { width: 1440, height: 900 }, words: english },
];
type Look = (typeof looks)[number];

/** The visit of this story among those of the day, by its time. */
const theVisit = (page: Page, clock: string) =>
  page.getByRole('button', { name: /Alice Fournier/ }).filter({ hasText: clock });
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Alice Fournier' });

const ZONE = 'Europe/Paris';
const HOUR_MS = 3_600_000;

/** The end of today leaves the hours of other stories alone. The practitioner may mark a patient who comes early. */
function laterToday(): number[] {
  const now = Math.ceil(Date.now() / 60_000) * 60_000;
  const hours = Array.from({ length: 24 }, (_, hour) => now + 2 * 60_000 + hour * HOUR_MS);
  return hours.filter((start) => dayIn(ZONE, start) === dayIn(ZONE, now)).reverse();
}

async function receive(page: Page, clock: string, { words }: Look): Promise<void> {
  const visit = theVisit(page, clock);
  for (const state of [words.arrived, words.done]) {
    await visit.click();
    await expectAccessible(page);
    await dialogOf(page).getByRole('button', { name: state, exact: true }).click();
    await expect(dialogOf(page)).toBeHidden();
    await expect(visit).toContainText(state);
  }
}

async function record(page: Page, clock: string, { words }: Look): Promise<void> {
  await theVisit(page, clock).click();
  await expect(dialogOf(page).getByText(words.missing)).toBeVisible();
  await dialogOf(page).getByRole('link', { name: words.write }).click();
  await page.getByRole('combobox', { name: words.visit }).selectOption(words.first);
  await page.getByRole('button', { name: words.fill }).click();
  const lots = page.getByRole('textbox', { name: words.lot, exact: true });
  for (let at = 0; at < (await lots.count()); at++) {
    await page
      .getByRole('textbox', { name: words.name })
      .nth(at)
      .fill(`Product ${at + 1}`);
    await page.getByRole('textbox', { name: words.maker }).nth(at).fill('Acme Pharma');
    await lots.nth(at).fill(`DAY-${at + 1}`);
    await page.getByLabel(words.expires).nth(at).fill('2099-01-31');
  }
  await expectAccessible(page);
  await page.getByRole('button', { name: words.save }).click();
  await expect(page.getByText(words.saved)).toBeVisible();
}

/** The service proposes the review a moment after the visit is done. */
async function expectReview(page: Page, clock: string, { prefix, words }: Look, state: string | RegExp): Promise<void> {
  await expect(async () => {
    await page.goto(`${prefix}/studio/agenda?view=list`);
    await theVisit(page, clock).click();
    await expect(dialogOf(page).getByText(words.recorded)).toBeVisible();
    await expect(dialogOf(page).getByText(state)).toBeVisible({ timeout: 1000 });
  }).toPass();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
}

for (const look of looks)
  test(`a practitioner receives a patient, records the treatment and sees the review confirmed, ${look.viewport.width} px ${look.prefix}`, async ({
    browser,
  }) => {
    test.setTimeout(240_000);
    const { prefix, viewport, words } = look;
    const patient = await arrive(browser, 'alice', `${prefix}/dashboard`, { viewport });
    const booked = { service: 'Botulinum toxin', by: [staff.doctor], starts: laterToday() };
    const { start } = await aVisit(browser, patient, booked);
    const clock = new Intl.DateTimeFormat('fr-FR', { timeZone: ZONE, timeStyle: 'short' }).format(start);

    const practitioner = await arrive(browser, 'doctor', `${prefix}/studio/agenda`, { viewport });
    await expect(theVisit(practitioner, clock)).toBeVisible();
    await expectAccessible(practitioner);
    await practitioner.getByRole('radio', { name: words.list }).check();
    await receive(practitioner, clock, look);
    await record(practitioner, clock, look);
    await expectReview(practitioner, clock, look, words.proposed);

    await patient.goto(`${prefix}/dashboard`);
    const held = patient.getByRole('region', { name: words.held }).first();
    await expect(held).toBeVisible();
    await expectAccessible(patient);
    await held.getByRole('button', { name: words.accept }).click();
    await expect(patient.getByText(words.accepted)).toBeVisible();

    await expectReview(practitioner, clock, look, words.confirmed);
    await practitioner.getByRole('button', { name: words.figures }).click();
    const figures = practitioner.getByRole('dialog', { name: words.monthly });
    await expect(figures.getByRole('row')).not.toHaveCount(0);
    await expectAccessible(practitioner);
    for (const page of [practitioner, patient]) await page.context().close();
  });
