import { type Browser, expect, type Locator, type Page, type Request, test } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { asAdmin } from './support/admin.ts';
import { aCity, anOffered, ask, found, payOn } from './support/appointments.ts';
import { arrive } from './support/sessions.ts';

/** The number of weeks until the week whose slots these tests use. Other tests use slots of earlier weeks. */
const weeksAhead = 5;

/** Opens the week whose slots these tests use. Returns the buttons of the slots. */
async function ahead(dialog: Locator): Promise<Locator> {
  const week = dialog.getByRole('region', { name: 'Free times' });
  for (let one = 0; one < weeksAhead; one++) await week.getByRole('button', { name: 'Next week' }).click();
  const times = week.getByRole('listitem').getByRole('button');
  await expect(times.first()).toBeVisible();
  return times;
}

/**
 * Returns the date and time in the name of a slot's button, such as 'Thursday 3 December, 14:30'. The name also
 * contains the year if it is not the current year.
 */
async function momentOf(time: Locator): Promise<string> {
  const [moment = ''] = /^.*\d\d:\d\d/.exec((await time.getAttribute('aria-label')) ?? '') ?? [];
  expect(moment).not.toBe('');
  return moment;
}

/** Selects the first and the last slot of the week, so that the offer reserves both. */
async function holdTwo(admin: Page, row: Locator): Promise<[string, string]> {
  await row.getByRole('button', { name: 'Create offer' }).click();
  const dialog = admin.getByRole('dialog');
  await dialog.getByRole('combobox', { name: /^Clinic/ }).fill('Clinique Lumière');
  await dialog.getByLabel('Service').selectOption('First consultation');
  await dialog.getByLabel('Location').selectOption('Lumière Paris');
  await dialog.getByLabel('Practitioner', { exact: true }).selectOption('Hélène Vasseur');
  const times = await ahead(dialog);
  const [kept, other] = [await momentOf(times.first()), await momentOf(times.last())];
  await times.first().press('Enter');
  await times.last().press('Space');
  await expect(dialog.getByRole('list', { name: 'Chosen times' }).getByRole('listitem')).toHaveCount(2);
  await expect(dialog.getByLabel('Date and time')).toBeHidden();
  await expect(dialog.getByLabel('Provider name')).toHaveValue('Lumière Paris');
  await expect(dialog.getByLabel('Patient price')).toHaveValue('60.00');
  await expectAccessible(admin);
  await dialog.getByLabel('Registration number').fill('RPPS 10009876543');
  await dialog.getByLabel(/Professional insurance/).fill('Sou Médical, policy 4021');
  await dialog.getByRole('button', { name: 'Create offer' }).click();
  await expect(dialog).toBeHidden();
  return [kept, other];
}

async function chooseAndPay(patient: Page, target: string, moment: string): Promise<void> {
  const card = patient.locator('section.card').filter({ hasText: target });
  const choice = card.getByRole('radio', { name: moment });
  await choice.click();
  await expect(choice).toBeChecked();
  // The control is disabled while the service stores the change. Otherwise a response to an earlier choice could undo a
  // later choice.
  await expect(choice).toBeEnabled();
  await card.getByRole('checkbox').check();
  const [checkout] = await Promise.all([
    patient.waitForEvent('popup'),
    card.getByRole('button', { name: 'Open payment page' }).click(),
  ]);
  await payOn(checkout);
}

interface Answered {
  service: { id: string };
  sites: { timezone: string }[];
  slots: { starts_at: string; site_id: string; practitioner_id: string }[];
}

/** Returns whether a request is for the week that these tests use. */
function isLastWeek(asked: Request): boolean {
  if (!asked.url().endsWith('/rpc/admin_list_slots')) return false;
  const { from } = asked.postDataJSON() as { from: string };
  return Date.parse(from) > Date.now() + (weeksAhead - 1) * 7 * 86_400_000;
}

