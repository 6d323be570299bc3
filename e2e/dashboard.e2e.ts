import { expect, type Locator, type Page, test } from '@playwright/test';
import type { Friends } from '#contract/progress.ts';
import { expectAccessible } from './support/accessible.ts';
import { rpc } from './support/community.ts';
import { at } from './support/consultation.ts';
import { card, nothing, on, summary } from './support/dashboard.ts';
import { sentence } from './support/sentence.ts';
import { arrive } from './support/sessions.ts';

/**
 * Browser tests of the dashboard: its cards in each of their states, the gallery, and two people who start and stop
 * sharing their scores.
 */

test('the cards of the dashboard show their figures, or that there are none, that they load, or that loading failed', async ({
  browser,
}) => {
  test.setTimeout(180_000);
  const page = await arrive(browser, 'alice');
  await on(page, 'get_dashboard_summary', (route) => route.fulfill({ json: summary }));
  await page.goto('/dashboard');

  const skin = card(page, 'Skin score');
  await expect(skin.getByRole('img', { name: 'Skin score: 74 out of 100, plus or minus 4' })).toBeVisible();
  await expect(skin.getByRole('list', { name: 'The six scores' }).getByRole('listitem')).toHaveCount(6);
  await expect(skin.getByText('appearance estimate')).toBeVisible();
  await expect(skin.getByText(/^No measurable change since/)).toBeVisible();
  await expect(skin.getByText('Measurable changes: Pores +8.', { exact: false })).toBeVisible();
  await expect(skin.getByRole('img', { name: /^Skin score over time: .* 77, .* 74$/ })).toBeVisible();

  const friends = card(page, 'Friends');
  await expect(friends.getByRole('listitem')).toHaveCount(12);
  await expect(friends.getByText('7 above you')).toBeVisible();
  await expect(friends.getByText('Level with you')).toBeVisible();
  await expect(page.getByText('of 30 photos')).toBeVisible();
  await expect(page.getByRole('progressbar', { name: /^Photos this month/ })).toHaveJSProperty('value', 60);
  await expect(page.getByRole('link', { name: /^Community/ }).and(page.locator('[target=_blank]'))).toHaveAttribute(
    'href',
    '/community',
  );
  await expect(page.getByText('of 6 unlocked')).toBeVisible();
  await expect(page.getByText('Pending', { exact: true }).and(page.locator('.status--plain'))).toHaveCount(2);
  await expect(card(page, 'Recommended products').getByText('€24.50')).toBeVisible();
  await expect(card(page, 'Trending topics').getByRole('link', { name: 'Sun care' })).toBeVisible();
  const visits = page.getByRole('listitem').filter({ hasText: 'Your next appointment' });
  await expect(visits.nth(0)).toContainText(', Lyon');
  await expect(visits.nth(1)).toContainText(', by video');
  await expect(visits.nth(1)).not.toContainText('Nantes');
  await expect(visits.getByRole('link', { name: 'See details' }).first()).toHaveAttribute('href', /\?appointment=/);
  await expectAccessible(page);

  await on(page, 'update_progress_settings', (route) => route.fulfill({ status: 500, json: {} }));
  const toggle = page.getByRole('switch', { name: /achievements/ });
  await toggle.click();
  await expect(page.getByText('Something went wrong.', { exact: false })).toBeVisible();
  await expect(toggle).not.toBeChecked();

  await on(page, 'get_dashboard_summary', (route) => route.fulfill({ json: nothing }));
  await page.evaluate(() => dispatchEvent(new Event('photos:refresh')));
  await expect(skin.getByText('No score yet')).toBeVisible();
  await expect(skin.getByRole('img', { name: 'Skin score: no measurement' })).toBeVisible();
  await expect(friends.getByText('No friends here yet')).toBeVisible();
  await expect(page.getByText('Nothing recommended yet')).toBeVisible();
  await expect(page.getByText('A quiet week')).toBeVisible();
  await expect(page.getByText('Your next appointment')).toBeHidden();

  let answer: (() => void) | undefined;
  const asked = new Promise<void>((resolve) => (answer = resolve));
  await on(page, 'get_dashboard_summary', async (route) => {
    await asked;
    await route.fulfill({ status: 500, json: {} });
  });
  await page.goto(at('/dashboard', 'fr'));
  const score = card(page, 'Score de peau');
  await expect(score).toHaveAttribute('aria-busy', 'true');
  answer?.();
  await expect(score.getByRole('alert')).toContainText('Erreur inattendue');
  await expect(card(page, 'Progression et amis').getByRole('alert')).toBeVisible();
  await expect(card(page, 'Sujets du moment')).toBeHidden();
  await expectAccessible(page);
  await on(page, 'get_dashboard_summary', (route) => route.fulfill({ json: summary }));
  await score.getByRole('button', { name: 'Réessayer' }).click();
  await expect(score.getByText('± 4, sur 100')).toBeVisible();
  await expect(card(page, 'Amis').getByRole('listitem')).toHaveCount(12);
  await page.context().close();
});

