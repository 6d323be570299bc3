import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { launchOptions } from '../playwright.config.ts';
import { cameraShowing, threePosesClip } from './support/clip.ts';
import { agreeAndOpenCamera, opened, says } from './support/consultation.ts';
import { answer, says_that } from './support/messages.ts';
import { photoOf } from './support/photos.ts';

/**
 * Browser tests that check messages of the error catalogue word for word: the messages about taking photos with the
 * camera and about uploading photos.
 */
test.use({
  permissions: ['camera'],
  launchOptions: { ...launchOptions, args: [...launchOptions.args, ...cameraShowing(threePosesClip())] },
});

test.describe('capture', () => {
  /** Faults of the browser that prevent a photo from the camera, each with the message that it must cause. */
  const breakages: readonly [message: string, breaks: () => void][] = [
    [
      'Camera produced an empty photo. Try again.',
      () => {
        HTMLCanvasElement.prototype.toBlob = (done) => done(new Blob([]));
      },
    ],
    [
      'Canvas 2D context unavailable',
      () => {
        HTMLCanvasElement.prototype.getContext = () => null;
      },
    ],
    [
      'Failed to create image blob from canvas',
      () => {
        HTMLCanvasElement.prototype.toBlob = (done) => done(null);
      },
    ],
    [
      'Video not ready',
      () => {
        Object.defineProperty(HTMLVideoElement.prototype, 'videoWidth', { get: () => 0 });
      },
    ],
  ];
  for (const [message, breaks] of breakages) {
    test(message, async ({ page }) => {
      await page.route(/\.(bin|wasm)$/, (route) => route.abort());
      await page.addInitScript(breaks);
      await opened(page, '/unlock');
      await agreeAndOpenCamera(page, 'en');
      const shutter = page.getByRole('button', { name: says.en.shutter });
      await expect(shutter).toBeEnabled({ timeout: 30_000 });
      await shutter.click();
      await expect(page.getByRole('alert')).toContainText(message);
    });
  }

  test('a camera that does not open shows our message, and not that of the browser', async ({ page }) => {
    await page.addInitScript(() => {
      navigator.mediaDevices.getUserMedia = () =>
        Promise.reject(new DOMException('Could not start video source', 'NotReadableError'));
    });
    await opened(page, '/unlock');
    await agreeAndOpenCamera(page, 'en');
    await expect(page.getByRole('alert')).toContainText('Unable to access camera');
    await expect(page.getByRole('alert')).toContainText('Another app may be using the camera.');
    await expect(page.getByRole('alert')).not.toContainText('Could not start video source');
  });

  test('the guide reports a wrong distance, and a photo is taken only if the face is in the oval', async ({ page }) => {
    test.setTimeout(120_000);
    const show = await cameraWithFace(page);
    await opened(page, '/unlock');
    await agreeAndOpenCamera(page, 'en');
    const guide = page.locator('p:has(> strong)');
    await expect(guide).toContainText('Align your face inside the oval', { timeout: 60_000 });
    await page.getByRole('button', { name: says.en.shutter }).click();
    await expect(page.getByRole('alert')).toContainText(
      'Please align your face inside the oval at the right distance.',
    );
    for (const [words, size, right] of [
      ['Move closer', 0.5, 0],
      ['Move back a little', 1.5, 0],
      ['Keep your face fully inside the oval', 1, 220],
    ] as const) {
      await show(size, right);
      await expect(guide).toContainText(words, { timeout: 30_000 });
    }
    expect(await page.locator('li[data-pose=front]').getAttribute('data-status')).toBe('pending');
    await show(1, 0);
    await expect(guide).toContainText('Perfect distance', { timeout: 30_000 });
    await expect(page.locator('li[data-pose=front]')).toHaveAttribute('data-status', 'done', { timeout: 30_000 });
  });

  const slot = (page: Page) => page.locator('li[data-pose=front]');
  const sendFront = async (page: Page) => {
    await page.route(/\.(bin|wasm)$/, (route) => route.abort());
    await opened(page, '/unlock');
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: says.en.files }).click();
    await slot(page).locator('input[type=file]').setInputFiles(photoOf('front'));
  };

  test('each failed upload of a photo shows its message: refused, service fault, lost connection, or lost lead', async ({
    page,
  }) => {
    test.setTimeout(120_000);
    const path = '**/rpc/upload_lead_photo';
    await answer(page, path, 403, { defined: true, code: 'LEAD_NOT_YOURS', status: 403, message: 'no' });
    await sendFront(page);
    await expect(slot(page)).toContainText('These photos were started in another browser', { timeout: 30_000 });
    const again = slot(page).getByRole('button', { name: /Try again/ });
    await answer(page, path, 500, {});
    await again.click();
    await expect(slot(page)).toContainText('Upload failed');
    await page.route(path, (route) => route.abort());
    await again.click();
    await expect(slot(page)).toContainText(
      'Upload failed because the connection was lost. Your photo is still here: please try again.',
    );
    // Another tab of this browser may have submitted everything meanwhile. The test simulates this case by clearing the
    // storage.
    await page.reload();
    await expect(slot(page)).toBeVisible();
    await page.getByRole('button', { name: says.en.files }).click();
    await page.evaluate(() => localStorage.clear());
    await slot(page).locator('input[type=file]').setInputFiles(photoOf('front'));
    await expect(slot(page)).toContainText('Lead ID missing', { timeout: 30_000 });
  });

  test('if Continue fails, a message is shown and the button can be pressed again', async ({ page }) => {
    test.setTimeout(120_000);
    await sendFront(page);
    for (const pose of ['right', 'left'])
      await page.locator(`li[data-pose=${pose}] input[type=file]`).setInputFiles(photoOf(pose));
    const go = page.getByRole('button', { name: says.en.continue });
    await expect(go).toBeEnabled({ timeout: 40_000 });
    await answer(page, '**/rpc/get_lead', 403, { defined: true, code: 'LEAD_NOT_YOURS', status: 403, message: 'no' });
    await go.click();
    await says_that(page, 'Failed to continue. Please try again.');
    await page.unroute('**/rpc/get_lead');
    await go.click();
    await page.waitForURL('**/questions');
  });
});

/**
 * Makes a camera that first shows no face. The returned function then shows the face of the tests in the given size,
 * moved to the right by the given number of pixels.
 */
async function cameraWithFace(page: Page): Promise<(size: number, right: number) => Promise<void>> {
  const face = readFileSync(photoOf('front')).toString('base64');
  await page.addInitScript((face) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 1280, height: 960 });
    const place = { size: 0, right: 0 };
    Object.assign(window, { placeFace: (size: number, right: number) => Object.assign(place, { size, right }) });
    const bytes = Uint8Array.from(atob(face), (letter) => letter.charCodeAt(0));
    const loaded = createImageBitmap(new Blob([bytes], { type: 'image/jpeg' }));
    navigator.mediaDevices.getUserMedia = async () => {
      const picture = await loaded;
      const context = canvas.getContext('2d')!;
      setInterval(() => {
        context.fillStyle = '#ede8e3';
        context.fillRect(0, 0, 1280, 960);
        const side = 960 * place.size;
        context.drawImage(picture, 640 - side / 2 + place.right, 480 - side / 2, side, side);
      }, 50);
      return canvas.captureStream(20);
    };
  }, face);
  return async (size, right) => {
    await page.evaluate(
      ([size, right]) => (window as unknown as { placeFace(size: number, right: number): void }).placeFace(size, right),
      [size, right] as const,
    );
  };
}
