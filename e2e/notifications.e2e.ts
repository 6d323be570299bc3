import { type Browser, expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { anAccount, ownPassword, signedIn } from './support/accounts.ts';
import { arrive } from './support/sessions.ts';

/** Browser tests of notifications, and of the app that is installed on a device. */
const ask = (page: Page, name: string, body: object): Promise<{ appointment_id: string }> =>
  page.evaluate(
    async ([path, json]) => {
      const headers = { 'content-type': 'application/json' };
      return (await fetch(path ?? '', { method: 'POST', body: json ?? '', headers })).json();
    },
    [`/rpc/${name}`, JSON.stringify(body)],
  );

/** Lets the team answer a question that Carl asks, so that Carl has a new notification. */
async function answered(browser: Browser, carl: Page): Promise<string> {
  const { appointment_id } = await ask(carl, 'request_appointment', {
    city_current: 'Lyon',
    city_target: 'Nantes',
    treatment: 'Laser',
    patient_note: '',
  });
  const admin = await arrive(browser, 'admin', '/admin/inbox');
  await expect(admin.getByRole('table', { name: 'Inbox' })).toBeVisible();
  const body = 'Parking is free on Sundays.';
  await ask(admin, 'admin_answer_appointment', { appointment_id, body, idempotency_key: crypto.randomUUID() });
  await admin.context().close();
  return appointment_id;
}

test('the bell shows news at once, by keyboard too, and links to them', async ({ browser }) => {
  const carl = await arrive(browser, 'carl', '/home');
  // The first request for the event stream fails, as if the server were restarting.
  await carl.context().route('**/api/events?*', (route) => route.fulfill({ status: 502 }), { times: 1 });
  const listens = carl.waitForResponse((answer) => answer.url().includes('/api/events?') && answer.ok());
  await carl.goto('/dashboard');
  await listens;
  const bell = carl.getByRole('button', { name: /^Notifications/ });
  await expect(bell).toBeVisible();
  const id = await answered(browser, carl);
  await expect(carl.getByRole('button', { name: /^Notifications, \d+ unread/ })).toBeVisible();

  await bell.focus();
  await carl.keyboard.press('Enter');
  const panel = carl.getByRole('dialog', { name: 'Notifications' });
  const news = panel.getByRole('link', { name: /^Our team has answered/ }).first();
  await expect(news).toBeVisible();
  await expectAccessible(carl);
  await carl.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(bell).toBeFocused();
  await carl.keyboard.press('Enter');
  await news.click();
  await expect(carl).toHaveURL(new RegExp(`appointment=${id}`));
  await expect(carl.getByRole('dialog').getByText('Parking is free on Sundays.')).toBeVisible();

  await carl.setViewportSize({ width: 390, height: 844 });
  await carl.goto('/fr/notifications');
  await expect(carl.getByRole('heading', { name: 'Notifications', level: 1 })).toBeVisible();
  await expect(carl.getByRole('link', { name: /^Notre équipe vous a répondu/ }).first()).toBeVisible();
  await expect(carl.getByRole('heading', { name: 'Sur cet appareil' })).toBeVisible();
  await expectAccessible(carl);
  await ask(carl, 'request_appointment_change', {
    appointment_id: id,
    wish: 'cancel',
    note: '',
    idempotency_key: crypto.randomUUID(),
  });
  await carl.context().close();
});

test('the app says that it is offline, and stores no personal data', async ({ browser }) => {
  const page = await arrive(browser, 'alice', '/dashboard', { serviceWorkers: 'allow' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const isReady = () => page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state);
  await expect.poll(isReady).toBe('activated');
  // A service worker controls only pages that were loaded after its activation, so the test loads a page again.
  await page.goto('/notifications');
  await expect(page.getByRole('heading', { name: 'Notifications', level: 1 })).toBeVisible();
  expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);

  const kept = await page.evaluate(async () => {
    const found: { path: string; text: string }[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys())
        found.push({ path: new URL(request.url).pathname, text: await ((await cache.match(request))?.text() ?? '') });
    }
    return found;
  });
  expect(kept.map(({ path }) => path)).toEqual(expect.arrayContaining(['/offline', '/fr/offline']));
  for (const { path, text } of kept) {
    expect(path).toMatch(/^\/(fr\/)?offline$|^\/assets\/[^/]+\.(css|woff2|svg)$/);
    expect(text).not.toMatch(/alice|flaira\.example/i);
  }

  await page.context().setOffline(true);
  await page.goto('/fr/dashboard');
  await expect(page.getByRole('heading', { name: 'Vous êtes hors ligne' })).toBeVisible();
  await expectAccessible(page);
  await page.context().setOffline(false);
  await page.getByRole('link', { name: 'Réessayer' }).click();
  await expect(page).toHaveURL(/\/fr\/dashboard/);
  await expect(page.getByRole('heading', { name: 'Vous êtes hors ligne' })).toBeHidden();
  await expect(page.getByRole('button', { name: /^Notifications/ })).toBeVisible();
  await page.context().close();
});

/**
 * Replaces the push service of the browser. The replacement always responds, and its subscription survives a reload.
 */
function standInForPush() {
  const kept = 'test.push';
  const made = {
    endpoint: 'https://fcm.googleapis.com/fcm/send/test',
    toJSON: () => ({ keys: { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) } }),
    unsubscribe: async () => (localStorage.removeItem(kept), true),
  };
  PushManager.prototype.getSubscription = async () => (localStorage.getItem(kept) ? made : null) as never;
  PushManager.prototype.subscribe = async () => (localStorage.setItem(kept, 'on'), made) as never;
  Notification.requestPermission = async () => 'granted';
  Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
}

test('signing out ends the push subscription, and signing in restores it', async ({ page, browser }) => {
  test.setTimeout(120_000);
  const email = await anAccount(page);
  const her = await signedIn(browser, email, '/home', { serviceWorkers: 'allow' });
  const told: string[] = [];
  await her.route('**/rpc/get_push_key', (route) => route.fulfill({ json: { public_key: 'B'.repeat(87) } }));
  await her.route('**/rpc/subscribe_push', async (route) => {
    told.push(route.request().postDataJSON().endpoint);
    await route.fulfill({ json: {} });
  });
  await her.addInitScript(standInForPush);
  const kept = () => her.evaluate(() => localStorage.getItem('test.push'));
  await her.goto('/notifications');
  await her.getByRole('button', { name: 'Turn on' }).click();
  await expect(her.getByRole('heading', { name: 'On for this device' })).toBeVisible();
  expect(await kept()).toBe('on');

  await her.getByRole('button', { name: /Account menu/ }).click();
  await her.getByRole('menuitem', { name: 'Sign Out' }).click();
  await her.waitForURL('**/home');
  expect(await kept()).toBeNull();
  const before = told.length;
  await her.request.post('/api/auth/sign-in/email', { data: { email, password: ownPassword } });
  await her.goto('/notifications');
  await expect.poll(kept).toBe('on');
  expect(told.length).toBeGreaterThan(before);
  await her.context().close();
});
