import { type Browser, expect, type Locator, type Page, test } from '@playwright/test';
import { patients, staff } from '#tools/demo/people.ts';
import { expectAccessible } from './support/accessible.ts';
import { asAdmin } from './support/admin.ts';
import { aCity, aPaid } from './support/appointments.ts';
import { demoClinic, whoIsFree } from './support/clinic.ts';
import { rpc } from './support/community.ts';
import { arrive } from './support/sessions.ts';

const alice = patients.find(({ stage }) => stage === 'published')?.account.email ?? '';
const permissions = ['camera', 'microphone'];
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, permissions };
const desk = { viewport: { width: 1440, height: 900 }, permissions };

/** Expects the video to play: it has a size, and two of its frames differ. */
async function expectMoving(video: Locator): Promise<void> {
  await expect(video).toBeVisible({ timeout: 30_000 });
  const look = () =>
    video.evaluate((element: HTMLVideoElement) => {
      if (element.videoWidth === 0) return '';
      const canvas = Object.assign(document.createElement('canvas'), { width: 32, height: 24 });
      const context = canvas.getContext('2d');
      context?.drawImage(element, 0, 0, 32, 24);
      return context?.getImageData(0, 0, 32, 24).data.join() ?? '';
    });
  const looks = new Set<string>();
  await expect
    .poll(async () => looks.add(await look()).size - (looks.has('') ? 1 : 0), { timeout: 30_000 })
    .toBeGreaterThan(2);
}

/** Records all texts that the page shows from now on. The returned function returns the recorded texts. */
async function recordTexts(page: Page): Promise<() => Promise<string>> {
  const texts = await page.evaluateHandle(() => {
    const shown = new Set<string>();
    const look = () => shown.add(document.body.innerText);
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
    return shown;
  });
  return () => texts.evaluate((shown) => [...shown].join('\n'));
}

const other = (page: Page) => page.locator('video[data-who="other"]');

interface Case {
  readonly id: string;
  readonly patient_id: string;
}

/** Lets the doctor plan a visit that begins at once, in Alice's signed case. */
async function plan(browser: Browser): Promise<{ doctor: Page; caseId: string }> {
  const doctor = await arrive(browser, staff.doctor.email, '/studio', desk);
  const alices = await arrive(browser, alice, '/dashboard', phone);
  const [mine] = await rpc<readonly Case[]>(alices, 'list_my_cases', {});
  await alices.context().close();
  const caseId = mine?.id ?? '';
  await doctor.goto(`/studio/cases/${caseId}`);
  await doctor.getByRole('button', { name: 'Video visit' }).click();
  const dialog = doctor.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(dialog.getByText('Enter a day and a time.')).toBeVisible();
  const soon = await doctor.evaluate(() => {
    const at = new Date(Date.now() + 5 * 60_000);
    return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
  });
  await dialog.getByLabel('Day and time').fill(soon);
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(dialog).toBeHidden({ timeout: 30_000 });
  return { doctor, caseId };
}

