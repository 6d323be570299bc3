import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { confirmationLink, showsSignUp, signIn } from './support/accounts.ts';
import { payOn } from './support/appointments.ts';
import { opened, type Person } from './support/consultation.ts';
import { failing } from './support/dashboard.ts';
import { failsOnce, saysFault } from './support/faults.ts';
import { enter } from './support/sessions.ts';

/**
 * In these browser tests, a visitor becomes a member and cancels. They also test the administrators' pages about
 * subscriptions.
 */
const aPerson = (): Person => ({ email: `lou-${crypto.randomUUID()}@example.com`, password: 'velvet orchid tuesday' });

const cards = {
  accepted: 'A card that is accepted',
  declined: 'A card that the bank declines',
  failsLater: 'A card that is accepted today and declined at the next renewal',
} as const;

async function pay(page: Page, card: keyof typeof cards): Promise<void> {
  await page.waitForURL('**/test-checkout/**');
  await page.getByLabel(cards[card], { exact: true }).check();
  await payOn(page, page.getByRole('button', { name: /^(Pay|Use)/ }));
}

/**
 * Signs up on the page that opens after a click on a plan. The link in the confirmation email leads back to that plan.
 */
async function signUpAndComeBack(page: Page, { email, password }: Person): Promise<void> {
  await page.waitForURL(/\/login\?mode=signup&return=/);
  await showsSignUp(page);
  await page.locator('input[name=email]').fill(email);
  await page.locator('input[name=password]').fill(password);
  await page.locator('input[name=confirm]').fill(password);
  await page.locator('form button[type=submit]').click();
  await expect(page.getByText('Check your email to confirm your account').first()).toBeVisible();
  await opened(page, await confirmationLink(page, email));
  await signIn(page, { email, password });
}

/** Lets the bank decline the renewal, and then pays the renewal with another card. The page updates automatically. */
async function meetFailedRenewal(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Replace card' }).click();
  await page.getByRole('button', { name: 'Run the next charge now' }).click();
  await page.waitForURL('**/account/membership');
  await expect(page.getByText('Payment due', { exact: true })).toBeVisible();
  await expect(page.getByText(/^Your bank declined the renewal\. We will try again on/)).toBeVisible();
  await expectAccessible(page);
  await failsOnce(page, 'rpc/open_card_page');
  await page.getByRole('button', { name: 'Replace card' }).first().click();
  await saysFault(page);
  await page.getByRole('button', { name: 'Replace card' }).first().click();
  await pay(page, 'accepted');
  await page.waitForURL('**/account/membership');
  await expect(page.getByText('Active', { exact: true })).toBeVisible();
  await expect(page.getByText('Your bank declined the renewal.', { exact: false })).toBeHidden();
  await expect(page.getByText(/^Invoice FL-/)).toHaveCount(2);
}

/** Changes to Elite. The preview of the price and the change itself fail once each and are tried again. */
async function changeToElite(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Manage membership' }).click();
  await failsOnce(page, 'rpc/preview_plan_change');
  await page.getByRole('dialog').getByRole('link', { name: 'Choose Elite' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change to Elite' });
  await expect(dialog.getByRole('alert')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Try again' }).click();
  const change = dialog.getByRole('button', { name: /^Pay €\d+(\.\d\d)? and change$/ });
  await failsOnce(page, 'rpc/change_plan');
  await change.click();
  await saysFault(page);
  await change.click();
  await expect(page.getByText('You are now on the Elite plan.')).toBeVisible();
  await expect(page.getByText('€290 a month, renews on')).toBeVisible();
  await expect(page.getByText(/^Invoice FL-/)).toHaveCount(3);
}

/** Checks the list of benefits while it loads, after a failure, and after a retry. */
async function waitForBenefits(page: Page): Promise<void> {
  const section = page.locator('.settings-section', {
    has: page.getByRole('heading', { name: 'Treatments and extras' }),
  });
  const fail = await failing(page, 'get_my_benefits');
  await page.reload();
  const waiting = section.locator('.settings-row--waiting');
  await expect(waiting).toHaveCount(10);
  fail();
  await expect(section.getByRole('alert')).toBeVisible();
  await expectAccessible(page);
  await page.unroute('**/rpc/get_my_benefits');
  await section.getByRole('button', { name: 'Try again' }).click();
  await expect(section.locator('.settings-row')).toHaveCount(10);
  await expect(waiting).toHaveCount(0);
}

/**
 * Requests a benefit of the subscription plan with the form for appointments. The page then shows that the member can
 * use the benefit one time fewer.
 */
async function askForBenefit(page: Page): Promise<void> {
  await expect(page.getByText('4 of 4 left')).toHaveCount(2);
  await page.getByRole('button', { name: 'Request: Microneedling session' }).click();
  const dialog = page.getByRole('dialog', { name: 'Microneedling session' });
  await expect(dialog.getByText('Included in your plan: nothing to pay.')).toBeVisible();
  await expectAccessible(page);
  await dialog.locator('input[name=city_current]').fill('Paris');
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: 'Send request' }).click();
  // This person bought the plan without answering the questionnaire, so the birth date is unknown. The dialog requests
  // it. Saving it sends the request for the benefit.
  await expect(dialog.getByRole('group', { name: 'Date of birth' })).toBeVisible();
  await expect(dialog.locator('[data-part=day] input')).toBeFocused();
  await expectAccessible(page);
  for (const [part, text] of Object.entries({ day: '12', month: '5', year: '1984' }))
    await dialog.locator(`[data-part=${part}] input`).fill(text);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('3 of 4 left')).toBeVisible();
}

