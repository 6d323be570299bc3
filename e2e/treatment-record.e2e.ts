import { expect, test } from '@playwright/test';
import { patients, staff } from '#tools/demo/people.ts';
import { expectAccessible } from './support/accessible.ts';
import { drawDataMatrix } from './support/data-matrix.ts';
import { arrive } from './support/sessions.ts';

const alice = patients.find(({ stage }) => stage === 'published')?.account.email ?? '';
/** The lot is new each time, because the test may run twice on the same demo data. */
const lot = `LOT-${Date.now().toString(36).toUpperCase()}`;

test('a doctor records a treatment with its lots; the passport shows them, and an administrator can search for them', async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const patient = await arrive(browser, alice, '/dashboard/passport');
  await expect(patient.getByRole('heading', { level: 1, name: 'Treatment passport' })).toBeVisible();
  const doctor = await arrive(browser, staff.doctor.email, '/studio');
  await doctor.getByRole('button', { name: /^Signed/ }).click();
  await doctor.getByRole('row').filter({ hasText: 'dark circles' }).first().dblclick();
  await doctor.waitForURL('**/studio/cases/*');
  await doctor.goto(`${new URL(doctor.url()).pathname}/record`);

  // The demo data already contain one visit.
  const recorded = doctor.getByRole('region', { name: 'Recorded' });
  await expect(recorded.getByText('Version 1').first()).toBeVisible();
  const before = await recorded.getByText('Version 1').count();
  await doctor.getByRole('button', { name: 'Record another visit' }).click();
  await doctor.getByRole('combobox', { name: 'Visit' }).selectOption('Visit 1 of the plan');
  await doctor.getByRole('button', { name: 'Fill in this visit' }).click();

  // The treatment plan fills in the form, except for the details on the label of each product. The form names each
  // missing field.
  const save = doctor.getByRole('button', { name: /^Save/ });
  await save.click();
  const name = doctor.getByRole('textbox', { name: 'Product name' });
  await expect(name.first()).toBeFocused();
  await expect(doctor.getByText('Fill this in.').first()).toBeVisible();
  const products = await name.count();
  for (let at = 0; at < products; at++) {
    await name.nth(at).fill(`Product ${at + 1}`);
    await doctor.getByRole('textbox', { name: 'Manufacturer' }).nth(at).fill('Acme Pharma');
    // If there is no camera, the scanner offers to read a photo of the code on the box.
    await doctor.getByRole('button', { name: `Scan code of product ${at + 1}` }).click();
    const scanner = doctor.getByRole('dialog', { name: 'Scan the code' });
    await scanner
      .locator('input[type=file]')
      .setInputFiles(await drawDataMatrix(`(01)03770012345679(17)200131(10)${lot}`));
    await expect(scanner).toBeHidden();
    await expect(doctor.getByRole('textbox', { name: 'Lot', exact: true }).nth(at)).toHaveValue(lot);
    await expect(doctor.getByLabel('Use by').nth(at)).toHaveValue('2020-01-31');
  }
  // An expired lot and a different dose cause warnings, but do not prevent saving.
  const warnings = doctor.getByRole('status', { name: 'Look at this again' });
  await expect(warnings).toContainText('Product 1 had passed its use-by date');
  for (let at = 0; at < products; at++) await doctor.getByLabel('Use by').nth(at).fill('2099-01-31');
  await expect(warnings).toBeHidden();
  await doctor
    .getByRole('textbox', { name: /^Amount/ })
    .first()
    .fill('0,7');
  await expect(warnings).toContainText('instead of');
  await expectAccessible(doctor);
  await save.dblclick();
  await expect(recorded.getByText(lot).first()).toBeVisible();
  await expect(recorded.getByText('Version 1')).toHaveCount(before + 1);

  await patient.reload();
  await expect(patient.getByText(lot).first()).toBeVisible();
  await expect(patient.getByRole('region', { name: 'In an emergency' })).toContainText('hyaluronidase');
  await expectAccessible(patient);

  const admin = await arrive(browser, staff.admin.email, '/admin/lots');
  await admin.getByLabel('Lot', { exact: true }).fill(lot.replace('-', ' ').toLowerCase());
  await admin.getByRole('button', { name: 'Find patients' }).click();
  await expect(admin.getByRole('row').filter({ hasText: alice }).first()).toContainText(lot);
  await expectAccessible(admin);
  const saved = admin.waitForEvent('download');
  await admin.getByRole('button', { name: 'Export CSV' }).click();
  expect((await saved).suggestedFilename()).toMatch(/^recall-.*\.csv$/);
});
