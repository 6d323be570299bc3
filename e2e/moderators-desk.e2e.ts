import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { aCommunity, aPost, as, rpc, toldOfDecision } from './support/community.ts';

test.describe.configure({ timeout: 180_000 });

const reports = [
  ['spam', 'Spam in the first community'],
  ['medical_danger', 'Danger in the second community'],
  ['harassment', 'An insult in the third community'],
] as const;

/**
 * Makes a reported post in each of three communities. The communities are new, because other tests report posts in
 * other communities of the same moderator.
 */
async function aDesk(owner: Page, author: Page, reporter: Page, mark: string) {
  const slugs: string[] = [];
  for (const [reason, title] of reports) {
    const { channel_id, slug } = await aCommunity(owner);
    const { post_id } = await aPost(author, channel_id, { title: `${title} ${mark}` });
    await rpc(reporter, 'report_content', { subject_kind: 'post', subject_id: post_id, reason });
    slugs.push(slug);
  }
  return slugs;
}

for (const width of [390, 1440])
  test(`a moderator of three communities sees all open reports, decides in bulk and undoes it, at ${width} px`, async ({
    browser,
  }) => {
    const mark = `${width} ${process.pid}`;
    const [alice, bruno, carl] = [
      await as(browser, 'alice'),
      await as(browser, 'colleague'),
      await as(browser, 'carl'),
    ];
    await alice.setViewportSize({ width, height: 900 });
    const [first = ''] = await aDesk(alice, bruno, carl, mark);
    await alice.goto('/community/moderation');
    const cases = alice.locator('ol > li[id^=case-]').filter({ hasText: mark });
    await expect(cases).toHaveCount(3);
    await expect(cases.nth(0)).toContainText('Danger in the second community');
    await expect(cases.nth(2)).toContainText('Spam in the first community');
    await expect(alice.getByRole('combobox').locator('option').first()).toHaveText(/All communities \(\d+\)/);
    await cases.nth(0).getByRole('button', { name: 'Show in thread' }).click();
    await expect(cases.nth(0).getByRole('list', { name: 'Reported text in its thread' })).toContainText('Reported');
    await expectAccessible(alice);

    await alice.getByRole('link', { name: /^Spam or advertising \d/ }).click();
    await expect(cases).toHaveCount(1);
    await expect(alice).toHaveURL(/reason=spam/);
    await alice.goto(`/community/moderation?channel=${first}&reason=illegal`);
    await expect(alice.getByText('No open reports for this reason')).toBeVisible();
    await alice.getByRole('button', { name: 'Show all reasons' }).click();
    await expect(cases).toHaveCount(1);

    await alice.goto('/community/moderation');
    for (const n of [1, 2]) await cases.nth(n).getByRole('checkbox').check();
    await alice.getByRole('group', { name: 'Selected reports' }).getByRole('button', { name: 'Remove' }).click();
    const dialog = alice.getByRole('dialog');
    await expect(dialog.getByText('gets your reasons.', { exact: false })).toHaveCount(2);
    const statement = `Both do not belong here ${mark}.`;
    await dialog.getByLabel('Reasons for the author').fill(statement);
    await expectAccessible(alice);
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await expect(cases).toHaveCount(1);
    await alice.getByRole('button', { name: 'Undo' }).click();
    await expect(alice.getByText('Undone. No one was told.')).toBeVisible();
    await expect(cases).toHaveCount(3);

    await cases.nth(0).getByRole('button', { name: 'Remove' }).click();
    await dialog.getByLabel('Reasons for the author').fill(`Only this one is told ${mark}.`);
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await expect(cases).toHaveCount(2);
    await toldOfDecision(bruno, `Only this one is told ${mark}.`);
    expect(JSON.stringify(await rpc(bruno, 'list_my_decisions'))).not.toContain(statement);
    await alice.goto('/community/moderation?tab=log');
    await expect(alice.getByText('Undone', { exact: true }).first()).toBeVisible();
    for (const page of [alice, bruno, carl]) await page.context().close();
  });

test('if a reported text is edited, the moderator reads the new text before deciding, and the typed statement stays', async ({
  browser,
}) => {
  const mark = `edited ${process.pid}`;
  const [alice, bruno, carl] = [await as(browser, 'alice'), await as(browser, 'colleague'), await as(browser, 'carl')];
  const { channel_id, slug } = await aCommunity(alice);
  const title = `Twenty units ${mark}`;
  const { post_id } = await aPost(bruno, channel_id, { title });
  await rpc(carl, 'report_content', { subject_kind: 'post', subject_id: post_id, reason: 'medical_danger' });
  await alice.goto(`/community/moderation?channel=${slug}`);
  const found = alice.locator('ol > li[id^=case-]').filter({ hasText: mark });
  await found.getByRole('checkbox').check();
  await found.getByRole('button', { name: 'Remove' }).click();
  const dialog = alice.getByRole('dialog');
  const statement = `It names a dose ${mark}.`;
  await dialog.getByLabel('Reasons for the author').fill(statement);

  await rpc(bruno, 'edit_post', { post_id, version: 1, title, body: '<p>Ask your doctor.</p>', tags: [] });
  const remove = dialog.getByRole('button', { name: 'Remove' });
  await remove.click();
  await expect(dialog.getByRole('alert')).toContainText('The text has changed since you opened it.');
  await expect(dialog.getByRole('region', { name: 'The text now' })).toContainText('Ask your doctor.');
  await expect(remove).toBeDisabled();
  await expectAccessible(alice);
  await dialog.getByRole('button', { name: 'Decide about this text' }).click();
  await expect(dialog.getByLabel('Reasons for the author')).toHaveValue(statement);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(found.getByRole('checkbox')).not.toBeChecked();
  for (const page of [alice, bruno, carl]) await page.context().close();
});