test('a visitor chooses a plan, signs up, pays, changes, cancels and leaves', async ({ page }) => {
  test.setTimeout(180_000);
  const person = aPerson();
  await page.goto('/home?variant=B&city=Paris');
  await page.getByRole('link', { name: 'Our Plans' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Our Plans' });
  await expect(dialog.getByText('Most Popular')).toBeVisible();
  await expect(dialog.getByText('Change your plan or cancel it in a few clicks')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.getByRole('link', { name: 'Our Plans' }).first().click();
  await dialog.getByRole('radio', { name: /^Annual/ }).check();
  await expect(dialog.getByText('€1,928', { exact: true })).toBeVisible();
  await dialog.getByRole('radio', { name: 'Monthly' }).check();
  await dialog.getByRole('link', { name: 'Choose Plus' }).click();

  await signUpAndComeBack(page, person);
  await page.waitForURL('**/test-checkout/**');
  await expect(page.getByText('No card is charged and no money moves')).toBeVisible();
  await expectAccessible(page);
  await pay(page, 'declined');
  await expect(page.getByRole('alert')).toContainText('Nothing was charged');
  await pay(page, 'failsLater');

  await page.waitForURL('**/thank-you?checkout=*');
  await expect(page.getByRole('heading', { name: 'Thank you. Your plan is active.' })).toBeVisible({ timeout: 30_000 });
  await expectAccessible(page);
  await page.getByRole('link', { name: 'See my membership' }).click();
  await expect(page.getByText('€189 a month, renews on')).toBeVisible();
  await expect(page.getByText(/Invoice FL-\d{4}-\d{6}/)).toBeVisible();
  await expectAccessible(page);
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download PDF' }).first().click();
  expect((await file).suggestedFilename()).toMatch(/^FL-\d{4}-\d{6}\.pdf$/);

  await meetFailedRenewal(page);

  await page.getByRole('link', { name: 'Overview' }).click();
  await expect(page.getByText('Membership Details')).toBeVisible();
  await expectAccessible(page);
  await changeToElite(page);
  await waitForBenefits(page);
  await askForBenefit(page);

  await page.getByRole('button', { name: 'Cancel subscription', exact: true }).click();
  await expectAccessible(page);
  await failsOnce(page, 'rpc/cancel_subscription');
  await page.getByRole('button', { name: 'Confirm cancellation' }).click();
  await saysFault(page);
  await page.getByRole('button', { name: 'Confirm cancellation' }).click();
  await expect(page.getByText(/^Ends on .* You will not be charged again\.$/)).toBeVisible();
  await page.getByRole('button', { name: 'Keep subscription' }).click();
  await expect(page.getByText('€290 a month, renews on')).toBeVisible();

  await page.getByRole('button', { name: 'Withdraw from contract' }).click();
  await failsOnce(page, 'rpc/request_refund');
  await page.getByRole('button', { name: 'Confirm withdrawal' }).click();
  await saysFault(page);
  await page.getByRole('button', { name: 'Confirm withdrawal' }).click();
  await expect(page.getByText(/^Your Elite plan ended on/)).toBeVisible();
  await expect(page.getByText('Credit note').first()).toBeVisible({ timeout: 20_000 });
});

test('two clicks on a plan open one payment page, and leaving it charges nothing', async ({ page }) => {
  test.setTimeout(120_000);
  const person = aPerson();
  await page.goto('/pricing');
  await page.getByRole('link', { name: 'Choose Elite' }).click();
  await signUpAndComeBack(page, person);
  await page.waitForURL('**/test-checkout/**');
  const first = page.url();
  await page.getByRole('link', { name: 'Go back without paying' }).click();
  await page.waitForURL('**/pricing');
  let starts = 0;
  page.on('request', (request) => void (request.url().endsWith('/api/checkout/start') && starts++));
  await page.getByRole('link', { name: 'Choose Elite' }).dblclick();
  await page.waitForURL('**/test-checkout/**');
  expect(page.url()).toBe(first);
  expect(starts).toBe(1);
  await page.goto('/thank-you');
  await expect(page.getByRole('heading', { name: 'Nothing was charged' })).toBeVisible();
});

test('if a checkout cannot be started, the page says that nothing was charged', async ({ page }) => {
  await page.route('**/api/checkout/start', (route) => route.abort());
  await page.goto('/pricing');
  await page.getByRole('link', { name: 'Choose Essential' }).click();
  await page.waitForURL('**/thank-you');
  await expect(page.getByRole('heading', { name: 'Nothing was charged' })).toBeVisible();
});

test('the French page of plans is accessible, and the membership has the button to cancel that the law requires', async ({
  page,
}) => {
  await page.goto('/fr/pricing');
  await expect(page.getByRole('heading', { level: 1, name: 'Nos formules' })).toBeVisible();
  await expectAccessible(page);
  await enter(page, 'alice', '/fr/account/membership');
  await page.getByRole('button', { name: 'Résilier votre contrat' }).click();
  await expect(page.getByRole('heading', { name: 'Résilier votre contrat ?' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Confirmer la résiliation' })).toBeVisible();
});

test('an administrator sees payments, subscriptions, webhooks and the experiment, and refunds a part of a payment', async ({
  page,
}) => {
  await enter(page, 'admin', '/admin/payments?q=alice');
  await page
    .getByRole('button', { name: /^Refund: Alice/ })
    .first()
    .click();
  await page.getByLabel('Amount (EUR)').fill('1000');
  await page.getByRole('button', { name: /^Refund €/ }).click();
  await expect(page.getByText('Enter an amount between 0.01')).toBeVisible();
  await expect(page.getByText('Enter a reason.')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Amount (EUR)').fill('9,50');
  await page.getByLabel('Reason').fill('goodwill');
  await failsOnce(page, 'rpc/admin_list_payments');
  const failed = page.waitForResponse((answer) => answer.status() === 500);
  await page.getByRole('button', { name: 'Refund €9.50' }).click();
  await expect(page.getByText('Refund of €9.50 started.')).toBeVisible();
  // If a list cannot be reloaded, its rows stay and its controls still work.
  await failed;
  await page
    .getByRole('button', { name: /^Refund: Alice/ })
    .first()
    .click();
  await page.getByLabel('Reason').fill('goodwill');
  await expect(page.getByLabel('Reason')).toHaveValue('goodwill');
  await page.reload();
  await expect(page.getByRole('cell', { name: '€9.50' }).first()).toBeVisible({ timeout: 20_000 });
  await expectAccessible(page);
  await page.getByRole('radio', { name: 'Subscriptions' }).check();
  await expect(page.getByRole('row', { name: /Alice/ }).getByText('Plus')).toBeVisible();
  await page.getByRole('radio', { name: 'Webhooks' }).check();
  await expect(page.getByText('Every webhook from the payment service has been handled.')).toBeVisible();
  await page.goto('/admin/experiments');
  await expect(page.getByRole('row', { name: /^B/ })).toContainText('points');
  await expectAccessible(page);
});

test('an administrator reaches the payments and subscriptions after the first five hundred', async ({ page }) => {
  await enter(page, 'admin', '/admin/payments?show=subscriptions');
  await expect(page.locator('tbody tr').first()).toBeVisible();
  test.setTimeout(120_000);
  const total = 510;
  for (const [name, list] of [
    ['admin_list_subscriptions', 'subscriptions'],
    ['admin_list_payments', 'payments'],
  ] as const)
    await page.route(`**/rpc/${name}`, async (route) => {
      const { limit, after } = route.request().postDataJSON() as { limit: number; after: string | null };
      const offset = Number(after);
      const answer = await route.fetch({ postData: { limit: 1, ...(list === 'payments' && { search: '' }) } });
      const body = (await answer.json()) as Record<string, object[]>;
      const count = Math.min(limit, total - offset);
      const rows = Array.from({ length: count }, (_, at) => ({
        ...body[list]?.[0],
        id: crypto.randomUUID(),
        name: `Payer ${offset + at + 1}`,
      }));
      const next = offset + count < total ? String(offset + count) : null;
      await route.fulfill({ response: answer, json: { ...body, total, next, [list]: rows } });
    });
  for (const [path, page_size] of [
    ['/admin/payments?show=subscriptions', 100],
    ['/admin/payments', 50],
  ] as const) {
    await page.goto(path);
    const rows = page.locator('tbody tr');
    for (let shown: number = page_size; shown < total; ) {
      await expect(rows).toHaveCount(shown);
      await page.getByRole('button', { name: 'Show more' }).click();
      shown = Math.min(total, shown + page_size);
      await expect(rows).toHaveCount(shown);
    }
    await expect(page.getByText(new RegExp(`^Payer ${total}`)).first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Show more' })).toHaveCount(0);
  }
});
