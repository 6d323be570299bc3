import { type Browser, expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { asAdmin } from './support/admin.ts';
import { rpc } from './support/community.ts';
import { arrive } from './support/sessions.ts';

const desk = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

/**
 * Makes one request for each of two patients, in a city that no other test uses, so that a search finds only these two
 * requests.
 */
async function askFor(browser: Browser, city: string): Promise<void> {
  for (const [who, language] of [
    ['sofia', 'en'],
    ['anna', 'fr'],
  ] as const) {
    const patient = await arrive(browser, who, '/dashboard');
    await rpc(patient, 'set_my_language', { language });
    await rpc(patient, 'request_appointment', {
      treatment: 'Laser',
      city_current: 'Lyon',
      city_target: city,
      country_current: 'FR',
      country_target: 'FR',
      patient_note: '',
      idempotency_key: crypto.randomUUID(),
    });
    await patient.context().close();
  }
}

const texts = {
  text_en: 'Hello {{first_name}}, we are still looking in {{city}}.',
  text_fr: 'Bonjour {{first_name}}, nous cherchons encore à {{city}}.',
};

/** Selects several rows by their checkboxes. On a phone the row is a card with the same checkbox. */
async function tickAll(page: Page): Promise<void> {
  const boxes = page.locator('tbody tr input[type=checkbox]');
  await expect(boxes).toHaveCount(2);
  for (const box of await boxes.all()) await box.check();
}

test('a macro is added, its placeholders are checked, and it is archived and restored', async ({ browser }) => {
  for (const [prefix, viewport, words] of [
    ['', desk, { add: 'Add a macro', name: 'Name', en: 'English text', fr: 'French text', save: 'Save', undo: 'Undo' }],
    [
      '/fr',
      phone,
      {
        add: 'Ajouter une réponse type',
        name: 'Nom',
        en: 'Texte anglais',
        fr: 'Texte français',
        save: 'Enregistrer',
        undo: 'Annuler l’action',
      },
    ],
  ] as const) {
    const name = `Patience ${crypto.randomUUID().slice(0, 8)}`;
    const page = await asAdmin(browser, `${prefix}/admin/macros`, { viewport });
    await page.getByRole('button', { name: words.add }).click();
    const dialog = page.getByRole('dialog', { name: words.add });
    await dialog.getByLabel(words.name).fill(name);
    await dialog.getByLabel(words.en).fill(texts.text_en);
    await dialog.getByLabel(words.fr).fill('Bonjour {{surname}}');
    await dialog.getByRole('button', { name: words.save }).click();
    await expect(dialog.getByText('{{surname}}').last()).toBeVisible();
    await expect(dialog.getByLabel(words.fr)).toBeFocused();
    await expectAccessible(page);
    await dialog.getByLabel(words.fr).fill(texts.text_fr);
    // Letters that are typed during the save would be missing in the saved macro, so the fields do not take them. After
    // a failed save, the field from which the form was sent has the focus again.
    const { promise: held, resolve: fail } = Promise.withResolvers<void>();
    await page.route('**/rpc/admin_save_macro', (route) => held.then(() => route.fulfill({ status: 500 })), {
      times: 1,
    });
    await dialog.getByLabel(words.name).press('Enter');
    await expect(dialog.getByRole('button', { name: words.save })).toBeFocused();
    await page.keyboard.type('x');
    fail();
    await expect(dialog.getByLabel(words.name)).toBeFocused();
    await expect(dialog.getByLabel(words.name)).toHaveValue(name);
    // Without a connection the save fails, too. It does not keep the form until the connection is back.
    await page.context().setOffline(true);
    await dialog.getByLabel(words.name).press('Enter');
    await expect(dialog.getByRole('button', { name: words.save })).toBeFocused();
    await expect(dialog.getByLabel(words.name)).toBeFocused({ timeout: 15_000 });
    await page.context().setOffline(false);
    await dialog.getByRole('button', { name: words.save }).click();
    const row = page.locator('tbody tr').filter({ hasText: name });
    await expect(row).toContainText('nous cherchons encore');
    await expectAccessible(page);
    await row.getByRole('button').last().click();
    await expect(row).toHaveCount(0);
    await page.getByRole('button', { name: words.undo }).click();
    await expect(row).toBeVisible();
    await page.context().close();
  }
});

for (const [size, viewport] of [
  ['a desk', desk],
  ['a phone', phone],
] as const)
  test(`several patients get the text of a macro after a preview of each, on ${size}`, async ({ browser }) => {
    const city = `Macroville ${crypto.randomUUID().slice(0, 6)}`;
    const name = `Looking ${crypto.randomUUID().slice(0, 8)}`;
    await askFor(browser, city);
    const page = await asAdmin(browser, `/admin?q=${encodeURIComponent(city)}`, { viewport });
    await rpc(page, 'admin_save_macro', { name, ...texts });
    await tickAll(page);
    await page.locator('body').press('m');
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByLabel('Find a macro')).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.type(name.toUpperCase());
    await page.keyboard.press('Enter');
    await expect(dialog).toContainText('2 messages to 2 patients');
    await expect(dialog.getByText(`Hello Sofia, we are still looking in ${city}.`)).toBeVisible();
    await expect(dialog.getByText(`Bonjour Anna, nous cherchons encore à ${city}.`)).toBeVisible();
    await expectAccessible(page);

    await test.step('an appointment that changed meanwhile is named and left out, and its row is shown again', async () => {
      const sofia = await arrive(browser, 'sofia', '/dashboard');
      const mine = await rpc<{ id: string; city_target: string }[]>(sofia, 'get_my_appointments');
      const appointment_id = mine.find(({ city_target }) => city_target === city)?.id;
      await rpc(sofia, 'ask_about_appointment', {
        appointment_id,
        body: 'Please wait.',
        idempotency_key: crypto.randomUUID(),
      });
      await sofia.context().close();
      await dialog.getByRole('button', { name: 'Send to 2 patients' }).click();
      await expect(dialog.getByRole('alert')).toContainText('Sofia Lindqvist');
      await expect(dialog).toContainText('1 message to 1 patient');
    });
    await dialog.getByRole('button', { name: 'Send to 1 patient' }).click();
    await expect(dialog).toBeHidden();
    await page.context().close();
    const anna = await arrive(browser, 'anna', '/dashboard');
    await expect.poll(async () => JSON.stringify(await bodies(anna, city))).toContain('Bonjour Anna');
    await rpc(anna, 'set_my_language', { language: 'en' });
    await anna.context().close();
  });

