import { expect, type Page, test } from '@playwright/test';
import { launchOptions } from '../playwright.config.ts';
import { expectAccessible } from './support/accessible.ts';
import { cameraShowing, threePosesClip } from './support/clip.ts';
import { agreeAndOpenCamera, at, opened, reacts, says, threePhotosTaken } from './support/consultation.ts';
import { refuseFrames } from './support/failing-frames.ts';
import { photoOf } from './support/photos.ts';

test.use({
  permissions: ['camera'],
  launchOptions: { ...launchOptions, args: [...launchOptions.args, ...cameraShowing(threePosesClip())] },
});

for (const language of ['en', 'fr'] as const) {
  test(`trust 27: three photos are taken automatically with the real detector, and then the questions open (${language})`, async ({
    page,
  }) => {
    test.setTimeout(150_000);
    const models: string[] = [];
    page.on('request', (request) => /\.(bin|wasm)$/.test(request.url()) && models.push(request.url()));
    await opened(page, at('/unlock', language));
    await expectAccessible(page);
    expect(models).toEqual([]);

    await agreeAndOpenCamera(page, language);
    await expect(page.locator('video')).toBeVisible();
    // Screen readers announce the next step from this status text.
    await expect(page.locator('p[role=status]')).toHaveText(/\p{L}{3}/u);
    await expectAccessible(page);
    await expect(page.getByRole('button', { name: says[language].continue })).toBeDisabled();
    await threePhotosTaken(page, language);
    await expect(page.locator('figure img')).toHaveCount(3);
    await expect(page.locator('video')).toHaveCount(0);
    await expectAccessible(page);

    await page.reload();
    await expect(page.locator('figure img')).toHaveCount(3);
    await page.getByRole('button', { name: says[language].continue }).click();
    await page.waitForURL(`**${at('/questions', language)}`);
  });
}

/** Runs `act` on the page before the page's scripts are loaded, and then loads the scripts. */
async function beforeItReacts(page: Page, path: string, act: () => Promise<unknown>): Promise<void> {
  const held: (() => void)[] = [];
  let isHeld = true;
  await page.route('**/assets/*.js', async (route) => {
    if (isHeld) await new Promise<void>((resolve) => held.push(resolve));
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'commit' });
  await act();
  isHeld = false;
  for (const go of held) go();
  await reacts(page);
}

for (const language of ['en', 'fr'] as const)
  test(`the consent that is ticked before the scripts run stays ticked, and the camera opens (${language})`, async ({
    page,
  }) => {
    const box = page.getByRole('checkbox');
    await beforeItReacts(page, at('/unlock', language), () => box.check());
    await expect(box).toBeChecked();
    await page.getByRole('button', { name: says[language].camera }).click();
    await expect(page.locator('video')).toBeVisible();
  });

test('the email and password that are typed before the scripts run are kept and sent', async ({ page }) => {
  const typed = { email: 'early@flaira.example', password: 'velvet orchid tuesday' };
  const field = (name: string) => page.locator(`form input[name=${name}]`);
  await beforeItReacts(page, '/login', async () => {
    await field('email').fill(typed.email);
    await field('password').fill(typed.password);
  });
  await expect(field('email')).toHaveValue(typed.email);
  const sent = page.waitForRequest('**/api/auth/sign-in/email');
  await page.locator('form [type=submit]').click();
  expect((await sent).postDataJSON()).toMatchObject(typed);
});

test('an email address that is being typed while the login page changes its form is continued in the new form', async ({
  page,
}) => {
  const email = page.locator('form input[name=email]');
  await beforeItReacts(page, '/login?mode=signup', async () => {
    await email.click();
    await page.keyboard.type('early@');
  });
  await expect(page.locator('form input[name=confirm]')).toBeVisible();
  await expect(email).toBeFocused();
  await page.keyboard.type('flaira.example');
  await expect(email).toHaveValue('early@flaira.example');
});

