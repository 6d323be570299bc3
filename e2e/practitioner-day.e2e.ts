import { expect, type Locator, type Page, test } from '@playwright/test';
import { dayIn } from '#web/lib/day.ts';
import { expectAccessible } from './support/accessible.ts';
import { asAdmin } from './support/admin.ts';
import { aCity, aRequest } from './support/appointments.ts';
import { aShortInjection, aVisitOfToday, demoClinic } from './support/clinic.ts';
import { rpc } from './support/community.ts';
import { arrive } from './support/sessions.ts';

const PARIS = 'Europe/Paris';
const doctor = { name: 'Hélène Vasseur', account: 'doctor' };
const colleague = { name: 'Inès Aubry', account: 'colleague' };

interface Look {
  readonly prefix: '' | '/fr';
  readonly viewport: { readonly width: number; readonly height: number };
  /** The views of the agenda that the test opens. A phone has no room for the week. */
  readonly views: readonly string[];
  readonly words: typeof english;
}

const english = {
  booked: 'Confirmed',
  arrived: 'Arrived',
  done: 'Done',
  write: 'Record treatment',
  missing: 'Record missing',
  recorded: 'The treatment is recorded.',
  ofVisit: 'This record will be linked to the visit in your agenda.',
  heading: 'Record the treatment',
  session: 'Visit',
  first: 'Visit 1 of the plan',
  refill: 'Fill in this visit',
  product: /^Product \d/,
  name: 'Product name',
  manufacturer: 'Manufacturer',
  lot: 'Lot',
  expires: 'Use by',
  save: /^Save/,
  records: 'Recorded',
  proposed: 'Review proposed: waiting for the patient’s answer.',
  title: 'A time is held for your review',
  accept: 'Accept this time',
  accepted: 'Your review is confirmed',
  confirmed: 'The review is confirmed.',
};
const french: typeof english = {
  booked: 'Confirmé',
  arrived: 'Sur place',
  done: 'Terminé',
  write: 'Enregistrer le traitement',
  missing: 'Traitement non enregistré',
  recorded: 'Le traitement est enregistré.',
  ofVisit: 'Ce compte rendu sera rattaché au rendez-vous de votre agenda.',
  heading: 'Enregistrer le traitement',
  session: 'Séance',
  first: 'Séance 1 du plan',
  refill: 'Reprendre cette séance du plan',
  product: /^Produit \d/,
  name: 'Nom du produit',
  manufacturer: 'Fabricant',
  lot: 'Lot',
  expires: 'À utiliser avant',
  save: /^Enregistrer( tel quel)?$/,
  records: 'Enregistré',
  proposed: 'Contrôle proposé : réponse attendue.',
  title: 'Un horaire vous est réservé pour votre contrôle',
  accept: 'Accepter cet horaire',
  accepted: 'Votre contrôle est confirmé',
  confirmed: 'Le contrôle est confirmé.',
};

const phone: Look = {
  prefix: '/fr',
  viewport: { width: 390, height: 844 },
  views: ['Jour', 'Liste'],
  words: french,
};
const desk: Look = {
  prefix: '',
  viewport: { width: 1440, height: 900 },
  views: ['Day', 'Week', 'List'],
  words: english,
};

const clock = (at: string) =>
  new Date(at).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: PARIS });

/** Expects an accessible page that is not wider than its window. */
async function expectFine(page: Page, { viewport }: Look): Promise<void> {
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width);
}

/**
 * Opens the agenda in each of its views, one after the other, and leaves the last view open. Returns the button of the
 * visit that begins at this time.
 */
async function agendaOf(page: Page, look: Look, who: string, starts_at: string): Promise<Locator> {
  const visit = page.getByRole('button', { name: `${clock(starts_at)} ${who}` });
  for (const view of look.views) {
    const choice = page.getByRole('radio', { name: view, exact: true });
    await choice.press('Space');
    await expect(choice).toBeChecked();
    await expect(visit).toBeVisible();
    await expectFine(page, look);
  }
  return visit;
}

async function mark(page: Page, visit: Locator, as: string): Promise<void> {
  await visit.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: as, exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(visit).toContainText(as);
}

/** Records the first visit of the treatment plan, with products of this lot. */
async function writeRecord(page: Page, look: Look, lot: string): Promise<void> {
  const { words } = look;
  await expect(page.getByRole('heading', { level: 1, name: words.heading })).toBeVisible();
  await expect(page.getByText(words.ofVisit)).toBeVisible();
  await page.getByRole('combobox', { name: words.session }).selectOption(words.first);
  await page.getByRole('button', { name: words.refill }).click();
  const products = page.getByRole('listitem', { name: words.product });
  await expect(products.first()).toBeVisible();
  for (const product of await products.all()) {
    await product.getByLabel(words.name).fill('Example');
    await product.getByLabel(words.manufacturer).fill('Acme Pharma');
    await product.getByLabel(words.lot, { exact: true }).fill(lot);
    await product.getByLabel(words.expires).fill('2099-01-31');
  }
  await expectFine(page, look);
  await page.getByRole('button', { name: words.save }).click();
  await expect(page.getByRole('region', { name: words.records }).getByText(lot).first()).toBeVisible();
  await expectFine(page, look);
}