test('after a second questionnaire, the dashboard says that no new simulation has started', async ({ browser }) => {
  const page = await arrive(browser, 'alice');
  await on(page, 'claim_lead_secure', (route) => route.fulfill({ json: {} }));
  await on(page, 'attach_lead_files_to_user', (route) => route.fulfill({ json: { attached: 3 } }));
  const status = page.getByRole('status').filter({ hasText: sentence('en', 'dashboard', 'not_begun.title') });
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(status).toBeHidden();
  await page.evaluate((lead) => sessionStorage.setItem('flaira.handed_in', lead), crypto.randomUUID());
  await page.reload();
  await expect(status).toContainText(sentence('en', 'dashboard', 'not_begun.text'));
  await expectAccessible(page);
  await status.getByRole('link', { name: sentence('en', 'billing', 'account.membership') }).click();
  await page.waitForURL('**/account/membership');
  await page.context().close();
});

test('if the service fails twice, the dashboard stays open and the person stays signed in', async ({ browser }) => {
  test.setTimeout(120_000);
  const page = await arrive(browser, 'alice');
  const asked = { who_am_i: 0, get_dashboard_summary: 0 };
  for (const call of Object.keys(asked) as (keyof typeof asked)[])
    await on(page, call, (route) => (++asked[call] <= 2 ? route.fulfill({ status: 503, body: '' }) : route.continue()));
  await page.goto('/dashboard');
  await expect(card(page, 'Friends')).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard$/);
  expect(asked.who_am_i).toBeGreaterThanOrEqual(3);
  expect(asked.get_dashboard_summary).toBeGreaterThanOrEqual(3);
  await page.context().close();
});

test('ten tabs refresh the session once, even if the service fails twice at first', async ({ browser }) => {
  test.setTimeout(120_000);
  const page = await arrive(browser, 'alice', '/home');
  const context = page.context();
  let asked = 0;
  await context.route('**/api/auth/get-session', (route) =>
    ++asked <= 2 ? route.fulfill({ status: 503, body: '' }) : route.continue(),
  );
  const tabs = await Promise.all(Array.from({ length: 10 }, () => context.newPage()));
  await Promise.all(tabs.map((tab) => tab.goto('/friends', { waitUntil: 'commit' })));
  for (const tab of tabs)
    await expect(tab.getByRole('heading', { name: 'Friends', level: 1 })).toBeVisible({ timeout: 45_000 });
  await expect.poll(() => asked).toBe(3);
  await page.waitForTimeout(1500);
  expect(asked).toBe(3);
  await context.close();
});