test('without consent no camera opens and no lead is made', async ({ page }) => {
  const calls: string[] = [];
  page.on('request', (request) => request.url().includes('/rpc/') && calls.push(request.url()));
  await opened(page, '/unlock?openCamera=1');
  await expect(page.getByRole('checkbox')).not.toBeChecked();
  await page.getByRole('button', { name: says.en.camera }).click();
  await expect(page.getByText('Please tick the box first')).toBeVisible();
  await expect(page.getByRole('checkbox')).toBeFocused();
  await expect(page.locator('video')).toHaveCount(0);
  expect(calls).toEqual([]);
});

test('a refused camera shows the reason and offers to upload files', async ({ page }) => {
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () =>
      Promise.reject(new DOMException('Permission denied', 'NotAllowedError'));
  });
  await opened(page, '/unlock');
  await agreeAndOpenCamera(page, 'en');
  await expect(page.getByRole('alert')).toContainText('Unable to access camera');
  await expect(page.getByRole('alert')).toContainText('Allow the camera for this site');
  // The browser's own message may be in a language that the reader does not know.
  await expect(page.getByRole('alert')).not.toContainText('Permission denied');
  await page.getByRole('alert').getByRole('button', { name: says.en.files }).click();
  await expect(page.locator('input[type=file]')).toHaveCount(3);
});

for (const [width, height] of [
  [640, 480],
  [720, 1280],
] as const)
  test(`a camera of ${width} × ${height} pixels is refused at once, because its photos would be too small`, async ({
    page,
  }) => {
    await page.addInitScript(
      ([width, height]) => {
        navigator.mediaDevices.getUserMedia = async () => {
          const canvas = Object.assign(document.createElement('canvas'), { width, height });
          const context = canvas.getContext('2d');
          setInterval(() => context?.fillRect(0, 0, width, height), 50);
          const stream = canvas.captureStream();
          Object.assign(window, { stream });
          return stream;
        };
      },
      [width, height] as const,
    );
    await opened(page, '/unlock');
    await agreeAndOpenCamera(page, 'en');
    await expect(page.getByRole('alert')).toContainText(/this camera’s image is too small for the simulation\./i);
    expect(await page.evaluate(() => (window as unknown as { stream: MediaStream }).stream.active)).toBe(false);
    await page.getByRole('alert').getByRole('button', { name: says.en.files }).click();
    await expect(page.locator('input[type=file]')).toHaveCount(3);
  });

test('without a face detector the photos are taken by hand and marked as unverified', async ({ page }) => {
  test.setTimeout(120_000);
  await page.route(/\.(bin|wasm)$/, (route) => route.abort());
  const marks: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (!request.url().endsWith('/rpc/upload_lead_photo')) return;
    marks.push(/name="is_verified"\r\n\r\n(\w+)/.exec(request.postDataBuffer()?.toString('latin1') ?? '')?.[1]);
  });
  await opened(page, '/unlock');
  await agreeAndOpenCamera(page, 'en');
  const shutter = page.getByRole('button', { name: says.en.shutter });
  for (const pose of ['front', 'right', 'left']) {
    await expect(page.locator(`li[data-pose=${pose}][data-now]`)).toBeVisible({ timeout: 30_000 });
    await expect(shutter).toBeEnabled({ timeout: 30_000 });
    await shutter.click();
    if (pose === 'left') break;
    await expect(page.locator(`li[data-pose=${pose}][data-status=done]`)).toBeVisible({ timeout: 20_000 });
  }
  await threePhotosTaken(page, 'en');
  expect(marks).toEqual(['false', 'false', 'false']);
});

for (const [title, refusals, expected] of [
  ['one frame in three fails', { bitmap: 0.33, video_frame: 0.33, canvas: 0.33 }, undefined],
  ['no ImageBitmap can be made', { bitmap: 1, video_frame: 0, canvas: 0 }, ['video_frame']],
  [
    'only a canvas shows frames, half of the time',
    { bitmap: 1, video_frame: 1, canvas: 0.4 },
    ['video_frame', 'canvas'],
  ],
] as const) {
  test(`three photos are taken automatically although ${title}`, async ({ page }) => {
    test.setTimeout(150_000);
    const steps = await refuseFrames(page, refusals);
    await opened(page, '/fr/unlock');
    await agreeAndOpenCamera(page, 'fr');
    await threePhotosTaken(page, 'fr');
    if (expected) expect(steps.slice(0, expected.length)).toEqual(expected);
    expect(steps).not.toContain('ends');
  });
}

