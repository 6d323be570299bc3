import { expect, type Locator, type Page, test } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { card, failing, on, summary } from './support/dashboard.ts';
import { arrive } from './support/sessions.ts';

/**
 * Browser tests of the dashboard's panels in their states: loading, failed, loaded after a retry, and after a refused
 * change.
 */

const fault = 'Something went wrong.';

/** Expects a skeleton while a panel loads, and a message after the load has failed. */
async function hasItsStates(page: Page, place: Locator, fail: () => void): Promise<void> {
  await expect(place.locator('.skeleton').first()).toBeVisible();
  fail();
  await expect(place.getByRole('alert')).toBeVisible();
  await expect(place.locator('.skeleton')).toHaveCount(0);
  await expectAccessible(page);
}

test('each panel of the dashboard shows that it loads, that loading failed, and its content after a retry', async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const page = await arrive(browser, 'alice');
  await on(page, 'get_dashboard_summary', (route) => route.fulfill({ json: summary }));
  const again = (place: Locator) => place.getByRole('button', { name: 'Try again' }).click();

  const failNews = await failing(page, 'list_notifications');
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Notifications' }).click();
  const news = page.getByRole('dialog', { name: 'Notifications' });
  await hasItsStates(page, news, failNews);
  await on(page, 'list_notifications', (route) =>
    route.fulfill({ json: { rows: [], next_cursor: null, unread_count: 0 } }),
  );
  await again(news);
  await expect(news.getByText('Nothing new')).toBeVisible();
  await page.keyboard.press('Escape');

  const failChallenges = await failing(page, 'list_challenges');
  await page.getByRole('button', { name: 'Challenges' }).click();
  const challenges = page.getByRole('dialog', { name: 'Challenges' });
  await hasItsStates(page, challenges, failChallenges);
  await page.unroute('**/rpc/list_challenges');
  await again(challenges);
  await expect(challenges.getByRole('listitem')).toHaveCount(5);
  await page.keyboard.press('Escape');

  const failInvite = await failing(page, 'get_my_invite');
  const friends = card(page, 'Friends');
  await friends.getByRole('button', { name: 'Invite' }).click();
  const invite = friends.getByRole('group', { name: 'Invite a friend' });
  await hasItsStates(page, invite, failInvite);
  await page.unroute('**/rpc/get_my_invite');
  await again(invite);
  await expect(invite.getByRole('link', { name: 'Email' })).toBeVisible();

  const isFirst = (body: string | null) => !body?.includes('"cursor"');
  await on(page, 'list_my_photos', async (route) => {
    if (!isFirst(route.request().postData())) return route.fulfill({ status: 500, json: {} });
    const answer = await route.fetch();
    await route.fulfill({ json: { ...(await answer.json()), next_cursor: 'more' } });
  });
  await page.getByRole('button', { name: 'Gallery' }).click();
  const gallery = page.getByRole('dialog', { name: 'Your gallery' });
  await gallery.getByRole('button', { name: 'Show older photos' }).click();
  await expect(gallery.getByRole('alert')).toHaveText('We could not load more just now.');
  await expect(gallery.getByRole('listitem').first()).toBeVisible();
  await expectAccessible(page);
  await on(page, 'list_my_photos', (route) => route.fulfill({ json: { photos: [], next_cursor: null, total: 3 } }));
  await again(gallery);
  await expect(gallery.getByRole('alert')).toBeHidden();
  await expect(gallery.getByRole('button', { name: 'Show older photos' })).toBeHidden();
  await page.context().close();
});

/** For each step of the next test: the calls that fail, and a heading that the page shows after they succeed. */
const questions = {
  'cases and photos': [/\/rpc\/(list_my_cases|get_my_current_set)$/, 'Your treatment plan'],
  'the pictures, and what follows them': [
    /\/rpc\/(get_my_simulation|get_my_medical_history|get_my_expectations|list_case_messages|get_my_outcomes)$/,
    'Your treatment plan',
  ],
} as const;

test('each part of a case shows that it loads, that loading failed, and its content after a retry', async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const page = await arrive(browser, 'alice');
  for (const [what, [calls, heading]] of Object.entries(questions))
    await test.step(what, async () => {
      const { promise: asked, resolve: answer } = Promise.withResolvers<void>();
      await page.route(calls, async (route) => {
        await asked;
        await route.fulfill({ status: 500, json: {} });
      });
      await page.goto('/dashboard');
      const main = page.getByRole('main');
      await expect(main.locator('[aria-busy=true]').first()).toBeVisible();
      answer();
      const failures = main.getByRole('alert');
      await expect(failures.first()).toBeVisible();
      await expect(main.locator('[aria-busy=true]')).toHaveCount(0);
      await expectAccessible(page);
      await page.unrouteAll({ behavior: 'wait' });
      for (let left = await failures.count(); left > 0; left = await failures.count()) {
        await failures.first().getByRole('button', { name: 'Try again' }).click();
        await expect.poll(() => failures.count()).toBeLessThan(left);
      }
      await expect(main.getByRole('heading', { name: heading })).toBeVisible();
    });
  await page.context().close();
});

