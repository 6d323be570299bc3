import { expect, type Page, test } from '@playwright/test';
import { expectNothingFound } from './support/accessible.ts';
import { enter } from './support/sessions.ts';

/** An administrator changes content of the public site. Visitors see it with their next request, without a build. */

const asAdmin = (page: Page, path: string) => enter(page, 'admin', path);

test('figures of the site are drafted, previewed, published and hidden, and restored from the history', async ({
  browser,
  page,
}) => {
  const visitor = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  const patients = visitor.locator('[data-counts]');
  await visitor.goto('/home');
  await expect(patients).toContainText('755');
  await expect(patients).toContainText('Sample figures');

  await asAdmin(page, '/admin/site?region=global&language=en&block=statistics');
  await page.getByLabel('Patients').fill('1234');
  await page.getByRole('checkbox', { name: /^I confirm/ }).check();
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByText('Draft saved. Visitors cannot see it.')).toBeVisible();
  await visitor.reload();
  await expect(patients).toContainText('755');
  const [preview] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: 'Preview' }).click(),
  ]);
  await expect(preview.getByText('Preview: drafts for the region')).toBeVisible();
  await expect(preview.locator('[data-counts]')).toContainText('1,234');
  await preview.close();

  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('Published. Visitors can see it now.')).toBeVisible();
  await expect(async () => {
    await visitor.reload();
    await expect(patients).toContainText('1,234', { timeout: 500 });
    await expect(patients).not.toContainText('Sample figures', { timeout: 500 });
  }).toPass();

  await page.getByRole('checkbox', { name: 'Show this block to visitors' }).uncheck();
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('Enter a reason.')).toBeVisible();
  await page.getByLabel('Reason for hiding it').fill('The figures are being counted again');
  await page.getByRole('button', { name: 'Publish' }).click();
  const history = page.getByRole('region', { name: 'History' });
  await expect(history.getByRole('listitem')).toHaveCount(2);
  await expect(history).toContainText('Camille Roy');
  await expect(async () => {
    await visitor.reload();
    await expect(patients).toHaveCount(0, { timeout: 500 });
  }).toPass();
  await history.getByRole('button', { name: 'Restore' }).click();
  await expect(history.getByRole('listitem')).toHaveCount(3);
  await expect(async () => {
    await visitor.reload();
    await expect(patients).toContainText('1,234', { timeout: 500 });
  }).toPass();
  await expectNothingFound(page);

  // Restores the site for the next test.
  await page.getByLabel('Patients').fill('755');
  await page.getByRole('checkbox', { name: /^I confirm/ }).uncheck();
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(history.getByRole('listitem')).toHaveCount(4);
  await expect(async () => {
    await visitor.reload();
    await expect(patients).toContainText('755', { timeout: 500 });
    await expect(patients).toContainText('Sample figures', { timeout: 500 });
  }).toPass();
});

test('France hides testimonials and the page says why, and only an administrator sees a draft', async ({
  browser,
  page,
}) => {
  await asAdmin(page, '/admin/site?region=FR&language=fr&block=testimonials');
  await expect(page.getByRole('checkbox', { name: 'Show this block to visitors' })).not.toBeChecked();
  await expect(page.getByLabel('Reason for hiding it')).toHaveValue(/publicité médicale/);
  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto('/home?preview=FR');
  await expect(visitor.getByText('Preview: drafts for the region')).toHaveCount(0);
});

test('typed content of the site stays when a colleague saves the same block', async ({ browser, page }) => {
  const path = '/admin/site?region=BE&language=en&block=contact';
  await asAdmin(page, path);
  const colleague = await (await browser.newContext()).newPage();
  await asAdmin(colleague, path);
  await page.getByLabel('Street and number').fill('1 Grand-Place');
  await page.getByLabel('Region').selectOption('FR');
  await expect(page.getByLabel('Street and number')).not.toHaveValue('1 Grand-Place');
  await page.getByLabel('Region').selectOption('BE');
  await expect(page.getByLabel('Street and number')).toHaveValue('1 Grand-Place');
  await page.getByRole('navigation', { name: 'Admin Panel' }).getByRole('link', { name: 'Appointments' }).click();
  await expect(page.getByLabel('Street and number')).toHaveCount(0);
  await page.goBack();
  await expect(page.getByLabel('Street and number')).toHaveValue('1 Grand-Place');
  await colleague.getByLabel('Street and number').fill('2 Grand-Place');
  await colleague.getByRole('button', { name: 'Save draft' }).click();
  await expect(colleague.getByText('Draft saved')).toBeVisible();
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByText('What you typed is still here').first()).toBeVisible();
  await expect(page.getByLabel('Street and number')).toHaveValue('1 Grand-Place');
  await page.getByRole('button', { name: 'Load the newer version' }).click();
  const question = page.getByRole('dialog');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByLabel('Street and number')).toHaveValue('1 Grand-Place');
  await page.getByRole('button', { name: 'Load the newer version' }).click();
  await question.getByRole('button', { name: 'Discard changes' }).click();
  await expect(page.getByLabel('Street and number')).toHaveValue('2 Grand-Place');
  const { promise: held, resolve: arrive } = Promise.withResolvers<void>();
  await page.route('**/rpc/admin_discard_site_draft', (route) => held.then(() => route.continue()));
  await page.getByRole('button', { name: 'Discard draft' }).click();
  await question.getByRole('button', { name: 'Discard draft' }).click();
  await page.getByLabel('Street and number').fill('3 Grand-Place');
  arrive();
  await expect(page.getByText('Draft discarded.')).toBeVisible();
  await expect(page.getByLabel('Street and number')).toHaveValue('3 Grand-Place');
});

test('the diagnostic page is public, and shows a signed-in person their own data', async ({ page }) => {
  await page.goto('/community-diagnostic');
  await expect(page.getByText('Nobody is signed in on this browser.')).toBeVisible();
  await enter(page, 'alice', '/community-diagnostic');
  await expect(page.getByText('alice@flaira.example')).toBeVisible();
  await expect(page.getByText('You can use the exclusive view')).toBeVisible();
});

test('the diagnostic page shows different messages for a failing service and for a lost connection', async ({
  page,
}) => {
  const call = '**/rpc/who_am_i*';
  await page.route(call, (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto('/community-diagnostic');
  await expect(page.getByRole('alert')).toContainText('the service is not responding just now');
  await page.unroute(call);
  await page.route(call, (route) => route.abort());
  await page.getByRole('button', { name: 'Try again' }).click();
  // The page tries five times before it shows the error.
  await expect(page.getByRole('alert')).toContainText('the connection was lost.', { timeout: 30_000 });
});

test('the company that issues invoices is entered once, and named in the legal notice', async ({ page }) => {
  await page.goto('/terms');
  const notice = page.getByRole('region', { name: 'Legal notice' });
  await expect(notice).toContainText('RCS Paris 000 000 000');
  await expect(notice).toContainText('sample');
  await asAdmin(page, '/admin/site?region=global&language=en&block=seller');
  await page.getByLabel('Company').fill('Clinique Beauregard');
  await page.getByLabel('Trade register and number').fill('RCS Paris 812 345 678');
  await page.getByLabel('Legal form and share capital').fill('SAS, capital €50,000');
  await page.getByRole('checkbox', { name: /^I confirm/ }).check();
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('Published. Visitors can see it now.')).toBeVisible();
  await expect(async () => {
    await page.goto('/terms');
    await expect(notice).toContainText('RCS Paris 812 345 678', { timeout: 500 });
    await expect(notice).not.toContainText('sample', { timeout: 500 });
  }).toPass();
});