test('the guide can speak, and the phone vibrates', async ({ page }) => {
  test.setTimeout(120_000);
  await page.addInitScript(() => {
    const kept = Object.assign(globalThis, { spoken: [] as string[], ticks: [] as unknown[] });
    speechSynthesis.speak = ({ lang, text }) => void kept.spoken.push(`${lang} ${text}`);
    navigator.vibrate = (ticks) => kept.ticks.push(ticks) > 0;
  });
  const kept = (name: 'spoken' | 'ticks') =>
    page.evaluate((wanted) => (globalThis as unknown as Record<string, unknown[]>)[wanted], name);
  await opened(page, '/fr/unlock');
  await agreeAndOpenCamera(page, 'fr');
  await expect(page.locator('video')).toBeVisible();
  expect(await kept('spoken')).toEqual([]);
  const voice = page.getByRole('button', { name: 'Guide vocal' });
  await voice.click();
  await expect(voice).toHaveAttribute('aria-pressed', 'true');
  await expectAccessible(page);
  await threePhotosTaken(page, 'fr');
  const spoken = (await kept('spoken')) as string[];
  expect(spoken[0]).toBe('fr-FR Je vous guide à voix haute.');
  expect(spoken.slice(1).some((text) => text.startsWith('fr-FR Tournez la tête'))).toBe(true);
  expect(await kept('ticks')).toEqual(expect.arrayContaining([12, 60]));
});

test('if another person holds the phone, the rear camera is used, not mirrored, with larger text', async ({ page }) => {
  await page.addInitScript(() => {
    const asked = Object.assign(globalThis, { asked: [] as unknown[] }).asked;
    const { mediaDevices } = navigator;
    const open = mediaDevices.getUserMedia.bind(mediaDevices);
    mediaDevices.getUserMedia = (wishes) => {
      asked.push((wishes?.video as MediaTrackConstraints | undefined)?.facingMode);
      return open(wishes);
    };
    const two = Array.from({ length: 2 }, () => ({ kind: 'videoinput' }) as MediaDeviceInfo);
    mediaDevices.enumerateDevices = () => Promise.resolve(two);
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await opened(page, '/unlock');
  await agreeAndOpenCamera(page, 'en');
  await expect(page.locator('video')).toHaveCSS('transform', 'matrix(-1, 0, 0, 1, 0, 0)');
  const helper = page.getByRole('button', { name: /^Someone else holds the phone/ });
  await helper.click();
  await expect(helper).toHaveAttribute('aria-pressed', 'true');
  await expect(page.locator('video')).toHaveCSS('transform', 'none');
  expect(await page.evaluate(() => (globalThis as unknown as { asked: unknown[] }).asked)).toEqual([
    'user',
    'environment',
  ]);
  await expectAccessible(page);
});

for (const [width, height] of [
  [390, 844],
  [390, 664],
  [1440, 900],
] as const) {
  for (const language of ['en', 'fr'] as const) {
    test(`the camera shows its text below the ring, and only one button (${width} × ${height}, ${language})`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height });
      await opened(page, at('/unlock', language));
      const consent = await page.locator('label:has(input[type=checkbox])').boundingBox();
      const button = await page.getByRole('button', { name: says[language].camera }).boundingBox();
      if (height === 844) expect(consent!.y + consent!.height).toBeLessThan(button!.y);
      await agreeAndOpenCamera(page, language);
      await expect(page.locator('video')).toBeVisible();
      const ring = await page
        .locator('svg[data-filled] path')
        .last()
        .evaluate((path) => {
          const ticks = [...path.parentElement!.querySelectorAll('path')].slice(1);
          return Math.max(...ticks.map((tick) => tick.getBoundingClientRect().bottom));
        });
      const words = await page.locator('p:has(> strong)').boundingBox();
      expect(words!.y).toBeGreaterThan(ring);
    });
  }
}

