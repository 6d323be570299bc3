import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { asAdmin } from './support/admin.ts';
import { demoClinic } from './support/clinic.ts';
import { rpc } from './support/community.ts';
import { drawn, showAgain } from './support/load-again.ts';
import { arrive } from './support/sessions.ts';

const desk = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

/** The names of the clinics that these tests make begin with this word. */
const OURS = 'Story';

/** Makes a clinic by adding a provider to the list of providers. The site of the clinic is not confirmed yet. */
async function aClinic(page: Page): Promise<{ id: string; name: string }> {
  const name = `${OURS} ${crypto.randomUUID().slice(0, 8)}`;
  const { id } = await rpc<{ id: string }>(page, 'admin_save_provider', { name, address: '1 rue de Lille, Paris' });
  return { id, name };
}
/**
 * Adds a person to this clinic, and removes the person from the clinics of earlier tests. Otherwise the person's hours
 * in several clinics would overlap.
 */
async function join(page: Page, clinic_id: string, email: string): Promise<{ user_id: string }> {
  const clinics = await rpc<readonly { id: string; name: string }[]>(page, 'admin_list_clinics', {});
  for (const { id } of clinics.filter(({ name }) => name.startsWith(OURS))) {
    const { members } = await rpc<{ members: readonly { user_id: string; email: string }[] }>(
      page,
      'admin_get_clinic',
      {
        clinic_id: id,
      },
    );
    for (const { user_id } of members.filter((member) => member.email === email))
      await rpc(page, 'admin_remove_clinic_member', { clinic_id: id, user_id });
  }
  return rpc(page, 'admin_save_clinic_member', { clinic_id, email, role: 'practitioner' });
}

async function expectToFit(page: Page): Promise<void> {
  await expectAccessible(page);
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(wider).toBeLessThanOrEqual(0);
}

const english = {
  prefix: '',
  viewport: desk,
  unchecked: 'To check',
  check: /^Check place/,
  zone: 'Time zone',
  save: 'Save',
  addRoom: /^Add a room or device/,
  name: 'Name',
  services: 'Services',
  addService: 'Add a service',
  nameEn: 'English name',
  nameFr: 'French name',
  minutes: 'Minutes',
  price: 'Price',
  hours: 'Hours',
  addHours: 'Add hours Monday',
  starts: 'Monday, hours 1: start',
  ends: 'Monday, hours 1: end',
  copy: 'Copy Monday',
  tuesday: 'Tuesday',
  copyNow: 'Copy to these days',
  saveHours: 'Save hours',
  saved: 'The hours are saved.',
  tuesdayEnds: 'Tuesday, hours 1: end',
};
const french: typeof english = {
  prefix: '/fr',
  viewport: phone,
  unchecked: 'À vérifier',
  check: /^Vérifier le lieu/,
  zone: 'Fuseau horaire',
  save: 'Enregistrer',
  addRoom: /^Ajouter une salle ou un appareil/,
  name: 'Nom',
  services: 'Actes',
  addService: 'Ajouter un acte',
  nameEn: 'Nom anglais',
  nameFr: 'Nom français',
  minutes: 'Minutes',
  price: 'Prix',
  hours: 'Horaires',
  addHours: 'Ajouter une plage Lundi',
  starts: 'Lundi, plage 1 : début',
  ends: 'Lundi, plage 1 : fin',
  copy: 'Copier Lundi',
  tuesday: 'Mardi',
  copyNow: 'Copier vers ces jours',
  saveHours: 'Enregistrer les horaires',
  saved: 'Les horaires sont enregistrés.',
  tuesdayEnds: 'Mardi, plage 1 : fin',
};