test('a refused change on the dashboard shows a message, and the earlier value stays', async ({ browser }) => {
  const page = await arrive(browser, 'alice');
  const refused = async (call: string, json: object = {}, status = 500) =>
    on(page, call, (route) => route.fulfill({ status, json }));
  await on(page, 'get_dashboard_summary', (route) => route.fulfill({ json: summary }));
  await refused('update_progress_settings');
  await refused('join_challenge');
  await refused('claim_reward', { defined: true, code: 'REWARD_LOCKED', status: 409, message: 'no' }, 409);
  await page.goto('/dashboard');

  await page.getByRole('button', { name: 'Change the target' }).click();
  const target = page.getByRole('dialog', { name: 'Your monthly target' });
  const typed = target.getByLabel('Photos a month');
  await typed.fill('0');
  await target.getByRole('button', { name: 'Save' }).click();
  await expect(target.getByText('Enter a whole number from 1 to 300.')).toBeVisible();
  await typed.fill('12');
  await target.getByRole('button', { name: 'Save' }).click();
  await expect(target.getByText(fault, { exact: false })).toBeVisible();
  await expect(typed).toHaveValue('12');
  await expectAccessible(page);
  await target.getByRole('button', { name: 'Cancel' }).click();

  await page.getByRole('button', { name: 'Challenges' }).click();
  const challenges = page.getByRole('dialog', { name: 'Challenges' });
  await challenges.getByRole('button', { name: /^Join/ }).first().click();
  await expect(page.getByText(fault, { exact: false })).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Claim: 5% cashback' }).click();
  await expect(page.getByText('This reward is still locked.', { exact: false })).toBeVisible();
  await page.context().close();
});

test('an invitation is shared by the system, a messaging app or a copy, even if the browser refuses', async ({
  browser,
}) => {
  const page = await arrive(browser, 'alice');
  const ways: string[] = [];
  await on(page, 'get_dashboard_summary', (route) => route.fulfill({ json: summary }));
  await on(page, 'note_share', (route) => {
    ways.push(route.request().postDataJSON().way);
    return route.fulfill({ json: { shares_friends: 4 + ways.length } });
  });
  await page.addInitScript(() => {
    const shared = { refuses: false, urls: [] as string[] };
    Object.assign(globalThis, { shared });
    navigator.share = async ({ url = '' } = {}) => {
      if (shared.refuses) throw new DOMException('No', 'NotAllowedError');
      shared.urls.push(url);
    };
    navigator.clipboard.writeText = async (text) => {
      if (shared.refuses) throw new DOMException('No', 'NotAllowedError');
      shared.urls.push(text);
    };
  });
  await page.goto('/dashboard');
  const friends = card(page, 'Friends');
  await friends.getByRole('button', { name: 'Invite' }).click();
  const app = friends.getByRole('link', { name: 'WhatsApp' });
  await expect(app).toHaveAttribute('href', /^https:\/\/wa\.me\/\?text=/);
  await expect(app).toHaveAttribute('rel', 'noopener noreferrer');

  const share = friends.getByRole('button', { name: 'Share…' });
  await share.click();
  await expect.poll(() => ways).toEqual(['native']);
  // The page shows the confirmation for two seconds, measured by its own clock, and then shows the button again.
  const stood_ms = await friends.getByRole('button', { name: 'Copy link' }).evaluate(
    (button: HTMLElement) =>
      new Promise<number>((resolve) => {
        const label = button.innerText;
        let since: number | undefined;
        new MutationObserver(() => {
          if (button.innerText !== label) since ??= performance.now();
          else if (since !== undefined) resolve(performance.now() - since);
        }).observe(button, { subtree: true, childList: true, characterData: true });
        button.click();
      }),
  );
  expect(stood_ms).toBeGreaterThan(1900);
  await expect.poll(() => ways).toEqual(['native', 'copy']);
  const urls = await page.evaluate(() => (globalThis as unknown as { shared: { urls: string[] } }).shared.urls);
  expect(urls).toEqual([expect.stringContaining('/friends?invite='), urls[0]]);

  await page.evaluate(() => ((globalThis as unknown as { shared: { refuses: boolean } }).shared.refuses = true));
  await share.click();
  await expect(page.getByText('Sharing did not work here. Copy this link instead:')).toBeVisible();
  await friends.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByText('Copying did not work here. Copy this text yourself:')).toBeVisible();
  await expect(page.getByText(urls[0] ?? 'no link').first()).toBeVisible();
  expect(ways).toEqual(['native', 'copy']);
  await page.context().close();
});
