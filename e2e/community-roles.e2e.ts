import { type Browser, expect, type Page, test } from '@playwright/test';
import { expectNothingFound } from './support/accessible.ts';
import { anAccount, signedIn } from './support/accounts.ts';
import { aCommunity, aPost, as, rpc, toldOfDecision } from './support/community.ts';
import { sentence } from './support/sentence.ts';

test.describe.configure({ timeout: 150_000 });

const WIDTHS = [390, 1440] as const;
const isNarrowEnough = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);

/** Makes thirty comments by two members in one community, and a report about each comment. */
async function aFullDesk(browser: Browser, owner: Page) {
  const { channel_id, slug } = await aCommunity(owner);
  const { post_id } = await aPost(owner, channel_id);
  const people = await Promise.all(
    [0, 1].map(async () => signedIn(browser, await anAccount(owner, 'fr'), '/community')),
  );
  const reporter = await signedIn(browser, await anAccount(owner), '/community');
  for (let n = 0; n < 30; n += 1) {
    const author = people[n % 2] ?? owner;
    const { id } = await rpc<{ id: string }>(author, 'create_comment', { post_id, body: `<p>Commentaire ${n}</p>` });
    const reason = n % 3 === 0 ? 'spam' : n % 3 === 1 ? 'medical_danger' : 'harassment';
    await rpc(reporter, 'report_content', { subject_kind: 'comment', subject_id: id, reason });
  }
  for (const page of [...people, reporter]) await page.context().close();
  return `/fr/community/moderation?channel=${slug}`;
}

test('a moderator with 30 reports in French sorts, filters, uses keys, decides in bulk and undoes', async ({
  browser,
}) => {
  const fr = (domain: string, key: string, values = {}) => sentence('fr', domain, key, values);
  const visitor = await as(browser, 'carl');
  const page = await signedIn(browser, await anAccount(visitor, 'fr'), '/fr/community');
  const desk = await aFullDesk(browser, page);
  const cases = page.locator('ol > li[id^=case-]');
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(desk);
    await expect(cases).toHaveCount(20);
    await expect(cases.nth(0)).toContainText(fr('community', 'reason.medical_danger'));
    await expect(cases.nth(9)).toContainText(fr('community', 'reason.medical_danger'));
    await expect(cases.nth(10)).toContainText(fr('community', 'reason.harassment'));
    await isNarrowEnough(page);
    await expectNothingFound(page);
  }
  await page.keyboard.press('j');
  await expect(cases.nth(1)).toHaveAttribute('aria-current', 'true');
  await page.keyboard.press('k');
  await expect(cases.nth(0)).toHaveAttribute('aria-current', 'true');
  await page.keyboard.press('r');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('textbox')).toHaveValue(fr('moderator-reasons', 'medical_danger'));
  await dialog.press('Escape');

  await page.getByRole('link', { name: new RegExp(`^${fr('community', 'reason.spam')} 10`) }).click();
  await expect(cases).toHaveCount(10);
  for (const n of [0, 1, 2]) {
    const box = cases.nth(n).getByRole('checkbox');
    // The box is at the lower edge of the window and the rest of its case is below. The page must not scroll between
    // the press and the release, or the click misses.
    await box.evaluate((it) => window.scrollBy(0, it.getBoundingClientRect().bottom + 8 - window.innerHeight));
    await box.check();
  }
  const bar = page.getByRole('group', { name: fr('moderation', 'together') });
  await bar.getByRole('button', { name: fr('moderation', 'action.remove') }).click();
  await expect(dialog.getByRole('textbox')).toHaveValue(fr('moderator-reasons', 'spam'));
  await expectNothingFound(page);
  await dialog.getByRole('button', { name: fr('moderation', 'action.remove') }).click();
  await expect(cases).toHaveCount(7);
  await page.getByRole('button', { name: fr('moderation', 'undo') }).click();
  await expect(page.getByText(fr('moderation', 'undone'))).toBeVisible();
  await expect(cases).toHaveCount(10);
  for (const one of [page, visitor]) await one.context().close();
});

