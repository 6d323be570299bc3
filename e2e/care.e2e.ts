import { expect, test } from '@playwright/test';
import { patients, staff } from '#tools/demo/people.ts';
import { expectAccessible } from './support/accessible.ts';
import { arrive } from './support/sessions.ts';
import { expectMarkWholeAtEveryWidth } from './support/simulation-mark.ts';

/** Browser tests of a patient and their doctor with a signed simulation, in two browsers. */
const alice = patients.find(({ stage }) => stage === 'published')?.account.email ?? '';

test('trust 12: health answers of a patient come first in the doctor’s case, and messages arrive at once on both sides', async ({
  browser,
}) => {
  test.setTimeout(180_000);
  const patient = await arrive(browser, alice, '/dashboard');
  await patient.getByRole('listitem').filter({ hasText: 'Your health' }).getByRole('button').click();
  const dialog = patient.getByRole('dialog');
  const pregnancy = dialog.getByRole('group', { name: /pregnant/ });
  await pregnancy.getByRole('radio', { name: 'Yes' }).check();
  await dialog.getByLabel('Which, and since when?').fill('Fourth month');
  // A click outside the dialog must not discard the typed text.
  await patient.mouse.click(5, 5);
  await expect(dialog.getByLabel('Which, and since when?')).toHaveValue('Fourth month');
  await expectAccessible(patient);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(patient.locator('[aria-live=polite]').getByText('Your answers are saved.')).toBeVisible();

  const doctor = await arrive(browser, staff.doctor.email, '/studio');
  await doctor.getByRole('button', { name: /^Signed/ }).click();
  await doctor.getByRole('row').filter({ hasText: /FL-/ }).first().dblclick();
  await doctor.waitForURL('**/studio/cases/*');
  const panel = doctor.getByRole('tabpanel');
  await expect(panel.getByText(/^Contraindication: pregnancy/)).toBeVisible({ timeout: 40_000 });
  await expect(panel.getByText('Fourth month')).toBeVisible();

  await doctor.getByRole('tab', { name: /^Messages/ }).click();
  await doctor.getByLabel(/^Message to/).fill('We wait until after the birth.');
  await doctor.getByRole('button', { name: 'Send', exact: true }).dblclick();
  await expect(patient.getByText('We wait until after the birth.')).toHaveCount(1, { timeout: 10_000 });

  await patient.getByLabel('Your message').fill('Thank you, of course.');
  await patient.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(doctor.getByText('Thank you, of course.')).toBeVisible({ timeout: 10_000 });
});

test('trust 13: an urgent report shows at once what to do, and stays with the team until it is closed', async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const doctor = await arrive(browser, staff.doctor.email, '/studio/urgent');
  const patient = await arrive(browser, alice, '/dashboard');
  await patient.getByRole('button', { name: 'I need help now' }).click();
  await patient.getByRole('button', { name: 'My skin is white, grey or mottled' }).click();
  await expect(patient.getByRole('heading', { name: 'Call the emergency services now.' })).toBeVisible({
    timeout: 1000,
  });
  await expect(patient.getByText('We have alerted our team.', { exact: false })).toBeVisible();
  await expectAccessible(patient);

  const report = doctor.getByRole('listitem').filter({ hasText: 'skin white, grey or mottled' });
  await expect(report).toBeVisible({ timeout: 10_000 });
  await report.getByRole('button', { name: 'I will call' }).click();
  await expect(report.getByText('Taken')).toBeVisible();
  await report.getByRole('button', { name: 'Close the report' }).click();
  await doctor.getByRole('dialog').getByRole('button', { name: 'Close the report' }).click();
  await expect(doctor.getByText('Please fill this in first.')).toBeVisible();
  await doctor.getByLabel('What was done').fill('Called; seen in the emergency department.');
  await doctor.getByRole('dialog').getByRole('button', { name: 'Close the report' }).click();
  await expect(report.getByText('Closed')).toBeVisible();
  await expectAccessible(doctor);
});