for (const [width, height] of [
  [844, 390],
  [667, 375],
  [667, 320],
  [932, 430],
] as const) {
  for (const language of ['en', 'fr'] as const) {
    test(`a phone held sideways shows the ring, text, shutter and close button (${width} × ${height}, ${language})`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height });
      await opened(page, at('/unlock', language));
      await agreeAndOpenCamera(page, language);
      await expect(page.locator('video')).toBeVisible();
      const shutter = page.getByRole('button', { name: says[language].shutter });
      const words = page.locator('p:has(> strong)');
      const wayOut = page.locator('header').locator('button, a:not(.skip-link)').filter({ visible: true }).first();
      const next = page.getByRole('button', { name: says[language].continue });
      for (const part of [shutter, words, wayOut, next, page.locator('main button.link').first()])
        await expect(part).toBeInViewport({ ratio: 1 });
      const ring = (await page.locator('svg[data-filled] ellipse').boundingBox())!;
      const text = (await words.boundingBox())!;
      const stage = (await page.locator('div:has(> p > strong)').boundingBox())!;
      for (const line of await words.locator('strong, span').all()) {
        const box = (await line.boundingBox())!;
        expect(box.y).toBeGreaterThanOrEqual(stage.y);
        expect(box.y + box.height).toBeLessThanOrEqual(stage.y + stage.height);
      }
      const [button, tiles] = [(await shutter.boundingBox())!, (await page.locator('main ul').boundingBox())!];
      expect(button.x + button.width).toBeLessThanOrEqual(tiles.x);
      expect(ring.x).toBeGreaterThanOrEqual(0);
      expect(ring.height).toBeGreaterThan(120);
      expect(ring.x + ring.width).toBeLessThanOrEqual(text.x);
      expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(height);
    });
  }
}

test('if the browser can read no frame of the camera, the photos are taken by hand', async ({ page }) => {
  test.setTimeout(120_000);
  const steps = await refuseFrames(page, { bitmap: 1, video_frame: 1, canvas: 1 });
  await opened(page, '/unlock');
  await agreeAndOpenCamera(page, 'en');
  await expect
    .poll(() => steps, { timeout: 60_000 })
    .toEqual(['video_frame', 'canvas', 'new_detector', 'small_frames', 'ends']);
  await page.getByRole('button', { name: says.en.shutter }).click();
  await expect(page.locator('li[data-pose=front]')).toHaveAttribute('data-status', 'done', { timeout: 20_000 });
});

test('after a failed upload the photo is kept and can be sent again', async ({ page }) => {
  test.setTimeout(120_000);
  await page.route('**/rpc/upload_lead_photo', (route) => route.abort());
  await opened(page, '/unlock');
  await agreeAndOpenCamera(page, 'en');
  await expect(page.getByRole('alert')).toContainText('Upload failed', { timeout: 60_000 });
  await expect(page.locator('li[data-pose=front]')).toHaveAttribute('data-status', 'error');
  await expectAccessible(page);
  await page.unroute('**/rpc/upload_lead_photo');
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
  await expect(page.locator('li[data-pose=front]')).toHaveAttribute('data-status', 'done', { timeout: 20_000 });
});

test('each file is judged on its own, with a reason, and the other photos stay', async ({ page }) => {
  test.setTimeout(120_000);
  await opened(page, '/unlock');
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: says.en.files }).click();
  const slot = (pose: string) => page.locator(`li[data-pose=${pose}]`);
  const choose = (pose: string, file: Parameters<ReturnType<typeof page.locator>['setInputFiles']>[0]) =>
    slot(pose).locator('input[type=file]').setInputFiles(file);

  await choose('front', photoOf('front'));
  await expect(slot('front')).toContainText('Saved', { timeout: 60_000 });
  await choose('right', { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('this is no picture') });
  await expect(slot('right')).toContainText('We cannot read this file');
  await choose('right', { name: 'big.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(26_000_000, 1) });
  await expect(slot('right')).toContainText('25 MB');
  for (const [picture, reason] of [
    ['small', 'too small'],
    ['empty', 'We could not find a face'],
    ['blurred', 'It is blurred'],
    ['two', 'more than one face'],
  ] as const) {
    await choose('right', { name: `${picture}.jpg`, mimeType: 'image/jpeg', buffer: await drawn(page, picture) });
    await expect(slot('right')).toContainText(reason, { timeout: 20_000 });
  }
  await choose('right', photoOf('left'));
  await expect(slot('right')).toContainText('the right side of your face', { timeout: 20_000 });
  // The photo was refused more than once. The patient may therefore send it as it is, and a doctor judges it.
  await expect(slot('right')).toContainText('You can send it as it is');
  await expect(slot('front')).toContainText('Saved');
  await expectAccessible(page);
  await choose('right', photoOf('right'));
  await expect(slot('right')).toContainText('Saved', { timeout: 20_000 });
  await choose('left', photoOf('left'));
  await expect(page.getByRole('button', { name: says.en.continue })).toBeEnabled({ timeout: 20_000 });
});