test('a banned member in Arabic: the email, the readable pages, the refused actions and the appeal', async ({
  browser,
}) => {
  const ar = (domain: string, key: string, values = {}) => sentence('ar', domain, key, values);
  const owner = await as(browser, 'alice');
  const { channel_id, slug } = await aCommunity(owner);
  const email = await anAccount(owner);
  const page = await signedIn(browser, email, '/community');
  await rpc(page, 'set_my_language', { language: 'ar' });
  await rpc(page, 'rpc_join_channel', { channel_id });
  const { post_id } = await aPost(page, channel_id);
  const statement = ar('moderator-reasons', 'medical_danger');
  const subject = { subject_kind: 'post', subject_id: post_id, version: 1 };
  const ban = { ...subject, action: 'ban', reason: 'medical_danger', statement };
  await rpc(owner, 'moderate', ban);
  await toldOfDecision(page, statement);
  const letters = async () =>
    (await (await owner.request.get(`/dev/mailbox.json?to=${encodeURIComponent(email)}`)).json()) as {
      subject: string;
      text: string;
    }[];
  const letter = async () => (await letters()).find(({ text }) => text.includes(statement));
  await expect.poll(letter).toBeTruthy();
  const mail = await letter();
  expect(mail?.subject).toBe(ar('mail', 'community_decision.subject'));
  for (const line of ['decided.ban', 'noEnd', 'reason.medical_danger'])
    expect(mail?.text).toContain(ar('mail', `community.${line}`));
  const [appeal = ''] = ar('mail', 'community_decision.note', { appeal_until: '|' }).split('|');
  expect(mail?.text).toContain(appeal);
  expect(mail?.text).not.toContain('Redness after a peel');

  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`/community/p/${post_id}`);
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
    await expect(page.getByText(ar('community', 'comments.block.suspended'))).toBeVisible();
    await expect(page.getByRole('button', { name: ar('community', 'comments.write') })).toHaveCount(0);
    await isNarrowEnough(page);
    await expectNothingFound(page);
    await page.goto('/community/decisions');
    await expect(page.getByText(statement)).toBeVisible();
    await isNarrowEnough(page);
    await expectNothingFound(page);
  }
  const { origin } = new URL(page.url());
  for (const [name, data] of [
    ['rpc_join_channel', { channel_id }],
    ['create_post', { channel_id, title: 'Again', body: '<p>Again.</p>', tags: [] }],
    ['create_comment', { post_id, body: '<p>Again.</p>' }],
    ['ask_practitioner', { post_id, is_asking: true }],
  ] as const) {
    const answer = await page.request.post(`/rpc/${name}`, { data, headers: { origin } });
    expect(await answer.json(), name).toMatchObject({ code: 'SUSPENDED', data: { until: null, channel_slug: slug } });
  }
  await page.getByRole('button', { name: ar('moderation', 'appeal.start') }).click();
  await page.getByLabel(ar('moderation', 'appeal.words')).fill('نقلت ما قاله طبيبي فقط.');
  await page.getByRole('button', { name: ar('moderation', 'appeal.send') }).click();
  await expect(page.getByText(ar('moderation', 'appeal.open'))).toBeVisible();
  await expect(page.getByRole('button', { name: ar('moderation', 'appeal.start') })).toHaveCount(0);
  for (const one of [page, owner]) await one.context().close();
});

test("a visitor from a search engine reads a community's page without scripts, and a missing one is a 404", async ({
  browser,
  baseURL,
}) => {
  const owner = await as(browser, 'alice');
  const { channel_id, slug } = await aCommunity(owner);
  await rpc(owner, 'set_channel_on_web', { channel_id, is_on_web: true });
  await aPost(owner, channel_id, { title: 'Does sun cream sting?', is_on_web: true });
  const [silent, visitor] = [
    await (await browser.newContext({ javaScriptEnabled: false })).newPage(),
    await (await browser.newContext()).newPage(),
  ];
  for (const [width, prefix] of [
    [390, '/fr'],
    [1440, ''],
  ] as const) {
    const path = `${prefix}/library/${slug}`;
    for (const page of [silent, visitor]) {
      await page.setViewportSize({ width, height: 900 });
      expect((await page.goto(path))?.status()).toBe(200);
      await expect(page.getByRole('link', { name: 'Does sun cream sting?' })).toBeVisible();
      const canonical = await page.locator('link[rel=canonical]').getAttribute('href');
      expect(new URL(canonical ?? '', baseURL ?? '').pathname).toBe(path);
      await isNarrowEnough(page);
    }
    await expectNothingFound(visitor);
    for (const missing of ['never-there', 'never-there/01980000-0000-7000-8000-000000000000'])
      expect((await silent.goto(`${prefix}/library/${missing}`))?.status()).toBe(404);
  }
  for (const page of [silent, visitor, owner]) await page.context().close();
});