/** Touches an element, moves up by this many pixels, and lifts the finger. */
async function touch(page: Page, place: Locator, px: number): Promise<void> {
  const { x, y, width, height } = (await place.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const point = { x: x + width / 2, y: y + height / 2 };
  const finger = await page.context().newCDPSession(page);
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
  for (let moved = 10; moved <= px; moved += 10)
    await finger.send('Input.dispatchTouchEvent', {
      type: 'touchMove',
      touchPoints: [{ ...point, y: point.y - moved }],
    });
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

/**
 * Waits until the focus is in this dialog. When another dialog closes, the focus returns to this dialog only a moment
 * later.
 */
const expectFocusIn = (dialog: Locator) =>
  expect.poll(() => dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);

for (const language of ['en', 'fr'] as const)
  test(`on a phone the gallery says to tap once, and one tap shows the photo (${language})`, async ({ browser }) => {
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
    const page = await arrive(browser, 'alice', undefined, phone);
    // In Safari 16 to 18, click events have no pointer type.
    await page.addInitScript(() =>
      Object.defineProperty(PointerEvent.prototype, 'pointerType', {
        get(this: PointerEvent) {
          return this.type === 'pointerdown' ? 'touch' : undefined;
        },
      }),
    );
    await page.goto(at('/dashboard', language));
    await page.getByRole('button', { name: sentence(language, 'dashboard', 'action.gallery') }).tap();
    const gallery = page.getByRole('dialog', { name: sentence(language, 'dashboard-cards', 'gallery.title') });
    const tiles = gallery.getByRole('listitem');
    await expect(tiles.first()).toBeVisible();
    await expect(gallery.getByText(/double/i)).toHaveCount(0);
    await expect(gallery).toContainText(
      sentence(language, 'dashboard-cards', 'gallery.lead_tap_other', { count: await tiles.count() }),
    );
    await tiles.first().getByRole('button').tap();
    await expect(
      page.getByRole('button', { name: sentence(language, 'dashboard-cards', 'gallery.older') }),
    ).toBeVisible();
    await page.context().close();
  });

test('the gallery opens by its button or by an event of the page, and shows a photo in full size', async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const page = await arrive(browser, 'alice', '/dashboard');
  await page.getByRole('button', { name: 'Gallery' }).click();
  const gallery = page.getByRole('dialog', { name: 'Your gallery' });
  const tiles = gallery.getByRole('listitem');
  await expect(tiles.first().getByRole('img', { name: /^(Front|Right|Left), / })).toBeVisible();
  await expect(gallery.getByText('Current')).toHaveCount(3);
  await expect.poll(async () => ((await gallery.boundingBox())?.width ?? 0) / 1440).toBeCloseTo(0.7, 2);
  await expectAccessible(page);

  await tiles.first().getByRole('button').dblclick();
  const full = page.getByRole('dialog', { name: /^(Front|Right|Left)$/ });
  await expect(full.getByRole('img')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(full).toBeHidden();
  await expectFocusIn(gallery);
  await tiles.nth(1).getByRole('button').press('Enter');
  await expect(full.getByRole('button', { name: 'Newer photo' })).toBeEnabled();
  await expectFocusIn(full);
  await page.keyboard.press('Escape');
  await expect(full).toBeHidden();

  // A finger that moves 30 pixels or more scrolls the list. A smaller movement opens the image.
  await touch(page, tiles.first(), 40);
  await expect(full).toBeHidden();
  await expect(async () => {
    // A touch while the list still scrolls only stops it, so the test touches again until the image opens.
    await touch(page, tiles.first(), 0);
    await expect(full).toBeVisible({ timeout: 2000 });
  }).toPass();
  await page.keyboard.press('Escape');
  await expect(full).toBeHidden();
  await expectFocusIn(gallery);
  await page.keyboard.press('Escape');
  await expect(gallery).toBeHidden();

  let answer: (() => void) | undefined;
  const asked = new Promise<void>((resolve) => (answer = resolve));
  await on(page, 'list_my_photos', async (route) => {
    await asked;
    await route.fulfill({ status: 500, json: {} });
  });
  await page.reload();
  await page.getByRole('button', { name: 'Gallery' }).click();
  await expect(gallery.getByRole('status')).toContainText('Loading');
  answer?.();
  await expect(gallery.getByRole('alert')).toBeVisible();
  await on(page, 'list_my_photos', (route) => route.fulfill({ json: { photos: [], next_cursor: null, total: 0 } }));
  await gallery.getByRole('button', { name: 'Try again' }).click();
  await expect(gallery.getByText('No photos yet.')).toBeVisible();
  // The button 'Try again' disappears when it is pressed. The dialog must still receive keys.
  await page.keyboard.press('Escape');
  await expect(gallery).toBeHidden();
  await page.evaluate(() => dispatchEvent(new Event('open-gallery')));
  await expect(gallery.getByText('No photos yet.')).toBeVisible();
  await page.context().close();
});

test('two people agree to share their scores, and then one of them stops sharing', async ({ browser }) => {
  test.setTimeout(150_000);
  const alice = await arrive(browser, 'alice', '/dashboard', { permissions: ['clipboard-read', 'clipboard-write'] });
  await endFriendshipWithCarl(alice);
  const friends = card(alice, 'Friends');
  await friends.getByRole('button', { name: 'Invite' }).click();
  await expect(friends.getByRole('link', { name: 'Email' })).toHaveAttribute('href', /^mailto:\?subject=.*friends/);
  await expect(friends.getByRole('link', { name: 'Text message' })).toHaveAttribute('href', /^sms:/);
  // The button has this name for only two seconds, so the test starts to wait for the name before the click.
  const copied = friends.getByRole('button', { name: 'Copied' }).waitFor();
  await friends.getByRole('button', { name: 'Copy link' }).click();
  await copied;
  await expect(friends.getByRole('button', { name: 'Copy link' })).toBeVisible();
  const link = await alice.evaluate(() => navigator.clipboard.readText());
  await friends.getByRole('button', { name: 'Invite' }).click();
  await expect(friends.getByRole('button', { name: 'Copy link' })).toBeHidden();

  const { pathname, search } = new URL(link);
  const carl = await arrive(browser, 'carl', pathname + search);
  await expect(carl.getByRole('heading', { name: /^Alice.* invites you$/ })).toBeVisible();
  await expectAccessible(carl);
  await carl.getByRole('button', { name: 'Agree to share' }).dblclick();
  await expect(carl.getByText('You have agreed')).toBeVisible();

  await alice.goto('/friends');
  await alice.getByRole('button', { name: /^Agree to share with Carl/ }).click();
  await expect(alice.getByRole('button', { name: /^Stop sharing with Carl/ })).toBeVisible();
  await expectAccessible(alice);
  await showsTheAchievement(carl, alice);
  await carl.goto('/friends');
  await carl.getByRole('button', { name: /^Stop sharing with Alice/ }).click();
  await carl.getByRole('dialog').getByRole('button', { name: 'Stop sharing' }).click();
  await expect(carl.getByRole('button', { name: /^Stop sharing with Alice/ })).toBeHidden();
  await alice.goto('/friends');
  await expect(alice.getByRole('heading', { name: 'Friends', level: 1 })).toBeVisible();
  await expect(alice.getByRole('heading', { name: 'You share scores with' })).toBeVisible();
  await expect(alice.getByRole('button', { name: /^Stop sharing with Carl/ })).toBeHidden();
  await alice.context().close();
  await carl.context().close();
});

/** Ends a friendship that an earlier run of this test left behind. */
async function endFriendshipWithCarl(alice: Page): Promise<void> {
  const lists = await rpc<Friends>(alice, 'list_friends', {});
  const withCarl = Object.values(lists)
    .flat()
    .filter(({ name }) => name.startsWith('Carl'));
  for (const { connection_id } of withCarl) await rpc(alice, 'end_friendship', { connection_id });
}

/**
 * Expects a notification about a new reward, with a link to the reward. Other people can see the reward as long as its
 * owner allows this.
 */
async function showsTheAchievement(owner: Page, other: Page): Promise<void> {
  await owner.getByRole('button', { name: /^Notifications, \d+ unread/ }).click();
  const news = owner.getByRole('dialog', { name: 'Notifications' });
  await news.getByRole('link', { name: 'You have earned the achievement “First friend”' }).click();
  await expect(owner).toHaveURL(/\/dashboard#achievements$/);
  const board = owner.getByRole('region', { name: 'Achievements' });
  await expect(board).toBeInViewport();
  const handle = await owner.evaluate(async () => {
    const answer = await fetch('/rpc/get_my_community', { method: 'POST' });
    return (await answer.json()).me.handle as string;
  });
  const isPublic = board.getByRole('switch');
  const seen = other.getByRole('list', { name: 'Achievements' }).getByText('First friend');
  for (const shown of [true, false]) {
    await isPublic.press('Space');
    await expect(isPublic).toBeChecked({ checked: shown });
    await expect(isPublic).toBeEnabled();
    await other.goto(`/community/u/${handle}`);
    await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
    await (shown ? expect(seen).toBeVisible() : expect(seen).toBeHidden());
  }
}
