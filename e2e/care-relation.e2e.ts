import { expect, test } from '@playwright/test';
import { patients, staff } from '#tools/demo/people.ts';
import { expectAccessible } from './support/accessible.ts';
import { arrive } from './support/sessions.ts';

/** One doctor, a colleague and an administrator around a case that the doctor signed. */
const alice = patients.find(({ stage }) => stage === 'published')?.account.email ?? '';

test('trust 29: a colleague opens a signed case with a reason; patient and doctor read it, and an administrator agrees to reopen', async ({
  browser,
}) => {
  test.setTimeout(240_000);
  const colleague = await arrive(browser, staff.colleague.email, '/studio?filter=published');
  const row = colleague.getByRole('row').filter({ hasText: /FL-/ }).first();
  await row.getByRole('button').press('Enter');
  await expect(colleague.getByText('Another doctor is in charge. You cannot see who the patient is.')).toBeVisible();
  await expectAccessible(colleague);
  await colleague.getByRole('complementary').getByRole('button', { name: 'Open with a reason' }).click();
  await expect(colleague.getByRole('heading', { name: /is in charge of this case$/ })).toBeVisible();
  await expectAccessible(colleague);

  await colleague.getByRole('button', { name: 'Open with a reason' }).click();
  const dialog = colleague.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'covering for a colleague' }).check();
  await dialog.getByRole('textbox').fill('Dr Vasseur is away until Monday.');
  await expectAccessible(colleague);
  await dialog.getByRole('button', { name: 'Open for 60 minutes' }).click();
  await expect(colleague.getByText('Opened by you: covering for a colleague.')).toBeVisible({ timeout: 40_000 });

  const patient = await arrive(browser, alice, '/account/privacy');
  await expect(
    patient.getByText('opened your case for 60 minutes without being your doctor in charge').first(),
  ).toBeVisible();
  await expect(patient.getByText('Reason: covering for your doctor').first()).toBeVisible();
  const doctor = await arrive(browser, staff.doctor.email, '/notifications');
  await doctor.getByText('A colleague opened one of your cases').first().click();
  await expect(doctor.getByText(/opened this case: covering for a colleague\./)).toBeVisible({ timeout: 40_000 });
  await expect(doctor.getByText('Dr Vasseur is away until Monday.')).toBeVisible();

  await colleague.getByRole('button', { name: 'Ask to reopen' }).click();
  await dialog.getByRole('textbox').fill('Left and right were mistaken.');
  await dialog.getByRole('button', { name: 'Ask to reopen' }).click();
  await expect(colleague.getByText('An administrator must agree.')).toBeVisible();
  const admin = await arrive(browser, staff.admin.email, '/admin/cases');
  const asked = admin.getByRole('region', { name: 'Requests to reopen' });
  await expect(asked).toContainText('Left and right were mistaken.');
  await expectAccessible(admin);
  await asked.getByRole('button', { name: 'Decline' }).click();
  await expect(asked).toHaveCount(0);

  await doctor.getByRole('button', { name: 'End now' }).click();
  await expect(doctor.getByText(/opened this case/)).toHaveCount(0);
  await expect(colleague.getByRole('heading', { name: /is in charge of this case$/ })).toBeVisible();
});
