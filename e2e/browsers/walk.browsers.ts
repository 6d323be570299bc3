import { expect, test as base } from '@playwright/test';
import { DEMO_PASSWORD } from '#tools/demo/people.ts';
import { findFirefox } from '#tools/setup/browsers.mjs';
import { photoOf } from '../support/photos.ts';
import { walk } from '../support/walk.ts';
import type { Browser } from './browser.ts';
import { openFirefox } from './firefox.ts';
import { fill, opened, press, sees, within } from './hands.ts';
import { openWebKit } from './webkit.ts';

const phone = { width: 390, height: 844 };
const desk = { width: 1440, height: 900 };

interface Fixtures {
  size: typeof phone;
  walker: Browser;
}
const test = base.extend<Fixtures>({
  size: [desk, { option: true }],
  async walker({ size }, give, info) {
    const isFirefox = info.project.name === 'firefox';
    const browser = isFirefox ? await openFirefox(findFirefox() ?? 'firefox', size) : await openWebKit(size);
    await give(browser);
    if (info.status !== info.expectedStatus) await browser.picture(info.outputPath('at-the-end.png')).catch(() => {});
    await browser.close();
  },
});

const address = (path: string): string => `${test.info().project.use.baseURL}${path}`;

async function signIn(browser: Browser, who: string): Promise<void> {
  await opened(browser, address('/login?mode=signin'));
  await fill(browser, 'input[type=email]', `${who}@flaira.example`);
  await fill(browser, 'input[type=password]', DEMO_PASSWORD);
  // On a slow machine the page may still move during the click, so that the click misses the button. If nothing
  // happens, the test therefore clicks a second time.
  const signsIn = async (patience_ms: number) => {
    await browser.click('form button[type=submit]');
    return within(patience_ms, () => browser.ask(() => !location.pathname.includes('/login')));
  };
  expect((await signsIn(10_000)) || (await signsIn(20_000))).toBe(true);
}

/** Opens every page of `walk` for a person, and checks that the page is shown without a failure. */
async function seesAll(browser: Browser, who?: string): Promise<void> {
  for (const { path, shows } of walk.filter((stop) => stop.who === who)) {
    await browser.open(address(path));
    await sees(browser, shows);
    expect(await browser.ask(() => document.querySelector('.last-resort') === null), path).toBe(true);
  }
}

test.describe('on a phone', () => {
  test.use({ size: phone });

  test('the camera opens and shows instructions', async ({ walker }) => {
    await opened(walker, address('/fr/unlock'));
    await walker.click('input[type=checkbox]');
    await press(walker, 'Ouvrir la caméra');
    await sees(walker, 'video');
    // The guide text shows that the worker has read a frame without a face.
    const isGuided = await within(60_000, () =>
      walker.ask(() => document.querySelector('p[role=status]')?.textContent.includes('visage') ?? false),
    );
    expect(isGuided).toBe(true);
  });

  test('a visitor sends three photos, answers the questions, and makes an account', async ({ walker }) => {
    await opened(walker, address('/fr/unlock'));
    await walker.click('input[type=checkbox]');
    await press(walker, 'Envoyer des photos');
    for (const pose of ['front', 'right', 'left']) {
      await sees(walker, `li[data-pose=${pose}]`);
      await walker.attach(`li[data-pose=${pose}] input[type=file]`, photoOf(pose));
      await sees(walker, `li[data-pose=${pose}] img`, 60_000);
    }
    await press(walker, 'Continuer');
    for (let step = 1; step <= 6; step++) {
      await sees(walker, `form[data-step="${step}"]`);
      await walker.click(`form[data-step="${step}"] label`);
      await press(walker, 'Suivant');
    }
    await sees(walker, '#account-phone');
    for (const [field, value] of [
      ['last_name', 'Martin'],
      ['first_name', 'Claire'],
      ['email', `claire-${crypto.randomUUID()}@example.com`],
      ['phone', '6 12 34 56 78'],
      ['birth_date-day', '12'],
      ['birth_date-month', '5'],
      ['birth_date-year', '1984'],
      ['password', 'velvet orchid tuesday'],
      ['confirm_password', 'velvet orchid tuesday'],
    ] as const)
      await fill(walker, `#account-${field}`, value);
    await walker.ask(() => document.querySelector<HTMLElement>('form input[type=checkbox]')?.click());
    await press(walker, 'Envoyer');
    await sees(walker, '[role=dialog]');
  });

  test('a patient sees every page and the bell', async ({ walker }) => {
    await signIn(walker, 'alice');
    await seesAll(walker, 'alice');
    await walker.open(address('/dashboard'));
    await press(walker, 'Notifications');
    await sees(walker, '[role=dialog]');
  });

  test('a patient can read six posts of the community', async ({ walker }) => {
    await signIn(walker, 'alice');
    await walker.open(address('/community'));
    await sees(walker, 'main article a[href*="/community/p/"]');
    const posts = await walker.ask(() => [
      ...new Set(
        [...document.querySelectorAll('main article a[href*="/community/p/"]')].map(
          (link) => link.getAttribute('href')?.split('#')[0] ?? '',
        ),
      ),
    ]);
    expect(posts.length).toBeGreaterThan(3);
    for (const post of posts.slice(0, 6)) {
      await walker.open(address(post));
      await sees(walker, 'main article');
      expect(await walker.ask(() => document.querySelector('.last-resort') === null), post).toBe(true);
    }
  });
});

test('a visitor sees every page', async ({ walker }) => seesAll(walker));

test('a doctor opens a case and sees the simulation', async ({ walker }) => {
  await signIn(walker, 'doctor');
  await seesAll(walker, 'doctor');
  const isOpened = await within(20_000, () =>
    walker.ask(() => {
      const rows = [...document.querySelectorAll('[role=row], tr')];
      const row = rows.find(({ textContent }) => /FL-\d/.test(textContent));
      row?.dispatchEvent(new MouseEvent('dblclick', { bubbles: true }));
      return row !== undefined;
    }),
  );
  expect(isOpened).toBe(true);
  await sees(walker, 'figure[data-ready] canvas', 90_000);
});

test('an administrator sees every page, and the days in the calendar', async ({ walker }) => {
  await signIn(walker, 'admin');
  await seesAll(walker, 'admin');
  await walker.open(address('/admin/calendar'));
  await sees(walker, '[aria-current=date]');
});