test('in a video visit both sides see each other, reload and rejoin, and the doctor shows the simulation', async ({
  browser,
}) => {
  test.setTimeout(300_000);
  const { doctor, caseId } = await plan(browser);
  const patient = await arrive(browser, alice, '/dashboard', phone);
  const card = patient.getByRole('region', { name: /^Video visit with/ });
  await card.getByRole('link', { name: 'Join' }).click();

  // The patient checks the devices and consents.
  await patient.getByRole('button', { name: 'Turn on camera and microphone' }).click();
  await expect(patient.locator('video[data-who="own"]')).toBeVisible();
  await expect(patient.getByLabel('Level of the microphone')).toBeVisible();
  await patient.getByRole('button', { name: 'Join' }).click();
  await expect(patient.getByText('Please agree before you join.')).toBeVisible();
  await expectAccessible(patient);
  await patient.getByRole('checkbox', { name: /agree to this video visit/ }).check();
  await patient.getByRole('button', { name: 'Join' }).click();
  await expect(patient.getByText(/You are in the waiting room/)).toBeVisible();
  await expectAccessible(patient);

  // The doctor sees in the case that the patient is waiting, and joins the call.
  await doctor.getByRole('link', { name: 'Patient is waiting' }).click();
  await expect(doctor.getByText(/is waiting for you/)).toBeVisible();
  await doctor.getByRole('button', { name: 'Turn on camera and microphone' }).click();
  await doctor.getByRole('button', { name: 'Join' }).click();
  await expectMoving(other(patient));
  await expectMoving(other(doctor));
  await expectAccessible(doctor);

  // The other participant sees that the microphone or camera is off.
  await patient.getByRole('button', { name: 'Turn microphone off' }).click();
  await expect(doctor.getByText('The other person’s microphone is off.')).toBeVisible();
  await patient.getByRole('button', { name: 'Turn microphone on' }).click();
  await expect(doctor.getByText('The other person’s microphone is off.')).toBeHidden();
  await patient.getByRole('button', { name: 'Turn camera off' }).click();
  await expect(doctor.getByText('The other person’s camera is off.')).toBeVisible();
  await expect(other(doctor)).toBeHidden();
  await patient.getByRole('button', { name: 'Turn camera on' }).click();
  await expectMoving(other(doctor));

  // Each participant's own page loads the simulation and the photo.
  await doctor.getByRole('button', { name: 'Front, natural' }).click();
  for (const page of [doctor, patient]) {
    const pair = page.locator('[data-shown="front natural"]');
    await expect(pair.getByRole('img', { name: 'Simulation' })).toBeVisible();
    await expect(pair.getByRole('img', { name: 'Photo' })).toBeVisible();
  }
  await doctor.getByRole('button', { name: 'Stop showing' }).click();
  await expect(patient.locator('[data-shown]')).toBeHidden();

  // The page of the visit shows the note of the case.
  await doctor.getByLabel('Case note').fill('We spoke. A small change is enough.');
  await doctor.getByRole('button', { name: 'Save note' }).click();
  await expect(doctor.getByRole('button', { name: 'Saved' })).toBeVisible();

  // One participant reloads the page, and the call resumes automatically. Meanwhile no message says that a camera is
  // off.
  const seen = await recordTexts(doctor);
  await patient.reload();
  await expectMoving(other(patient));
  await expectMoving(other(doctor));
  expect(await seen()).not.toContain('camera is off');
  await doctor.reload();
  await expectMoving(other(doctor));
  await expectMoving(other(patient));

  // The patient leaves and returns, and then the doctor ends the visit for both participants.
  await patient.getByRole('button', { name: 'Leave' }).click();
  await patient.getByRole('button', { name: 'Join again' }).click();
  await patient.getByRole('button', { name: 'Turn on camera and microphone' }).click();
  await patient.getByRole('button', { name: 'Join' }).click();
  await expectMoving(other(doctor));
  // A note that is not saved stays when the call ends.
  await doctor.getByLabel('Case note').fill('We spoke. A small change is enough. Again in May.');
  await doctor.getByRole('button', { name: 'Leave' }).click();
  // The first request to end the visit fails. The page says so, and the doctor tries again.
  const failure = { status: 500, json: { code: 'INTERNAL_SERVER_ERROR' } };
  await doctor.route('**/rpc/leave_video_visit', (route) => route.fulfill(failure), { times: 1 });
  await doctor.getByRole('button', { name: 'End visit' }).click();
  await expect(doctor.getByText('The visit has not ended yet')).toBeVisible();
  await expect(doctor.getByLabel('Case note')).toHaveValue('We spoke. A small change is enough. Again in May.');
  await expectAccessible(doctor);
  await doctor.getByRole('button', { name: 'End visit' }).click();
  await expect(doctor.getByText('The video visit has ended')).toBeVisible();
  await expect(doctor.getByLabel('Case note')).toHaveValue('We spoke. A small change is enough. Again in May.');
  await expectAccessible(doctor);
  await doctor.getByRole('button', { name: 'Save note' }).click();
  await expect(doctor.getByLabel('Case note')).toBeHidden();
  await expect(patient.getByText('The video visit has ended')).toBeVisible({ timeout: 20_000 });
  await doctor.getByRole('link', { name: 'Back to the case' }).click();
  await doctor.waitForURL(`**/studio/cases/${caseId}`);
  await doctor.getByRole('tab', { name: 'Notes' }).click();
  await expect(doctor.getByText('We spoke. A small change is enough. Again in May.')).toBeVisible();
  for (const page of [doctor, patient]) await page.context().close();
});

/**
 * Lets the team offer Carl a video visit that begins in ten minutes, and lets Carl pay for it. Returns the account of
 * the practitioner.
 */