async function bodies(page: Page, city: string): Promise<string[]> {
  const mine = await rpc<{ id: string; city_target: string }[]>(page, 'get_my_appointments');
  const appointment_id = mine.find(({ city_target }) => city_target === city)?.id;
  const { messages } = await rpc<{ messages: { body: string }[] }>(page, 'get_my_appointment', { appointment_id });
  return messages.map(({ body }) => body);
}

test('several statuses are changed after a preview of the emails, and the change is undone', async ({ browser }) => {
  for (const [prefix, viewport, words] of [
    [
      '',
      desk,
      {
        set: 'Set status',
        to: 'Cancelled',
        sum: '2 appointments change. We write to 2 patients.',
        change: 'Change 2 appointments',
        undo: 'Undo',
        before: 'Pending',
      },
    ],
    [
      '/fr',
      phone,
      {
        set: 'Changer le statut',
        to: 'Annulé',
        sum: '2 rendez-vous changent. Nous écrivons à 2 personnes.',
        change: 'Changer 2 rendez-vous',
        undo: 'Annuler l’action',
        before: 'En attente',
      },
    ],
  ] as const) {
    const city = `Statusville ${crypto.randomUUID().slice(0, 6)}`;
    await askFor(browser, city);
    const page = await asAdmin(browser, `${prefix}/admin?q=${encodeURIComponent(city)}`, { viewport });
    await tickAll(page);
    const rows = page.locator('tbody tr');
    await page.locator('main [role=region]').getByRole('button', { name: words.set }).click();
    await page.getByRole('menuitem', { name: words.to }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText(words.sum);
    await expect(dialog).toContainText('Your request has been cancelled');
    await expect(dialog).toContainText('Votre demande');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: words.change }).dblclick();
    await expect(dialog).toBeHidden();
    await expect(rows.filter({ hasText: words.to })).toHaveCount(2);
    await page.getByRole('button', { name: words.undo }).click();
    await expect(rows.filter({ hasText: words.before })).toHaveCount(2);
    await page.context().close();
    const anna = await arrive(browser, 'anna', '/dashboard');
    await rpc(anna, 'set_my_language', { language: 'en' });
    await anna.context().close();
  }
});