test('a file that is refused again may be sent as it is, but never if it shows a second face', async ({ page }) => {
  test.setTimeout(120_000);
  await opened(page, '/unlock');
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: says.en.files }).click();
  const slot = page.locator('li[data-pose=right]');
  const choose = async (kind: 'blurred' | 'two') =>
    slot
      .locator('input[type=file]')
      .setInputFiles({ name: `${kind}.jpg`, mimeType: 'image/jpeg', buffer: await drawn(page, kind) });
  const insist = slot.getByRole('button', { name: 'Send this one: Right' });

  await choose('blurred');
  await expect(slot).toContainText('It is blurred', { timeout: 60_000 });
  await expect(insist).toHaveCount(0);
  await choose('two');
  await expect(slot).toContainText('more than one face', { timeout: 20_000 });
  await expect(insist).toHaveCount(0);
  await choose('blurred');
  await expect(slot).toContainText('Your doctor will look at it', { timeout: 20_000 });
  await expectAccessible(page);
  await insist.click();
  await expect(slot).toContainText('Saved as it is.', { timeout: 20_000 });
  const lead_id = await page.evaluate(() => localStorage['flaira.lead_id'] as string);
  const lead = await page.request.post('/rpc/get_lead', {
    data: { lead_id },
    headers: { origin: new URL(page.url()).origin },
  });
  expect(await lead.json()).toMatchObject({ photos: [{ pose: 'right', is_verified: false }] });
});

test('trust 2: a visitor deletes the photos and answers, and the page asks for the consent again (390 px)', async ({
  page,
}) => {
  test.setTimeout(120_000);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.addInitScript(() => {
    localStorage['flaira.questionnaire'] ??= JSON.stringify({ step: 2, answers: { treatments_history: ['no'] } });
    localStorage['flaira.submission'] ??= JSON.stringify({ lead_id: 'a', email: 'anna@example.org', user_id: 'b' });
  });
  await opened(page, '/unlock');
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: says.en.files }).click();
  const remove = page.getByRole('button', { name: 'Delete my photos' });
  await expect(page.locator('li[data-pose=front]')).toBeVisible();
  // The consent can be withdrawn before the first photo, too.
  await expect(remove).toBeVisible();
  await page.locator('li[data-pose=front] input[type=file]').setInputFiles(photoOf('front'));
  await expect(page.locator('li[data-pose=front]')).toContainText('Saved', { timeout: 60_000 });
  const lead_id = await page.evaluate(() => localStorage['flaira.lead_id'] as string);

  await remove.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Keep them' }).click();
  await expect(page.locator('li[data-pose=front]')).toContainText('Saved');
  await remove.click();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Delete my photos' }).click();
  await expect(page.getByText('Your photos and answers are deleted.')).toBeVisible();
  await expect(page.getByRole('checkbox')).not.toBeChecked();
  await expect(page.locator('#content')).toBeFocused();
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
  const lead = await page.request.post('/rpc/get_lead', {
    data: { lead_id },
    headers: { origin: new URL(page.url()).origin },
  });
  expect(lead.status()).toBe(404);

  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: says.en.files }).click();
  await page.locator('li[data-pose=front] input[type=file]').setInputFiles(photoOf('front'));
  await expect(page.locator('li[data-pose=front]')).toContainText('Saved', { timeout: 60_000 });
});