async function aBookedTime(browser: Browser, patient: Page): Promise<string> {
  const admin = await asAdmin(browser, '/admin');
  const { services, site_id, memberOf } = await demoClinic(admin);
  const start = Math.ceil(Date.now() / 60_000) * 60_000 + 10 * 60_000;
  const starts_at = new Date(start).toISOString();
  const free = await whoIsFree(admin, ['Hélène Vasseur', 'Inès Aubry'], { from: start, until: start + 30 * 60_000 });
  const time = {
    service_id: services.find(({ is_video }) => is_video)?.id,
    site_id,
    practitioner_id: memberOf(free),
    starts_at,
  };
  await aPaid(patient, admin, aCity(), { scheduled_at: starts_at, times: [time], allow_outside_hours: true });
  await admin.context().close();
  return (free === 'Hélène Vasseur' ? staff.doctor : staff.colleague).email;
}

test('a patient joins the video visit of a booked time in French, and chooses the loudspeaker', async ({ browser }) => {
  test.setTimeout(240_000);
  const patient = await arrive(browser, 'carl', '/fr/dashboard', phone);
  const practitioner = await aBookedTime(browser, patient);
  // On a phone this address opens the section of the appointments. A click could instead fold a section that is already
  // open.
  await patient.goto('/fr/dashboard#appointments');
  const card = patient
    .locator('section.card')
    .filter({ has: patient.getByRole('link', { name: 'Ouvrir la consultation vidéo' }) });
  await expect(card.getByText('En vidéo', { exact: true })).toBeVisible();
  await expectAccessible(patient);
  await card.getByRole('link', { name: 'Ouvrir la consultation vidéo' }).click();
  await patient.getByRole('button', { name: 'Activer la caméra et le micro' }).click();
  const loudspeaker = patient.getByLabel('Haut-parleur');
  const chosen = (await loudspeaker.locator('option').nth(2).getAttribute('value')) ?? '';
  await loudspeaker.selectOption(chosen);
  await expect(loudspeaker).toHaveValue(chosen);
  await patient.getByRole('button', { name: 'Tester le son' }).click();
  await expect(patient.getByText(/trois notes/)).toBeVisible();
  await patient.getByRole('checkbox', { name: /j’accepte cette consultation vidéo/ }).check();
  await patient.getByRole('button', { name: 'Rejoindre' }).click();
  await expect(patient.getByText(/Vous êtes dans la salle d’attente/)).toBeVisible();

  // The practitioner joins from the agenda. The practitioner has no case of the patient, so there are no images and
  // no note.
  const doctor = await arrive(browser, practitioner, '/studio/agenda', desk);
  const visits = doctor.getByRole('region', { name: 'Video visits' });
  await expect(visits.getByText('The patient is waiting for you.')).toBeVisible();
  await expectAccessible(doctor);
  await visits.getByRole('link', { name: 'Join: Video visit with Carl Moreau' }).click();
  await doctor.getByRole('button', { name: 'Turn on camera and microphone' }).click();
  await doctor.getByRole('button', { name: 'Join' }).click();
  await expectMoving(other(doctor));
  await expectMoving(other(patient));
  await expect(doctor.getByLabel('Case note')).toBeHidden();

  // The call plays on the chosen loudspeaker. After a reload, the call continues.
  const playsOn = () => other(patient).evaluate((element: HTMLVideoElement) => element.sinkId);
  expect(await playsOn()).toBe(chosen);
  await patient.reload();
  await expectMoving(other(patient));
  await patient.getByRole('button', { name: 'Appareils' }).click();
  await expect(patient.getByRole('dialog').getByLabel('Haut-parleur')).toBeVisible();
  await expectAccessible(patient);
  await patient.keyboard.press('Escape');

  await doctor.getByRole('button', { name: 'Leave' }).click();
  await doctor.getByRole('button', { name: 'End visit' }).click();
  await expect(patient.getByText('La consultation vidéo est terminée')).toBeVisible({ timeout: 20_000 });
  await doctor.getByRole('link', { name: 'Back to the agenda' }).click();
  await doctor.waitForURL('**/studio/agenda');
  for (const page of [doctor, patient]) await page.context().close();
});

test('after signing in, the video visit opens in a new document, which may use the microphone', async ({ page }) => {
  const address = `/visit/${crypto.randomUUID()}`;
  await page.goto(address);
  await page.getByLabel(/^Email/).fill(alice);
  await page
    .getByLabel(/^Password/)
    .first()
    .fill('quiet porcelain morning');
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.waitForURL(`**${address}`);
  const loaded = () => page.evaluate(() => performance.getEntriesByType('navigation')[0]?.name ?? '');
  await expect.poll(loaded).toContain(address);
  await expect(page).toHaveURL(new RegExp(`${address}$`));
});