test('trust 13: an infection in an outcome check shows at once what to do, and failed answers are sent again', async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const patient = await arrive(browser, alice, '/dashboard');
  const outcomes = {
    treated_on: '2026-01-05',
    checks: [],
    due: [{ kind: 'two_weeks', due_on: '2026-01-19' }],
    done: [],
  };
  await patient.route('**/rpc/get_my_outcomes', (route) => route.fulfill({ json: outcomes }));
  let isAway = true;
  const urgent = {
    id: '00000000-0000-4000-8000-000000000901',
    signs: ['infection'],
    note: '',
    reported_at: new Date().toISOString(),
    owner_name: null,
    acknowledged_at: null,
    escalated_at: null,
    settled_at: null,
    phone: '+33 6 12 34 56 78',
    is_team_there: true,
  };
  await patient.route('**/rpc/answer_outcome_check', (route) =>
    isAway ? route.abort('internetdisconnected') : route.fulfill({ json: { ...outcomes, due: [], urgent } }),
  );
  await patient.reload();
  // The patient can correct the day of the treatment as long as no doctor has recorded one.
  const treated = patient.getByRole('listitem').filter({ hasText: 'Treated on' });
  await treated.getByRole('button', { name: 'Change' }).click();
  await expect(patient.getByRole('dialog').getByLabel('When were you treated?')).toHaveValue(outcomes.treated_on);
  await patient.getByRole('dialog').getByRole('button', { name: 'Not now' }).click();
  await patient
    .getByRole('listitem')
    .filter({ hasText: 'Two weeks later' })
    .getByRole('button', { name: 'Answer' })
    .click();
  const dialog = patient.getByRole('dialog');
  // The patient is asked about the note. Without an alarm, the scales must be answered before anything is sent.
  await dialog.getByLabel(/^Is there anything/).fill('I can’t see any difference.');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('button', { name: 'Yes, I need help now' })).toBeVisible();
  await expectAccessible(patient);
  await dialog.getByRole('button', { name: 'No, I do not need help now' }).click();
  await expect(dialog.getByText('Please answer every question first.')).toBeVisible();
  await dialog.getByLabel(/^Is there anything/).fill('');
  await dialog.getByRole('checkbox', { name: 'Infection' }).check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(
    patient.getByRole('heading', { name: /^If the infection has not healed, see a doctor today\./ }),
  ).toBeVisible({
    timeout: 1000,
  });
  await expect(patient.getByText('We could not reach our team', { exact: false })).toBeVisible();
  isAway = false;
  await patient.getByRole('button', { name: 'Alert the team again' }).click();
  await expect(patient.getByText('We have alerted our team.', { exact: false })).toBeVisible();
  await expectAccessible(patient);
});

test('a share link shows the pictures to everyone who has it, until the patient ends it', async ({ browser }) => {
  test.setTimeout(120_000);
  const patient = await arrive(browser, alice, '/dashboard');
  await patient.getByRole('button', { name: 'Create a link' }).click();
  const dialog = patient.getByRole('dialog');
  await dialog.getByLabel(/^Who is it for/).fill('Ana');
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const url = await dialog.getByText(/\/shared#/).innerText();

  const friend = await (await browser.newContext()).newPage();
  await friend.goto(url);
  await expect(friend.getByRole('slider')).toBeVisible();
  await expect(friend.getByText('Alice')).toHaveCount(0);
  await expectMarkWholeAtEveryWidth(friend);
  await friend.getByRole('radio', { name: 'Without treatment' }).check({ force: true });
  await expect(friend.locator('.compare')).toContainText('Without treatment');
  await expect(friend.locator('.simulation-mark')).toHaveCount(0);
  await friend.getByRole('radio', { name: 'Glamour' }).check({ force: true });
  await expectAccessible(friend);

  await dialog.getByRole('listitem').filter({ hasText: 'Ana' }).getByRole('button', { name: 'End link' }).click();
  await expect(dialog.getByText('Ended.', { exact: false }).first()).toBeVisible();
  await friend.reload();
  await expect(friend.getByText('This link no longer works')).toBeVisible();

  // When a share link ends, all earlier addresses of the shared images stop working. The patient's own page loads new
  // addresses.
  const pictures = patient.locator('img[src*="/photos/"]');
  const seen = () => pictures.evaluateAll((all) => all.every((one) => (one as HTMLImageElement).naturalWidth > 0));
  await expect(pictures).not.toHaveCount(0);
  await expect.poll(seen).toBe(true);
  const lost = patient.waitForResponse((answer) => answer.url().includes('s=forged') && answer.status() === 404);
  await pictures
    .first()
    .evaluate((one) => one.setAttribute('src', (one as HTMLImageElement).src.replace('&s=', '&s=forged')));
  await lost;
  await expect(pictures.first()).not.toHaveAttribute('src', /forged/);
  await expect.poll(seen).toBe(true);
});

test('the code on a signed plan shows whether the signature is valid, in French too', async ({ browser }) => {
  const patient = await arrive(browser, alice, '/dashboard');
  const code = await patient.getByText(/^[0-9A-Z]{4}(-[0-9A-Z]{4}){3}$/).innerText();
  const download = patient.waitForEvent('download');
  await patient.getByRole('button', { name: 'Download', description: 'As a PDF' }).click();
  expect((await download).suggestedFilename()).toMatch(/^FL-\d+\.pdf$/);

  // The form must work in a browser that runs no scripts. In such a browser, the test need not wait for hydration
  // before it types.
  const early = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  await early.goto('/verify');
  await early.getByLabel('Verification code').fill('7KQ2');
  await early.getByRole('button', { name: 'Check' }).click();
  await expect(early.getByText('Enter all 16 letters and digits.')).toBeVisible();
  await expect(early.getByLabel('Verification code')).toHaveValue('7KQ2');
  await early.getByLabel('Verification code').fill('NOBODYHASTHISONE');
  await early.getByRole('button', { name: 'Check' }).click();
  await expect(early.getByText('We found no signature with this code.')).toBeVisible();
  expect(new URL(early.url()).search).toBe('');

  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto('/fr/verify');
  await stranger.getByLabel('Code de vérification').fill(code.toLowerCase());
  await stranger.getByRole('button', { name: 'Vérifier' }).click();
  await expect(stranger.getByLabel('Code de vérification')).toHaveValue(code.toLowerCase());
  await expect(stranger.getByText('La signature est valable.', { exact: false })).toBeVisible();
  await expect(stranger.getByText('Alice')).toHaveCount(0);
  await expectAccessible(stranger);
});