async function agendaShows(browser: Browser, visit: string): Promise<void> {
  const day = new Date(Date.now() + weeksAhead * 7 * 86_400_000).toISOString().slice(0, 10);
  const doctor = await arrive(browser, 'doctor', `/studio/agenda?day=${day}`);
  await expect(doctor.getByRole('button', { name: visit })).toBeVisible();
  await doctor.context().close();
}

test('a coordinator offers two times, the patient pays for one, and the other one is released', async ({ browser }) => {
  test.setTimeout(120_000);
  const target = aCity();
  const patient = await arrive(browser, 'carl', '/dashboard');
  await ask(patient, target);
  const admin = await asAdmin(browser, '/admin');
  const row = await found(admin, target);
  const [kept, other] = await holdTwo(admin, row);
  await expect(row).toContainText('Awaiting payment');

  await chooseAndPay(patient, target, kept);
  await expect(row).toContainText('Confirmed', { timeout: 15_000 });

  await row.getByRole('button', { name: 'Carl Moreau', exact: true }).click();
  const pane = admin.getByRole('complementary', { name: 'Appointment' });
  const times = pane.getByRole('listitem').filter({ hasText: 'Hélène Vasseur' });
  await expect(times).toHaveCount(1);
  await expect(times).toContainText(kept);
  await expect(times).toContainText(/Hélène Vasseur, Lumière Paris, Salle \d/);
  await pane.getByRole('button', { name: 'Change date' }).click();
  const dialog = admin.getByRole('dialog');
  const free = await ahead(dialog);
  await expect(free.and(dialog.getByRole('button', { name: other }))).toBeVisible();
  await expect(free.and(dialog.getByRole('button', { name: kept }))).toBeDisabled();
  await expectAccessible(admin);
  await agendaShows(browser, `${kept.slice(-5)} Carl Moreau`);
  await patient.context().close();
  await admin.context().close();
});

test('an offered time that was taken meanwhile is marked, and the input of the coordinator stays', async ({
  browser,
}) => {
  const target = aCity();
  const patient = await arrive(browser, 'carl', '/dashboard');
  await ask(patient, target);
  const admin = await asAdmin(browser, '/admin');
  const row = await found(admin, target);
  await row.getByRole('button', { name: 'Create offer' }).click();
  const dialog = admin.getByRole('dialog');
  await dialog.getByLabel('Provider name').fill('Dr Typed');
  await dialog.getByRole('combobox', { name: /^Clinic/ }).fill('Clinique Lumière');
  await dialog.getByLabel('Service').selectOption('First consultation');
  await dialog.getByLabel('Location').selectOption('Lumière Lyon');
  const asked = admin.waitForResponse((answer) => isLastWeek(answer.request()));
  const times = await ahead(dialog);
  const { service, sites, slots } = (await (await asked).json()) as Answered;
  await times.first().click();
  await dialog.getByLabel('Patient price').fill('99');

  // Another coordinator offers the same slot to a patient first.
  const taken = slots.slice(0, 1).map((slot) => ({ ...slot, service_id: service.id }));
  const offered = { scheduled_at: taken[0]?.starts_at, timezone: sites[0]?.timezone, times: taken };
  await anOffered(patient, admin, aCity(), offered);
  await dialog.getByRole('button', { name: 'Create offer' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('This time is no longer free. Choose another one.');
  const picked = dialog.getByRole('list', { name: 'Chosen times' }).getByRole('listitem');
  await expect(picked).toContainText('No longer free');
  await expectAccessible(admin);
  await expect(dialog.getByLabel('Provider name')).toHaveValue('Dr Typed');
  await expect(dialog.getByLabel('Patient price')).toHaveValue('99');
  await picked.getByRole('button').click();
  await times.first().click();
  await dialog.getByRole('button', { name: 'Create offer' }).click();
  await expect(dialog).toBeHidden();
  await patient.context().close();
  await admin.context().close();
});