/** Uploads a photo, and opens the dialog that deletes it. Returns the button of the dialog. */
async function aboutToDelete(page: Page) {
  await opened(page, '/unlock');
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: says.en.files }).click();
  await page.locator('li[data-pose=front] input[type=file]').setInputFiles(photoOf('front'));
  await expect(page.locator('li[data-pose=front]')).toContainText('Saved', { timeout: 60_000 });
  await page.getByRole('button', { name: 'Delete my photos' }).click();
  return page.getByRole('dialog').getByRole('button', { name: 'Delete my photos' });
}

async function areForgotten(page: Page) {
  await expect(page.getByText('These photos were started in another browser, or were deleted.')).toBeVisible();
  await expect(page.getByRole('checkbox')).not.toBeChecked();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
}

test('if the response to the deletion of the photos is lost, deleting again empties the page', async ({ page }) => {
  test.setTimeout(120_000);
  const remove = await aboutToDelete(page);
  await page.route(
    '**/rpc/withdraw_lead',
    async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    },
    { times: 1 },
  );
  await remove.click();
  await areForgotten(page);
});

test('after the photos were deleted in one tab, another tab asks for the consent again and stores no answers', async ({
  page,
  context,
}) => {
  test.setTimeout(120_000);
  const first = await aboutToDelete(page);
  const other = await context.newPage();
  await opened(other, '/unlock');
  await other.getByRole('button', { name: says.en.camera }).waitFor();
  const questions = await context.newPage();
  await opened(questions, '/questions');
  await questions.getByRole('button', { name: 'Answer the questions first' }).click();
  await first.click();
  await expect(page.getByText('Your photos and answers are deleted.')).toBeVisible();
  await questions.bringToFront();
  await questions.keyboard.press('b');
  await questions.keyboard.press('Enter');
  await questions.locator('form[data-step="2"]').waitFor();
  await other.bringToFront();
  await other.getByRole('button', { name: 'Delete my photos' }).click();
  await other.getByRole('dialog').getByRole('button', { name: 'Delete my photos' }).click();
  await areForgotten(other);
});

test('an expression is taken by hand, the others are skipped, and the doctor sees it (390 px, fr)', async ({
  page,
}) => {
  test.setTimeout(120_000);
  await page.setViewportSize({ width: 390, height: 844 });
  await opened(page, '/fr/unlock');
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: says.fr.files }).click();
  for (const pose of ['front', 'right', 'left']) {
    const slot = page.locator(`li[data-pose=${pose}]`);
    await slot.locator('input[type=file]').setInputFiles(photoOf(pose));
    await expect(slot.getByRole('img')).toBeVisible({ timeout: 60_000 });
  }
  await page.getByRole('button', { name: 'Utiliser la caméra' }).click();
  await expect(page.getByText('Facultatif 1 / 3').first()).toBeVisible();
  await expect(page.locator('p:has(> strong)')).toContainText('Froncez les sourcils');
  await expectAccessible(page);
  // The face in the fake camera turns. The page accepts a photo without a frown, but only while the face looks straight
  // ahead. So the test presses the button until a photo succeeds.
  await expect(async () => {
    await page.getByRole('button', { name: says.fr.shutter }).click();
    await expect(page.locator('li[data-pose=frown]')).toHaveAttribute('data-status', 'done', { timeout: 3000 });
  }).toPass({ timeout: 60_000 });
  await expect(page.getByText('Facultatif 2 / 3').first()).toBeVisible();
  await page.getByRole('button', { name: 'Passer celle-ci' }).click();
  await page.getByRole('button', { name: 'Passer les suivantes' }).click();
  await expect(page.locator('figure img')).toHaveCount(4);
  await expect(page.getByRole('button', { name: 'Ajouter : Sourire' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: says.fr.continue }).click();
  await page.waitForURL('**/fr/questions');
  const lead_id = await page.evaluate(() => localStorage['flaira.lead_id'] as string);
  const lead = await page.request.post('/rpc/get_lead', {
    data: { lead_id },
    headers: { origin: new URL(page.url()).origin },
  });
  expect(await lead.json()).toMatchObject({
    photos: [{ pose: 'front' }, { pose: 'right' }, { pose: 'left' }, { pose: 'frown' }],
  });
});

