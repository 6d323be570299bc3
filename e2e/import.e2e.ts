import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { zipSync } from 'fflate';
import { expectAccessible } from './support/accessible.ts';
import { asAdmin } from './support/admin.ts';
import { photoOf } from './support/photos.ts';

const sheet = `E-mail;Prénom;Nom;Date de naissance;N° patient;Date du soin;Soin;Lot
odile.import@example.org;Odile;Marchand;03/05/1980;IMP-1;12/01/2026;Botox;C123
odile.import@example.org;;;;;20/02/2026;Acide hyaluronique;J77
=cmd@example.org;Paul;Roux;01/02/1975;IMP-2;;;
jeune.import@example.org;Léo;Petit;03/05/2015;IMP-3;;;
`;

test('an import with mapping, dry run and photos is undone completely', async ({ browser }) => {
  const page = await asAdmin(browser, '/admin/imports');
  await page.getByRole('button', { name: 'New import' }).click();
  const file = page.getByLabel('CSV file');
  await file.setInputFiles({ name: 'notes.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4 \u0000') });
  await expect(page.getByRole('alert')).toHaveText('This is not a text file. Save your sheet as CSV.');
  await file.setInputFiles({ name: 'patients.csv', mimeType: 'text/csv', buffer: Buffer.from(sheet, 'latin1') });
  await expect(page.getByText('4 rows, windows-1252')).toBeVisible();
  await expect(page.getByLabel('Your patient number')).toHaveValue('4');
  await page.getByRole('button', { name: 'Check the file' }).click();
  await expect(page.getByText('Choose one of the two.')).toBeVisible();
  await page.getByLabel('The same clinic goes on treating').check();
  await page.getByLabel('Where the proof lies').fill('Transfer agreement');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Check the file' }).click();

  await expect(page.getByRole('button', { name: 'Import 2 rows' })).toBeVisible({ timeout: 20_000 });
  const rows = page.getByRole('table', { name: 'Report' }).locator('tbody tr');
  await expect(rows).toHaveCount(4);
  await expect(rows.nth(1)).toContainText('For the patient of line 2.');
  await expect(rows.nth(3)).toContainText('The person is under 18.');
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download the report' }).click();
  const report = readFileSync(await (await saving).path(), 'utf8');
  expect(report).toContain(`4,'=cmd@example.org,Refused,The email is not valid.`);
  await page.getByRole('button', { name: 'Import 2 rows' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Import' }).click();

  const zip = zipSync({
    'IMP-1_2025-03-04.jpg': new Uint8Array(readFileSync(photoOf('left'))),
    '../IMP-1_2025-03-05.jpg': new Uint8Array([1]),
    'IMP-9_2025-03-04.jpg': new Uint8Array(readFileSync(photoOf('front'))),
    'IMP-1_2025-03-06.jpg': new TextEncoder().encode('no picture'),
  });
  const archive = page.getByLabel('ZIP archive');
  await expect(archive).toBeVisible({ timeout: 20_000 });
  await archive.setInputFiles({ name: 'photos.zip', mimeType: 'application/zip', buffer: Buffer.from(zip) });
  await page.getByRole('button', { name: 'Import the photos' }).click();
  await expect(page.getByText('4 of 4 files: 1 imported, 3 refused')).toBeVisible({ timeout: 30_000 });
  const refused = page.getByRole('table', { name: 'Refused files' });
  await expect(refused).toContainText('The name leads out of the archive.');
  await expect(refused).toContainText('No patient has this email or number.');
  await expect(refused).toContainText('This is not a photo.');

  await page.getByRole('button', { name: 'Undo the import' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('What the import made is gone', { exact: false })).toBeVisible({ timeout: 20_000 });
  await expect(rows.nth(0)).toContainText('Removed');
  await page.context().close();
});