/** Accepts the review visit that the dashboard proposes. Returns the start of this visit. */
async function acceptReview(patient: Page, look: Look, visited_at: string): Promise<string> {
  const { words, prefix } = look;
  const { reviews } = await rpc<{ reviews: { visited_at: string; starts_at: string }[] }>(patient, 'list_my_reviews');
  const review = reviews.find((one) => one.visited_at === visited_at);
  const starts_at = review?.starts_at ?? '';
  await patient.goto(`${prefix}/dashboard`);
  const card = patient.getByRole('region', { name: words.title }).filter({ hasText: clock(starts_at) });
  await expect(card).toContainText('Lumière Paris');
  await expectFine(patient, look);
  await card.getByRole('button', { name: words.accept }).click();
  await expect(patient.getByText(words.accepted)).toBeVisible();
  await expect(card).toBeHidden();
  await expectFine(patient, look);
  return starts_at;
}

for (const look of [phone, desk])
  test(`a practitioner handles a visit from the arrival to the accepted review, ${look.viewport.width} px ${look.prefix}`, async ({
    browser,
  }) => {
    test.setTimeout(300_000);
    const { prefix, viewport, words } = look;
    const admin = await asAdmin(browser, '/robots.txt');
    const patient = await arrive(browser, 'alice', '/robots.txt', { viewport });
    const clinic = await demoClinic(admin);
    const service = await aShortInjection(admin, clinic, [doctor.name]);
    const { starts_at } = await aVisitOfToday(admin, await aRequest(patient, aCity()), {
      clinic,
      service_id: service.id,
      practitioners: [doctor.name],
      // The demo data and earlier runs together contain fewer visits than this number, so one of the start times is
      // free.
      moments: 20,
    });

    const page = await arrive(browser, doctor.account, `${prefix}/studio/agenda`, { viewport });
    const visit = await agendaOf(page, look, 'Alice Fournier', starts_at);
    const dialog = page.getByRole('dialog', { name: 'Alice Fournier' });
    await expect(visit).toContainText(words.booked);
    await visit.click();
    await expect(dialog).toContainText(service.name);
    await expectFine(page, look);
    await page.keyboard.press('Escape');
    await mark(page, visit, words.arrived);
    await mark(page, visit, words.done);

    await visit.click();
    await expect(dialog.getByText(words.missing)).toBeVisible();
    await expect(dialog.getByText(words.proposed)).toBeVisible();
    await expectFine(page, look);
    await dialog.getByRole('link', { name: words.write }).click();
    await page.waitForURL('**/record?visit=*');
    await writeRecord(page, look, `DAY-${crypto.randomUUID().slice(0, 8).toUpperCase()}`);

    const review_at = await acceptReview(patient, look, starts_at);
    await page.goto(`${prefix}/studio/agenda?view=list&day=${dayIn(PARIS, review_at)}`);
    await expect(page.getByRole('button', { name: `${clock(review_at)} Alice Fournier` })).toContainText(words.booked);
    await expectFine(page, look);
    await page.goto(`${prefix}/studio/agenda?view=list&day=${dayIn(PARIS, starts_at)}`);
    await visit.click();
    await expect(dialog.getByText(words.recorded)).toBeVisible();
    await expect(dialog.getByText(words.confirmed)).toBeVisible();
    for (const one of [admin, patient, page]) await one.context().close();
  });

/**
 * Opens the practitioner's figures. Returns the table cell with the number of visits this month to which the patient
 * did not come. A month without visits has no row.
 */
async function absences(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Chiffres' }).click();
  const figures = page.getByRole('dialog', { name: 'Mes rendez-vous par mois' });
  const month = new Date().toLocaleDateString('fr-FR', { month: 'long', year: 'numeric', timeZone: PARIS });
  await expect(figures.getByRole('table').or(figures.getByText('Aucun rendez-vous à compter'))).toBeVisible();
  const row = figures.getByRole('row').filter({ has: page.getByRole('rowheader', { name: month }) });
  return row.locator('[data-label="Absences"]');
}

test('a patient does not come, the practitioner notes the absence, and the figures count it', async ({ browser }) => {
  test.setTimeout(240_000);
  const admin = await asAdmin(browser, '/robots.txt');
  const patient = await arrive(browser, 'hugo', '/robots.txt');
  const clinic = await demoClinic(admin);
  const people = [doctor, colleague];
  const practitioners = people.map(({ name }) => name);
  const { id: service_id } = await aShortInjection(admin, clinic, practitioners);
  // A practitioner can note that a patient did not come only once the visit has begun. So the test needs a practitioner
  // who is free now.
  const { starts_at, practitioner } = await aVisitOfToday(admin, await aRequest(patient, aCity()), {
    clinic,
    service_id,
    practitioners,
    moments: 1,
  });
  const account = people.find(({ name }) => name === practitioner)?.account ?? '';

  const page = await arrive(browser, account, '/fr/studio/agenda', { viewport: phone.viewport });
  const visit = await agendaOf(page, phone, 'Hugo Martins', starts_at);
  const count = await absences(page);
  const before = (await count.count()) === 0 ? 0 : Number(await count.innerText());
  await expectFine(page, phone);
  await page.keyboard.press('Escape');
  await visit.click();
  const dialog = page.getByRole('dialog', { name: 'Hugo Martins' });
  // An open page reads the clock twice a minute, so the button may appear half a minute after the visit has begun.
  await dialog.getByRole('button', { name: 'Absence', exact: true }).click({ timeout: 60_000 });
  const question = page.getByRole('dialog', { name: 'Noter une absence ?' });
  await expectFine(page, phone);
  await question.getByRole('button', { name: 'Absence' }).click();
  await expect(dialog).toBeHidden();
  await expect(visit).toContainText('Absence');
  await expectFine(page, phone);
  await absences(page);
  await expect(count).toHaveText(String(before + 1));
  for (const one of [admin, patient, page]) await one.context().close();
});