test('a link to retake a photo opens the camera at once, replaces the current photo, and returns to the given page', async ({
  page,
}) => {
  test.setTimeout(120_000);
  const told: string[] = [];
  const appended: unknown[] = [];
  const entry = (pose: string, path: string) => ({
    id: '5f0d6f0a-7c52-4f5e-9d6b-6a4b0c1f2e3d',
    pose,
    path,
    url: `/kept/${pose}`,
    thumb_url: `/kept/${pose}`,
  });
  await page.route('**/kept/*', (route) =>
    route.fulfill({ path: photoOf(route.request().url().split('/').at(-1) ?? '') }),
  );
  await page.route('**/rpc/get_my_current_set', (route) =>
    route.fulfill({ json: ['front', 'right', 'left'].map((pose) => entry(pose, 'old')) }),
  );
  await page.route('**/rpc/upload_user_photo', (route) => route.fulfill({ json: entry('front', 'front-1.jpg') }));
  await page.route('**/rpc/append_user_photo', (route) => {
    appended.push(route.request().postDataJSON());
    return route.fulfill({ json: entry('front', 'front-1.jpg') });
  });
  await page.exposeFunction('tell', (name: string) => told.push(name));
  await page.addInitScript(() => {
    const { tell } = window as unknown as { tell: (name: string) => void };
    for (const name of ['face-capture:done', 'photos:refresh']) addEventListener(name, () => tell(name));
  });
  await opened(page, '/unlock?openCamera=1&mode=retake&return=/home');
  await expect(page.locator('video')).toBeVisible();
  await expect(page.locator('li[data-pose=right]')).toHaveAttribute('data-status', 'kept');
  await expect(page.getByRole('button', { name: says.en.continue })).toBeDisabled();
  await expect(page.locator('li[data-pose=front]')).toHaveAttribute('data-status', 'done', { timeout: 60_000 });
  expect(appended).toEqual([{ pose: 'front', path: 'front-1.jpg' }]);
  await expect(page.locator('video ~ div img[src="/kept/right"]')).toBeVisible();
  await page.getByRole('button', { name: says.en.continue }).click();
  await page.waitForURL('**/home');
  await expect.poll(() => told).toEqual(['face-capture:done', 'photos:refresh']);
});

test('a visitor who opens the link to retake a photo is asked to sign in first', async ({ page }) => {
  await page.goto('/unlock?openCamera=1&mode=retake&return=/dashboard');
  await page.waitForURL(
    (url) => url.pathname === '/login' && (url.searchParams.get('return') ?? '').startsWith('/unlock?openCamera=1'),
  );
});

/**
 * Returns a faulty version of the photo `right`: too small, without a face, blurred, or with two faces. The page's own
 * canvas makes it.
 */
async function drawn(
  page: import('@playwright/test').Page,
  kind: 'small' | 'empty' | 'blurred' | 'two',
): Promise<Buffer> {
  const { readFileSync } = await import('node:fs');
  const face = readFileSync(photoOf('right')).toString('base64');
  const jpeg = await page.evaluate(
    async ([kind, face]) => {
      const bytes = Uint8Array.from(atob(face), (letter) => letter.charCodeAt(0));
      const picture = await createImageBitmap(new Blob([bytes], { type: 'image/jpeg' }));
      const canvas = Object.assign(document.createElement('canvas'), { width: 1600, height: 1200 });
      const context = canvas.getContext('2d')!;
      if (kind === 'small') Object.assign(canvas, { width: 400, height: 400 });
      context.fillStyle = '#ede8e3';
      context.fillRect(0, 0, canvas.width, canvas.height);
      if (kind === 'blurred') context.filter = 'blur(12px)';
      if (kind === 'small') context.drawImage(picture, 0, 0, 400, 400);
      if (kind === 'blurred') context.drawImage(picture, 200, 0, 1200, 1200);
      if (kind === 'two') for (const x of [0, 800]) context.drawImage(picture, x, 200, 800, 800);
      return canvas.toDataURL('image/jpeg', 0.92).split(',')[1] ?? '';
    },
    [kind, face] as const,
  );
  return Buffer.from(jpeg, 'base64');
}