for (const words of [english, french])
  test(`an administrator checks a place of a clinic, and adds a room, a service and hours at ${words.viewport.width} px`, async ({
    browser,
  }) => {
    const page = await asAdmin(browser, `${words.prefix}/admin/clinics`, { viewport: words.viewport });
    const { id, name } = await aClinic(page);
    await join(page, id, 'colleague@flaira.example');
    await page.reload();
    const row = page.getByRole('row').filter({ hasText: name });
    await expect(row.getByText(words.unchecked)).toBeVisible();
    await expectToFit(page);
    await row.getByRole('link', { name }).click();

    await page.getByRole('button', { name: words.check }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(words.zone).selectOption('America/Montreal');
    await dialog.getByRole('button', { name: words.save }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByText('America/Montreal')).toBeVisible();
    await expect(page.getByText(words.unchecked)).toHaveCount(0);

    await page.getByRole('button', { name: words.addRoom }).click();
    await dialog.getByLabel(words.name, { exact: true }).fill('Laser 2');
    await expectToFit(page);
    await dialog.getByRole('button', { name: words.save }).click();
    await expect(page.getByRole('listitem').filter({ hasText: 'Laser 2' }).last()).toBeVisible();
    await expectToFit(page);

    await page.getByRole('tab', { name: words.services }).click();
    await page.getByRole('button', { name: words.addService }).click();
    await dialog.getByLabel(words.nameEn).fill('Laser visit');
    await dialog.getByLabel(words.nameFr).fill('Séance laser');
    await dialog.getByLabel(words.minutes, { exact: true }).fill('4');
    await dialog.getByRole('button', { name: words.save }).click();
    await expect(dialog.getByLabel(words.minutes, { exact: true })).toBeFocused();
    await dialog.getByLabel(words.minutes, { exact: true }).fill('40');
    await dialog.getByLabel(new RegExp(`^${words.price}`)).fill('180');
    await dialog.getByRole('checkbox', { name: 'Inès Aubry' }).check();
    await dialog.getByRole('checkbox', { name: /^Laser 2/ }).check();
    await expectToFit(page);
    await dialog.getByRole('button', { name: words.save }).click();
    await expect(dialog).toHaveCount(0);
    const service = page.getByRole('row').filter({ hasText: /Laser visit|Séance laser/ });
    await expect(service).toContainText('Inès Aubry');
    await expect(service).toContainText('180');

    await page.getByRole('tab', { name: words.hours }).click();
    await page.getByRole('button', { name: words.addHours }).click();
    await page.getByLabel(words.starts).fill('10:00');
    await page.getByLabel(words.ends).fill('16:30');
    await page.getByRole('button', { name: words.copy }).click();
    await page.getByRole('checkbox', { name: words.tuesday }).check();
    await page.getByRole('button', { name: words.copyNow }).click();
    await expectToFit(page);
    await page.getByRole('button', { name: words.saveHours }).click();
    await expect(page.getByText(words.saved)).toBeVisible();
    await page.reload();
    await expect(page.getByLabel(words.tuesdayEnds)).toHaveValue('16:30');
    await page.context().close();
  });

test('a practitioner changes their own hours; overlapping hours are refused, and a change by others is not overwritten', async ({
  browser,
}) => {
  const admin = await asAdmin(browser, '/robots.txt');
  const { id, name } = await aClinic(admin);
  const { user_id } = await join(admin, id, 'doctor@flaira.example');
  const page = await arrive(browser, 'doctor', '/studio/hours', { viewport: phone });
  const sunday = page.getByRole('group', { name: 'Sunday' });
  await sunday.getByRole('button', { name: 'Add hours' }).click();
  await sunday.getByRole('button', { name: 'Add hours' }).click();
  for (const [nth, starts, ends] of [
    [1, '09:00', '12:00'],
    [2, '11:00', '15:00'],
  ] as const) {
    await page.getByLabel(`Sunday, hours ${nth}: start`).fill(starts);
    await page.getByLabel(`Sunday, hours ${nth}: end`).fill(ends);
    await page.getByLabel(`Sunday, hours ${nth}: place`).selectOption({ label: name });
  }
  const save = page.getByRole('button', { name: 'Save hours' });
  await save.click();
  await expect(sunday.getByText('This overlaps another row.')).toHaveCount(2);
  await expect(page.getByRole('alert')).toContainText('Not saved.');
  await expect(page.getByLabel('Sunday, hours 1: start')).toBeFocused();
  await expectToFit(page);

  await page.getByLabel('Sunday, hours 2: start').fill('12:00');
  // The app keeps unsaved hours when the user leaves the page, and offers to discard them.
  await page.getByRole('main').getByRole('link', { name: 'Studio' }).click();
  await page.waitForURL('**/studio');
  await page.goBack();
  await expect(page.getByLabel('Sunday, hours 2: start')).toHaveValue('12:00');
  await expect(page.getByRole('button', { name: 'Undo changes' })).toBeVisible();
  await page.getByRole('button', { name: 'Add a day' }).click();
  // No visit is planned on this day.
  await page.getByRole('group', { name: 'Exception 1' }).getByLabel('Day').fill('2099-12-24');
  await save.click();
  await expect(page.getByText('The hours are saved.')).toBeVisible();

  // While this page is open, an administrator changes the hours.
  const shown = await rpc<{ version: string; exceptions: unknown[] }>(admin, 'admin_get_clinic_hours', {
    clinic_id: id,
    user_id,
  });
  await rpc(admin, 'admin_save_clinic_hours', { clinic_id: id, user_id, ...shown, rules: [] });
  await page.getByRole('button', { name: 'Remove exception 1' }).click();
  await save.click();
  await expect(page.getByRole('alert')).toContainText('This has changed since you opened it.');
  await page.getByRole('button', { name: 'Load the saved hours' }).click();
  await expect(sunday.getByText('No hours')).toBeVisible();
  await page.setViewportSize(desk);
  await page.getByRole('button', { name: 'Remove exception 1' }).click();
  await save.click();
  await expectToFit(page);
  await page.context().close();
  await admin.context().close();
});

test('the form for the role of a clinic’s member says why the role is refused', async ({ browser }) => {
  const admin = await asAdmin(browser, '/robots.txt');
  const { id } = await aClinic(admin);
  await join(admin, id, 'colleague@flaira.example');
  await admin.goto(`/admin/clinics/${id}?tab=people`);
  await admin.getByRole('button', { name: /^Change role/ }).click();
  // In the meantime the person is no longer a practitioner.
  await admin.route('**/rpc/admin_save_clinic_member', async (route) => {
    const body = route.request().postDataJSON() as object;
    await route.continue({ postData: JSON.stringify({ ...body, email: 'alice@flaira.example' }) });
  });
  await admin.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(admin.getByRole('dialog')).toContainText('This account is not a practitioner account.');
  await admin.context().close();
});

test("the closed days of a place never overwrite a colleague's, even if the page has loaded them meanwhile", async ({
  browser,
}) => {
  const admin = await asAdmin(browser, '/robots.txt');
  const { id } = await aClinic(admin);
  const { sites } = await rpc<{ sites: readonly { id: string }[] }>(admin, 'admin_get_clinic', { clinic_id: id });
  const site_id = sites[0]?.id ?? '';
  await admin.goto(`/admin/clinics/${id}`);
  await admin.getByRole('button', { name: /^Closing days/ }).click();
  const dialog = admin.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Add a day' }).click();

  const { version } = await rpc<{ version: string }>(admin, 'admin_get_site_days', { site_id });
  const days = [{ day: '2099-12-24', is_open: false, name: 'A colleague’s day' }];
  await rpc(admin, 'admin_save_site_days', { site_id, days, version });
  await admin.clock.install({ time: Date.now() + 120_000 });
  const again = admin.waitForResponse('**/rpc/admin_get_site_days');
  await showAgain(admin);
  await (await again).finished();
  await drawn(admin);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toContainText('This has changed since you opened it.');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await admin.getByRole('button', { name: /^Closing days/ }).click();
  await expect(dialog.getByLabel('Reason')).toHaveValue('A colleague’s day');
  await admin.context().close();
});

interface Slot {
  readonly starts_at: string;
  readonly site_id: string;
  readonly practitioner_id: string;
}

/** Lets a patient take the last free time of a week that other tests do not use. */
async function aTakenTime(patient: Page): Promise<Slot & { readonly id: string }> {
  const { services } = await rpc<{ services: readonly { id: string; minutes: number }[] }>(
    patient,
    'list_direct_services',
    {},
  );
  const service_id = services.find(({ minutes }) => minutes === 30)?.id;
  const ahead = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  const asked = { service_id, from: ahead(36), to: ahead(43) };
  const slot = (await rpc<{ slots: readonly Slot[] }>(patient, 'list_slots', asked)).slots.at(-1);
  if (!slot) throw new Error('There is no free time.');
  const wanted = { service_id, ...slot, idempotency_key: crypto.randomUUID() };
  return { ...slot, ...(await rpc<{ id: string }>(patient, 'take_appointment', wanted)) };
}

test('before a practitioner or the team closes a day, the visits of this day are shown', async ({ browser }) => {
  const patient = await arrive(browser, 'hugo', '/robots.txt');
  const { id, starts_at, practitioner_id } = await aTakenTime(patient);
  const day = starts_at.slice(0, 10);
  const admin = await asAdmin(browser, '/admin/clinics');
  const clinic = await demoClinic(admin);
  const who = clinic.memberOf('Hélène Vasseur') === practitioner_id ? 'doctor' : 'colleague';

  const page = await arrive(browser, who, '/studio/hours', { viewport: phone });
  const exceptions = page.getByRole('group', { name: /^Exception/ });
  await expect(page.getByRole('button', { name: 'Add a day' })).toBeVisible();
  const before = await rpc<object>(page, 'get_my_hours', {});
  await page.getByRole('button', { name: 'Add a day' }).click();
  await exceptions.last().getByLabel('Day').fill(day);
  await page.getByRole('button', { name: 'Save hours' }).click();
  const warning = page.getByRole('alert');
  await expect(warning).toContainText(/visits? (is|are) planned in the time that you are closing/);
  await expectToFit(page);
  const opened = page.waitForEvent('popup');
  await page
    .getByRole('listitem')
    .getByRole('link', { name: /Lumière/ })
    .last()
    .click();
  const agenda = await opened;
  await expect(agenda).toHaveURL(new RegExp(`/studio/agenda\\?.*day=${day}`));
  await expect(agenda.getByText(/Hugo/).first()).toBeVisible();
  await page.getByRole('button', { name: 'Save anyway' }).click();
  await expect(page.getByText('The hours are saved.')).toBeVisible();
  const { version } = await rpc<{ version: string }>(page, 'get_my_hours', {});
  await rpc(page, 'save_my_hours', { ...before, version });

  await admin.goto(`/admin/clinics/${clinic.id}`);
  await admin.getByRole('button', { name: /^Closing days.*Lumière Paris/ }).click();
  const dialog = admin.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Add a day' }).click();
  await dialog.getByLabel('Day', { exact: true }).last().fill(day);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('alert')).toContainText('planned in the time that you are closing');
  await expect(dialog.getByRole('link').first()).toHaveAttribute('href', new RegExp(`/admin/calendar\\?.*day=${day}`));
  await expectAccessible(admin);
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  const cancel = { appointment_id: id, wish: 'cancel', note: '', idempotency_key: crypto.randomUUID() };
  await rpc(patient, 'request_appointment_change', cancel);
  for (const one of [patient, page, admin]) await one.context().close();
});
