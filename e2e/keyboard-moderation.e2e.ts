import { expect, type Page, test } from '@playwright/test';
import { asAdmin } from './support/admin.ts';
import { aCommunity, aPost, as, rpc, toldOfDecision } from './support/community.ts';
import { comesBack, pressOn, settled, tabTo, writeIn } from './support/keys.ts';

test.describe.configure({ timeout: 120_000 });

/** Browser tests of membership and moderation by keyboard only, without a click. */
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();

async function go(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await settled(page);
}

test('trust 27: people request to join, are accepted, invited and removed, join and leave by keyboard', async ({
  browser,
}) => {
  const alice = await as(browser, 'alice');
  const name = `Keys at the gate ${Date.now()}`;
  const { slug } = await aCommunity(alice, { name, join_policy: 'request' });
  const carl = await as(browser, 'carl', `/community/f/${slug}`);
  await pressOn(carl, button(carl, `Ask to join ${name}`));
  // The button is marked as disabled for screen readers but keeps the focus. A button with the attribute `disabled`
  // would lose the focus.
  await expect(button(carl, `Request sent ${name}`)).toBeFocused();
  await expect(button(carl, `Request sent ${name}`)).not.toHaveAttribute('disabled');
  const bruno = await as(browser, 'bruno');
  const { me } = await rpc<{ me: { handle: string } }>(bruno, 'get_my_community');

  await go(alice, `/community/f/${slug}/members`);
  await pressOn(alice, button(alice, /^Accept Carl/));
  await expect(alice.getByText('1 person wants to join')).toBeHidden();
  await writeIn(alice, alice.getByLabel('Handle'), `@${me.handle}`);
  await alice.keyboard.press('Enter');
  await expect(button(alice, /^Cancel invitation for Bruno/)).toBeVisible();

  await go(bruno, '/community/invites');
  await pressOn(bruno, button(bruno, `Join ${name}`));
  await bruno.waitForURL(`**/community/f/${slug}`);
  await pressOn(bruno, button(bruno, `Member ${name}`));
  await expect(button(bruno, `Ask to join ${name}`)).toBeVisible();

  await go(alice, `/community/f/${slug}/members`);
  await tabTo(alice, alice.getByLabel(/^Role of Carl/));
  await alice.keyboard.type('Moderator');
  const row = alice.getByRole('main').getByRole('listitem').filter({ hasText: 'Carl' });
  await expect(row.getByText('Moderator').first()).toBeVisible();
  await expect(alice.getByLabel(/^Role of Carl/)).toBeEnabled();
  await tabTo(alice, alice.getByLabel(/^Role of Carl/));
  await alice.keyboard.type('Member');
  await pressOn(alice, button(alice, /^Remove Carl/));
  await pressOn(alice, alice.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }));
  await expect(row).toBeHidden();
  for (const page of [alice, bruno, carl]) await page.context().close();
});

/** Makes a post by Bruno that Carl has reported. */
async function aReport(bruno: Page, carl: Page, channel_id: string, title: string): Promise<string> {
  const { post_id } = await aPost(bruno, channel_id, { title });
  await rpc(carl, 'report_content', { subject_kind: 'post', subject_id: post_id, reason: 'medical_danger' });
  return post_id;
}

/** Presses K to reach the top of the moderators' queue, then J to move down to the report. */
async function toCase(page: Page, title: string): Promise<void> {
  const wanted = page.locator('ol > li[id^=case-]').filter({ hasText: title });
  for (const key of ['k', 'k', 'k', 'j', 'j', 'j']) {
    await page.keyboard.press(key);
    if (await wanted.getAttribute('aria-current')) return expect(wanted.locator('a:focus')).toHaveCount(1);
  }
  throw new Error(`the keys do not lead to ${title}`);
}

test('trust 27: moderators dismiss, warn, remove and ban by keyboard; an author appeals, an administrator answers', async ({
  browser,
}) => {
  const alice = await as(browser, 'alice');
  const bruno = await as(browser, 'bruno');
  const carl = await as(browser, 'carl');
  const { channel_id, slug } = await aCommunity(alice);
  for (const title of ['To be left', 'To be warned of']) await aReport(bruno, carl, channel_id, title);
  const post_id = await aReport(bruno, carl, channel_id, 'To be removed');

  await go(alice, `/community/moderation?channel=${slug}`);
  const cases = alice.locator('ol > li[id^=case-]');
  const dialog = alice.getByRole('dialog');
  await expect(cases).toHaveCount(3);
  await toCase(alice, 'To be left');
  await alice.keyboard.press('d');
  await expect(cases).toHaveCount(2);
  for (const [title, key, action] of [
    ['To be warned of', 'w', 'Warn the author'],
    ['To be removed', 'r', 'Remove'],
  ] as const) {
    await toCase(alice, title);
    await alice.keyboard.press(key);
    await expect(dialog).toBeVisible();
    await alice.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await alice.keyboard.press(key);
    await writeIn(alice, dialog.getByLabel('Reasons for the author'), `It was not kind: ${title}.`);
    await pressOn(alice, dialog.getByRole('button', { name: action }));
    await expect(dialog).toBeHidden();
    await expect(cases.filter({ hasText: title })).toHaveCount(0);
  }
  await expect(alice.getByText('Nothing to review')).toBeVisible();

  await toldOfDecision(bruno, 'It was not kind: To be removed.');
  await go(bruno, '/community/decisions');
  const decision = bruno
    .getByRole('listitem')
    .filter({ hasText: `fl@${slug}` })
    .filter({ hasText: 'It was not kind: To be removed.' });
  await pressOn(bruno, decision.getByRole('button', { name: 'Appeal this decision' }));
  await expect(bruno.getByLabel('Why should we review this decision?')).toBeFocused();
  await bruno.keyboard.type('It was meant kindly.');
  await pressOn(bruno, decision.getByRole('button', { name: 'Send appeal' }));
  await expect(decision.getByText('Not answered yet.')).toBeVisible();

  const admin = await asAdmin(browser, `/admin/moderation?channel=${slug}&tab=appeals`);
  const appeal = admin.getByRole('listitem').filter({ hasText: 'It was meant kindly.' });
  await writeIn(admin, appeal.getByLabel('Your answer to the author'), 'We read it again, and it was.');
  await pressOn(admin, appeal.getByRole('button', { name: 'Reverse the decision' }));
  await expect(admin.getByText('No appeals to answer.')).toBeVisible();

  await go(alice, `/community/p/${post_id}`);
  const more = button(alice, 'More actions for this post');
  const decide = async () => {
    await pressOn(alice, more);
    await pressOn(alice, button(alice, 'Decide as a moderator'));
  };
  await decide();
  await comesBack(alice, dialog, more);
  await decide();
  await tabTo(alice, dialog.getByLabel('Decision'));
  await alice.keyboard.type('Ban');
  await writeIn(alice, dialog.getByLabel('Reasons for the author'), 'It happened once too often.');
  await pressOn(alice, dialog.getByRole('button', { name: 'Ban the author' }));
  await expect(dialog).toBeHidden();
  await go(bruno, `/community/p/${post_id}`);
  await expect(bruno.getByText('You cannot post here at the moment.', { exact: false })).toBeVisible();
  for (const page of [alice, bruno, carl, admin]) await page.context().close();
});
