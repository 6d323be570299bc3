import { type Browser, expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { arrive } from './support/sessions.ts';

/** Browser tests of reminders by SMS, and of the calendars of a practitioner. */
const phone = { width: 390, height: 844 };

/** Returns the newest code that was sent to this number. */
async function codeOf(page: Page, number: string): Promise<string> {
  const answer = await page.request.get(`/dev/sms.json?to=${encodeURIComponent(number)}`);
  const [newest] = (await answer.json()) as { text: string }[];
  return /\d{6}/.exec(newest?.text ?? '')?.[0] ?? '';
}

const otherThan = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

test('a patient turns reminders by SMS on with a code, and off again', async ({ browser }) => {
  const bruno = await arrive(browser, 'bruno', '/account/profile');
  const number = '+33639980001';
  const field = bruno.getByRole('textbox', { name: 'Mobile phone' });
  await field.fill('nonsense');
  await bruno.getByRole('button', { name: 'Send me a code' }).click();
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await field.fill('06 39 98 00 01');
  // Only a real SMS provider can receive STOP. So the test simulates how the service refuses a number that sent STOP.
  const data = { to: '+33644600000' };
  const refusal = { defined: true, code: 'SMS_STOPPED', status: 409, message: 'no', data };
  await bruno.route('**/rpc/ask_sms_code', (route) => route.fulfill({ status: 409, json: refusal }), { times: 1 });
  await bruno.getByRole('button', { name: 'Send me a code' }).click();
  await expect(field).toHaveAccessibleDescription(/First send START from it to \+33644600000, then try again\./);
  await bruno.getByRole('button', { name: 'Send me a code' }).click();

  const code = bruno.getByRole('textbox', { name: 'Code', exact: true });
  await expect(code).toBeVisible();
  await expectAccessible(bruno);
  await expect.poll(() => codeOf(bruno, number)).toMatch(/^\d{6}$/);
  const right = await codeOf(bruno, number);
  const turnOn = bruno.locator('form', { has: code }).getByRole('button', { name: 'Turn on' });
  await code.fill(otherThan(right));
  await turnOn.click();
  await expect(code).toHaveAttribute('aria-invalid', 'true');
  await code.fill(right);
  await turnOn.click();
  await expect(bruno.getByText(`On for ${number}`)).toBeVisible();

  await bruno.setViewportSize(phone);
  await bruno.goto('/fr/account/profile');
  await expect(bruno.getByText(`Activés pour le ${number}`)).toBeVisible();
  await expectAccessible(bruno);
  const section = bruno.locator('section', { hasText: 'Rappels par SMS' });
  await section.getByRole('button', { name: 'Désactiver' }).click();
  await expect(section.getByRole('button', { name: 'Recevoir un code' })).toBeVisible();
  await bruno.context().close();
});

async function aFeed(doctor: Page): Promise<string> {
  await doctor.getByRole('button', { name: 'Make an address' }).click();
  const made = doctor.getByRole('textbox', { name: 'Your new address' });
  await expect(made).toHaveValue(/\/calendar\/[\w-]{43}\.ics$/);
  return made.inputValue();
}

async function expectFault(browser: Browser): Promise<void> {
  const doctor = await arrive(browser, 'doctor', '/fr/studio/calendars');
  await doctor.setViewportSize(phone);
  await expect(doctor.getByText('Nous ne pouvons pas lire de calendrier à cette adresse.')).toBeVisible();
  await expectAccessible(doctor);
  await doctor.getByRole('button', { name: 'Retirer Hospital' }).click();
  await doctor.getByRole('dialog').getByRole('button', { name: 'Retirer' }).click();
  await expect(doctor.getByText('Aucun calendrier ne bloque encore vos horaires.')).toBeVisible();
  await doctor.context().close();
}

test('a practitioner opens and closes the address of their calendar, and adds another calendar that cannot be read', async ({
  browser,
}) => {
  const doctor = await arrive(browser, 'doctor', '/studio/calendars');
  await expect(doctor.getByRole('heading', { name: 'Calendars', level: 1 })).toBeVisible();
  const { pathname } = new URL(await aFeed(doctor));
  await expectAccessible(doctor);
  const program = await browser.newContext();
  const read = async () => (await program.request.get(pathname)).status();
  expect(await read()).toBe(200);
  await doctor
    .getByRole('button', { name: /^Close the address made on/ })
    .last()
    .click();
  const dialog = doctor.getByRole('dialog', { name: 'Close this address?' });
  await expectAccessible(doctor);
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(dialog).toBeHidden();
  await expect(doctor.getByRole('textbox', { name: 'Your new address' })).toBeHidden();
  expect(await read()).toBe(404);

  const address = doctor.getByRole('textbox', { name: 'Address of the calendar' });
  await address.fill('http://calendars.example/a.ics');
  await doctor.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(address).toHaveAttribute('aria-invalid', 'true');
  await address.fill('webcal://localhost/a.ics');
  await doctor.getByRole('textbox', { name: 'Name' }).fill('Hospital');
  await doctor.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(doctor.getByText('We cannot read calendars at this address.')).toBeVisible();
  await expectFault(browser);
  await program.close();
  await doctor.context().close();
});
