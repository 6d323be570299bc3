import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import Stripe from 'stripe';
import { readVariables } from '../server/src/platform/config/variables.mjs';
import { expectAccessible } from './support/accessible.ts';
import { asAdmin, inDays } from './support/admin.ts';
import { aCity, aPaid } from './support/appointments.ts';
import { rpc } from './support/community.ts';
import { failsOnce } from './support/faults.ts';
import { arrive } from './support/sessions.ts';

/** A payer disputes a payment at the bank. The team sees the deadline, downloads the evidence, and sees the outcome. */
test('a dispute of a payment is shown with its deadline until it ends, and its evidence can be downloaded', async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const target = aCity();
  const patient = await arrive(browser, 'noor', '/dashboard');
  const admin = await asAdmin(browser, '/admin');
  const appointment_id = await aPaid(patient, admin, target);
  const { payments } = await rpc<{ payments: { id: string }[] }>(admin, 'admin_get_appointment', {
    appointment_id,
  });
  const now_s = Math.floor(Date.now() / 1000);
  const dispute = {
    id: `dp_${crypto.randomUUID()}`,
    object: 'dispute',
    payment_intent: payments[0]?.id,
    reason: 'fraudulent',
    amount: 30_000,
    currency: 'eur',
    created: now_s,
    evidence_details: { due_by: Math.floor(Date.parse(inDays(6, '12:00')) / 1000) },
  };
  await tell(admin, 'charge.dispute.created', now_s, { ...dispute, status: 'needs_response' });

  await failsOnce(admin, 'rpc/admin_list_disputes');
  await admin.goto('/admin/payments?show=disputes');
  await admin.getByRole('button', { name: 'Try again' }).click();
  const row = admin.getByRole('row').filter({ has: admin.locator(`a[href*="${dispute.id}"]`) });
  await expect(row).toContainText('€300');
  await expect(row).toContainText('Answer needed');
  await expect(row).toContainText(/[56] days left/);
  await expectAccessible(admin);
  await row.getByRole('link', { name: 'Open evidence' }).click();

  await expect(admin.getByRole('heading', { name: 'Dispute of €300', level: 1 })).toBeVisible();
  await expect(admin.getByText(/[56] days left/)).toBeVisible();
  await expect(admin.getByText('The quote is unchanged since it was accepted.')).toBeVisible();
  await expectAccessible(admin);
  const [file] = await Promise.all([
    admin.waitForEvent('download'),
    admin.getByRole('button', { name: 'Download evidence' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/\.zip$/);

  await admin.goto('/admin/inbox');
  await expect(admin.locator(`a[data-opens][href*="${dispute.id}"]`)).toHaveText('Payment disputed at the bank');

  await tell(admin, 'charge.dispute.closed', now_s + 1, { ...dispute, status: 'won' });
  await admin.goto(`/admin/payments/disputes/${dispute.id}`);
  await expect(admin.getByText('Won', { exact: true })).toBeVisible();
  await expect(admin.getByText(/days left/)).toBeHidden();
  await admin.goto('/admin/inbox');
  await expect(admin.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(admin.locator(`a[data-opens][href*="${dispute.id}"]`)).toBeHidden();
});

const statusOf =
  (wanted: string) =>
  ({ id, status }: { id: string; status: string }) =>
    id === wanted ? status : undefined;

/**
 * Sends a webhook event about a dispute with a valid signature, as the test checkout does. Returns once the team can
 * see the new state of the dispute.
 */
async function tell(admin: Page, type: string, created: number, object: { id: string; status: string }): Promise<void> {
  const secrets = readVariables({
    FLAIRA_SECRETS_FILE: join(import.meta.dirname, '../data/secrets.json'),
    ...process.env,
  });
  const key = Buffer.from(secrets.LINK_KEY ?? '', 'base64');
  const secret = `whsec_${createHmac('sha256', key).update('test checkout').digest('hex')}`;
  const payload = JSON.stringify({
    id: `evt_${crypto.randomUUID()}`,
    object: 'event',
    type,
    created,
    data: { object },
  });
  const answer = await admin.request.post('/api/payments/webhook', {
    data: Buffer.from(payload),
    headers: {
      'content-type': 'application/json',
      'stripe-signature': Stripe.webhooks.generateTestHeaderString({ payload, secret }),
    },
  });
  expect(answer.ok()).toBe(true);
  await expect
    .poll(async () =>
      (await rpc<{ id: string; status: string }[]>(admin, 'admin_list_disputes')).map(statusOf(object.id)),
    )
    .toContain(object.status);
}
