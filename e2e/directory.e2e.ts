import { expect, type Page, test } from '@playwright/test';
import { expectNothingFound } from './support/accessible.ts';
import { enter } from './support/sessions.ts';

/**
 * Browser tests of the directory. A visitor looks for a doctor nearby, a doctor writes their own page, and an
 * administrator hides that page and shows it again.
 */
const names = (page: Page) => page.locator('#results li h3');

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('the practitioner nearest to a city is first, even typed without accents, and their page shows the registration', async ({
    page,
  }) => {
    await page.goto('/practitioners');
    await page.getByRole('combobox', { name: 'City' }).fill('geneve');
    await page.getByRole('button', { name: 'Search' }).click();
    await expect(page).toHaveURL(/city=geneve/);
    await expect(page.getByRole('combobox', { name: 'City' })).toHaveValue('geneve');
    await expect(names(page).first()).toHaveText('Laurent Rochat');
    await expect(page.locator('#results li').first()).toContainText('in this city');

    await page.getByRole('link', { name: 'Laurent Rochat' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Laurent Rochat');
    await expect(page.getByText('7600000000017')).toBeVisible();
    await expect(page.getByText(/Registration checked on \d+ \w+ \d{4}/)).toBeVisible();
  });

  test('speciality and language narrow the list of practitioners, and an empty result has a message', async ({
    page,
  }) => {
    await page.goto('/fr/practitioners');
    await page.getByLabel('Langue').selectOption('ar');
    await page.getByRole('button', { name: 'Chercher' }).click();
    await expect(names(page)).toHaveText(['Salima Benhaddou']);
    await page.getByLabel('Spécialité').selectOption('eyelid_surgery');
    await page.getByRole('button', { name: 'Chercher' }).click();
    await expect(page.getByText('Aucun praticien ne correspond pour l’instant')).toBeVisible();
    await page.getByRole('link', { name: 'Tout afficher' }).click();
    await expect(names(page)).not.toHaveCount(0);
    await page.getByRole('combobox', { name: 'Ville' }).fill('Xyzzy');
    await page.getByRole('button', { name: 'Chercher' }).click();
    await expect(page.getByRole('status')).toContainText('Xyzzy');
  });
});

test('pins can be reached by keyboard, list and map match, and no other host is contacted', async ({ page }) => {
  const hosts = new Set<string>();
  page.on('request', (request) => hosts.add(new URL(request.url()).hostname));
  await page.goto('/practitioners');
  const paris = page.getByRole('link', { name: /^Paris: \d practitioners$/ });
  await paris.focus();
  await expect(page.locator('#results li[data-marked]').first()).toContainText('Paris');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/city=Paris/);
  await expect(page.locator('#results li').first()).toContainText('in this city');
  await names(page).first().hover();
  await expect(paris).toHaveAttribute('data-marked', '');
  expect([...hosts]).toEqual(['localhost']);
});

test('a practitioner hides and shows their public page, and an administrator does so with a reason', async ({
  browser,
  page,
}) => {
  const address = '/practitioners/ines-aubry';
  const status = async (): Promise<number | undefined> => (await page.request.get(address)).status();
  const doctor = await (await browser.newContext()).newPage();
  await enter(doctor, 'colleague', '/account/public-page');
  const consent = doctor.getByRole('checkbox', { name: 'Show my page in the public directory' });
  await consent.uncheck();
  await doctor.getByLabel('City').first().fill('Atlantis');
  await doctor.getByRole('button', { name: 'Save' }).click();
  await expect(doctor.getByText('We could not find this city')).toBeVisible();
  await expect(consent).not.toBeChecked();
  await doctor.getByLabel('City').first().fill('Paris');
  await doctor.getByRole('button', { name: 'Save' }).click();
  await expect(doctor.getByText('Saved. Your page is not public.')).toBeVisible();
  expect(await status()).toBe(404);
  await consent.check();
  await doctor.getByRole('button', { name: 'Save' }).click();
  await expect(doctor.getByText('Saved. Your page is public.')).toBeVisible();
  expect(await status()).toBe(200);
  await expectNothingFound(doctor, { part: 'main' });

  const admin = await (await browser.newContext()).newPage();
  await enter(admin, 'admin', '/admin/directory');
  await admin.getByRole('button', { name: 'Hide: Inès Aubry' }).click();
  const dialog = admin.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Hide' }).click();
  await expect(dialog.getByText('Enter a reason')).toBeVisible();
  await dialog.getByLabel('Reason').fill('The address is being checked');
  await dialog.getByRole('button', { name: 'Hide' }).click();
  await expect(admin.getByText('Inès Aubry’s page is hidden.')).toBeVisible();
  expect(await status()).toBe(404);
  await doctor.reload();
  await expect(doctor.getByText('The address is being checked')).toBeVisible();
  await admin.getByRole('button', { name: 'Show again: Inès Aubry' }).click();
  await expect(admin.getByText('is visible again')).toBeVisible();
  expect(await status()).toBe(200);
  await expectNothingFound(admin, { part: 'main' });
});
