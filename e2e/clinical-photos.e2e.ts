import { expect, test } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { photoOf } from './support/photos.ts';
import { rpc } from './support/community.ts';
import { arrive } from './support/sessions.ts';

test('a doctor requests the clinical series, and the case shows a profile with its record', async ({ browser }) => {
  const patient = await arrive(browser, 'bruno', '/robots.txt');
  const [mine] = await rpc<readonly { id: string }[]>(patient, 'list_my_cases');
  const doctor = await arrive(browser, 'doctor', `/studio/cases/${mine?.id}/photos`);
  await expect(doctor.locator('li[data-view=profile_right]')).toContainText('only one eye');
  await expect(doctor.getByRole('button', { name: /^Add photo/ })).toHaveCount(0);
  await doctor.getByRole('radio', { name: 'The patient' }).click();
  await expectAccessible(doctor);

  await patient.goto('/dashboard');
  await patient.getByRole('link', { name: 'Take the photos' }).click();
  const slot = patient.locator('li[data-view=profile_right]');
  const add = slot.getByLabel('Add photo: Right profile');
  // Each photo needs a record of how it was taken, so the form for the record is shown first.
  await add.click();
  await expect(patient.getByLabel('Camera or phone')).toBeFocused();
  await patient.getByLabel('Camera or phone').fill('iPhone 16, rear camera');
  await add.click();
  await expect(patient.getByLabel('Distance to the face, in cm')).toBeFocused();
  await patient.getByLabel('Distance to the face, in cm').fill('60');
  await add.click();
  await expect(patient.getByRole('radio', { name: 'Daylight' })).toBeFocused();
  await patient.getByRole('radio', { name: 'Daylight' }).click();
  // Safari on a Mac converts a HEIC photo only if the field names the accepted types.
  await expect(add).toHaveAttribute('accept', 'image/jpeg,image/png,image/webp,image/avif');
  await add.setInputFiles(photoOf('right'));
  await expect(slot.getByRole('img')).toBeVisible({ timeout: 30_000 });
  await expect(slot).toContainText('iPhone 16, rear camera, 60 cm, Daylight');
  await expectAccessible(patient);

  await doctor.clock.install();
  await doctor.reload();
  await expect(doctor.locator('li[data-view=profile_right]')).toContainText('60 cm, Daylight · taken by the patient');
  // The links to the photos are valid for an hour. A doctor who returns later gets new ones.
  let loads = 0;
  doctor.on('request', (request) => (loads += request.url().endsWith('/rpc/get_clinical_set') ? 1 : 0));
  const comesBack = () => doctor.evaluate(() => dispatchEvent(new Event('visibilitychange')));
  await doctor.clock.fastForward('10:00');
  await comesBack();
  expect(loads).toBe(0);
  await doctor.clock.fastForward('45:00');
  await comesBack();
  await expect.poll(() => loads).toBe(1);
  await doctor.getByRole('radio', { name: 'No series' }).click();
  await expect(doctor.getByLabel(/^Replace photo/)).toHaveCount(0);
});
