import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, expectNothingFound } from './support/accessible.ts';
import { asAdmin } from './support/admin.ts';
import { aCommunity, aPost, as, rpc, toldOfDecision } from './support/community.ts';

/** Browser tests of moderation, membership and posts on the running service. Each test has its own communities. */
const me = async (page: Page) => (await rpc<{ me: { handle: string } }>(page, 'get_my_community')).me;

test('a word filter hides a text, its author is suspended, and an administrator decides on the appeal', async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const alice = await as(browser, 'alice');
  const { channel_id, slug } = await aCommunity(alice);
  const desk = `/community/moderation?channel=${slug}`;
  await alice.goto(`${desk}&tab=filters`);
  await alice.getByLabel('Words').fill('miracle cream');
  await alice.getByRole('button', { name: 'Add filter' }).click();
  await expect(alice.getByRole('button', { name: 'Remove the filter “miracle cream”' })).toBeVisible();
  await expectAccessible(alice);

  const bruno = await as(browser, 'bruno');
  const title = `My Mirácle Cream ${process.pid}`;
  const { post_id } = await aPost(bruno, channel_id, { title });
  await bruno.goto(`/community/p/${post_id}`);
  const statement = bruno.getByText('A word filter of this community hid this text automatically.');
  await expect(statement).toContainText('Against this community’s rules');
  await expectNothingFound(bruno);
  await bruno.getByRole('link', { name: 'See why, and how to answer' }).click();
  const hold = bruno.getByRole('listitem').filter({ hasText: title });
  await hold.getByRole('button', { name: 'Answer the moderators' }).click();
  await hold.getByLabel('Why should others see this text?').fill('It is the name of a song.');
  await hold.getByRole('button', { name: 'Send', exact: false }).click();
  await expect(hold.getByText('It is the name of a song.')).toBeVisible();
  await expect(hold.getByText('Waiting for a moderator')).toBeVisible();
  await expectNothingFound(bruno);
  await alice.goto(desk);
  await expect(alice.getByText('Held by a word filter')).toBeVisible();
  await expect(alice.getByText('It is the name of a song.')).toBeVisible();
  await alice.keyboard.press('u');
  await expect(alice.getByText('Nothing to review')).toBeVisible();
  await bruno.goto(`/community/p/${post_id}`);
  await expect(bruno.getByRole('heading', { name: title })).toBeVisible();
  await expect(statement).toBeHidden();

  const carl = await as(browser, 'carl');
  await rpc(carl, 'report_content', { subject_kind: 'post', subject_id: post_id, reason: 'prescription_promotion' });
  await expect(alice.getByText('Promotes a prescription medicine').first()).toBeVisible();
  await alice.keyboard.press('s');
  const dialog = alice.getByRole('dialog');
  await dialog.getByLabel('Days').fill('0');
  await dialog.getByLabel('Reasons for the author').fill('It sells a cream as a medicine.');
  await dialog.getByRole('button', { name: 'Suspend the author' }).click();
  await expect(dialog.getByText('Enter a whole number from 1 to 365')).toBeVisible();
  await dialog.getByLabel('Days').fill('3');
  await dialog.getByRole('button', { name: 'Suspend the author' }).click();
  await expect(dialog).toBeHidden();

  await bruno.reload();
  await expect(bruno.getByText('You cannot post here at the moment.', { exact: false })).toBeVisible();
  await toldOfDecision(bruno, 'It sells a cream as a medicine.');
  const decisions = await rpc<{ rows: { id: string; action: string }[] }>(bruno, 'list_my_decisions', {});
  const decision_id = decisions.rows.find(({ action }) => action === 'suspend')?.id;
  await rpc(bruno, 'appeal_decision', { decision_id, words: 'It was a gift from a friend.' });

  const admin = await asAdmin(browser, `/admin/moderation?channel=${slug}&tab=appeals`);
  const appeal = admin.getByRole('listitem').filter({ hasText: 'It was a gift from a friend.' });
  await appeal.getByRole('button', { name: 'Reverse the decision' }).click();
  await expect(appeal.getByText('Use at least 10 characters.')).toBeVisible();
  await appeal.getByLabel('Your answer to the author').fill('We believe you. Please name no brands.');
  await expectAccessible(admin);
  await appeal.getByRole('button', { name: 'Reverse' }).click();
  await expect(admin.getByText('No appeals to answer.')).toBeVisible();

  await bruno.goto('/community/decisions');
  await expect(bruno.getByText('We believe you. Please name no brands.')).toBeVisible();
  await bruno.goto(`/community/p/${post_id}`);
  await expect(bruno.getByRole('button', { name: 'Write a comment' })).toBeVisible();

  // A moderator can ban the author directly from a post. The ban ends the author's membership.
  await alice.goto(`/community/p/${post_id}`);
  await alice.getByRole('button', { name: 'More actions for this post' }).click();
  await alice.getByRole('button', { name: 'Decide as a moderator' }).click();
  await dialog.getByLabel('Decision').selectOption('ban');
  await dialog.getByLabel('Reasons for the author').fill('The same cream a second time.');
  await dialog.getByRole('button', { name: 'Ban the author' }).click();
  await expect(dialog).toBeHidden();
  await bruno.reload();
  await expect(bruno.getByRole('button', { name: 'Write a comment' })).toBeHidden();
  await alice.goto(`${desk}&tab=log`);
  for (const what of ['Ban', 'Suspension', 'Restored'])
    await expect(alice.getByText(what, { exact: true }).first()).toBeVisible();
});

test('people request to join, are invited, and the last owner names a successor', async ({ browser }) => {
  const alice = await as(browser, 'alice');
  const { slug } = await aCommunity(alice, { name: `Quiet room ${process.pid}`, join_policy: 'request' });
  const carl = await as(browser, 'carl', `/community/f/${slug}`);
  await carl
    .getByRole('button', { name: /^Ask to join/ })
    .first()
    .click();
  await expect(carl.getByRole('button', { name: /^Request sent/ }).first()).toBeVisible();

  await alice.goto(`/community/f/${slug}/members`);
  await expect(alice.getByText('1 person wants to join')).toBeVisible();
  await alice.getByRole('button', { name: /^Accept Carl/ }).click();
  await expect(alice.getByText('1 person wants to join')).toBeHidden();
  const bruno = await as(browser, 'bruno');
  const { handle } = await me(bruno);
  await alice.getByLabel('Handle').fill(`@${handle}`);
  await alice.getByRole('button', { name: 'Invite', exact: true }).click();
  await expect(alice.getByRole('button', { name: /^Cancel invitation for Bruno/ })).toBeVisible();
  await expectAccessible(alice);

  await bruno.goto('/community/invites');
  await bruno.getByRole('button', { name: `Join Quiet room ${process.pid}` }).click();
  await bruno.waitForURL(`**/community/f/${slug}`);
  await expect(bruno.getByRole('button', { name: /^Member/ }).first()).toBeVisible();

  await alice.goto(`/community/f/${slug}`);
  await alice
    .getByRole('button', { name: /^Member Quiet/ })
    .first()
    .click();
  const dialog = alice.getByRole('dialog', { name: 'Who should take over?' });
  await expect(dialog.getByRole('button', { name: 'Make owner and leave' })).toBeDisabled();
  const next = dialog.getByRole('option', { name: `(@${(await me(carl)).handle})` });
  await expect(dialog.getByRole('option', { name: `(@${handle})` })).toBeAttached();
  await dialog.getByLabel('Search members').fill((await me(carl)).handle);
  await expect(dialog.getByRole('option', { name: `(@${handle})` })).not.toBeAttached();
  await dialog.getByLabel('New owner').selectOption(await next.getAttribute('value'));
  await expectAccessible(alice);
  await dialog.getByRole('button', { name: 'Make owner and leave' }).click();
  await expect(dialog).toBeHidden();
  await expect(alice.getByRole('button', { name: /^Ask to join/ }).first()).toBeVisible();

  await carl.goto(`/community/f/${slug}/members`);
  await expect(carl.getByRole('listitem').filter({ hasText: 'Carl' }).getByText('Owner').first()).toBeVisible();
  await carl.getByLabel(/^Role of Bruno/).selectOption('moderator');
  await expect(carl.getByRole('listitem').filter({ hasText: 'Bruno' }).getByText('Moderator').first()).toBeVisible();
  await bruno.goto(`/community/f/${slug}/edit`);
  await expect(bruno.getByLabel('Name')).toBeVisible();
});

test('a post is changed, pinned and closed, and a reader continues where they stopped reading', async ({ browser }) => {
  const alice = await as(browser, 'alice');
  const { channel_id, slug } = await aCommunity(alice);
  const before = `First words ${process.pid}`;
  const { post_id } = await aPost(alice, channel_id, { title: before });
  const carl = await as(browser, 'carl', `/community/p/${post_id}`);
  await expect(carl.getByRole('heading', { name: before })).toBeVisible();
  await rpc(carl, 'mark_read', { post_id });
  // While Carl reads another page, Alice writes new replies.
  await carl.goto('/community/rules');
  for (const body of ['<p>One more day.</p>', '<p>And another.</p>'])
    await rpc(alice, 'create_comment', { post_id, body });
  await carl.goto(`/community/p/${post_id}`);
  await expect(carl.getByText('2 new comments since your last visit')).toBeVisible();
  await carl.getByRole('button', { name: 'Continue where I left off' }).click();
  await expect(carl.locator('[id^=comment-]:focus')).toContainText('One more day.');

  await alice.goto(`/community/p/${post_id}/edit`);
  await expect(alice.getByLabel('Title')).toHaveValue(before);
  await alice.getByLabel('Title').fill(`Better words ${process.pid}`);
  await alice.getByRole('button', { name: 'Save', exact: true }).click();
  await alice.waitForURL(`**/community/p/${post_id}`);
  await expect(alice.getByRole('heading', { name: `Better words ${process.pid}` })).toBeVisible();
  const menu = async (entry: string) => {
    await alice.getByRole('button', { name: 'More actions for this post' }).click();
    await alice.getByRole('button', { name: entry, exact: true }).click();
  };
  await menu('Earlier versions');
  const dialog = alice.getByRole('dialog', { name: 'Earlier versions' });
  await expect(dialog.getByText(before)).toBeVisible();
  await expectAccessible(alice);
  await alice.keyboard.press('Escape');
  await menu('Pin');
  await expect(alice.getByText('Pinned').first()).toBeVisible();
  const locked = alice.waitForResponse('**/rpc/set_locked');
  await menu('Lock');
  await expect(alice.getByText('This discussion is closed. You can read it but not reply.')).toBeVisible();
  await locked;

  await carl.reload();
  await expect(carl.getByText('edited', { exact: false }).first()).toBeVisible();
  await expect(carl.getByText('This discussion is closed.', { exact: true })).toBeVisible();
  await expect(carl.getByRole('button', { name: 'Write a comment' })).toBeHidden();
  await carl.goto('/community/recent');
  await expect(carl.getByRole('link', { name: `Better words ${process.pid}` })).toBeVisible();
  await expectAccessible(carl);
  await carl.goto(`/fr/community/f/${slug}`);
  await expect(carl.getByText('Rosacée').first()).toBeVisible();
});
