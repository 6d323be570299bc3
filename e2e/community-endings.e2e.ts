import { expect, test } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { aCommunity, aPost, as, rpc, toldOf } from './support/community.ts';

test('a reporter is notified of the receipt and the decision, and requests a review', async ({ browser }) => {
  test.setTimeout(120_000);
  const alice = await as(browser, 'alice');
  const { channel_id } = await aCommunity(alice);
  const title = `Where to buy it ${process.pid}`;
  const { post_id } = await aPost(alice, channel_id, { title });

  const carl = await as(browser, 'carl', `/community/p/${post_id}`);
  await carl.getByRole('button', { name: 'More actions for this post' }).click();
  await carl
    .getByRole('menuitem', { name: 'Report' })
    .or(carl.getByRole('button', { name: 'Report', exact: true }))
    .first()
    .click();
  const dialog = carl.getByRole('dialog');
  await expect(dialog.getByText(/We confirm your report at once/)).toBeVisible();
  await dialog.getByLabel('Spam or advertising').check();
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await carl.getByRole('button', { name: 'See my reports' }).click();
  const mine = carl.getByRole('listitem').filter({ hasText: title });
  await expect(mine.getByText('Being reviewed')).toBeVisible();
  await toldOf(carl, 'report_received');
  await expectAccessible(carl);

  // Alice owns the community, but moderators cannot dismiss reports about their own texts. So an administrator decides.
  const admin = await as(browser, 'admin', '/admin');
  await rpc(admin, 'moderate', { subject_kind: 'post', subject_id: post_id, version: 1, action: 'dismiss' });
  await toldOf(carl, 'report_decided', 40_000);
  await carl.reload();
  await expect(mine.getByText('The moderators took no action.')).toBeVisible();
  await mine.getByRole('button', { name: 'Ask for another look' }).click();
  await carl.getByLabel('Why should we look at your report again?').fill('The shop is named in the last line.');
  await carl.getByRole('button', { name: 'Send appeal' }).click();
  await expect(mine.getByText('Not answered yet.')).toBeVisible();

  await admin.goto('/admin/moderation?tab=appeals');
  await expect(admin.getByText('Someone who reported it asks for another look').first()).toBeVisible();
});

test('an owner archives a community, opens it again, and requests and cancels its deletion', async ({ browser }) => {
  test.setTimeout(120_000);
  const alice = await as(browser, 'alice');
  const { channel_id, slug } = await aCommunity(alice);
  const { post_id } = await aPost(alice, channel_id, { title: `The last words ${process.pid}` });
  await alice.goto(`/community/f/${slug}/edit`);
  await expect(alice.getByRole('heading', { name: 'Leaving, archiving, deleting' })).toBeVisible();
  await expectAccessible(alice);
  await alice.getByRole('button', { name: 'Archive', exact: true }).click();
  await expect(alice.getByRole('heading', { name: 'Archived' })).toBeVisible();
  await alice.goto(`/community/p/${post_id}`);
  await expect(alice.getByText('This community is read-only. Nobody can post in it.')).toBeVisible();
  await alice.goto(`/community/f/${slug}`);
  await expect(alice.getByText('This community is archived.')).toBeVisible();
  await alice.getByRole('button', { name: 'Open again' }).click();
  await expect(alice.getByRole('link', { name: 'Write a post' }).first()).toBeVisible();

  await alice.goto(`/community/f/${slug}/edit`);
  await alice.getByRole('button', { name: 'Delete', exact: true }).click();
  const dialog = alice.getByRole('dialog');
  await dialog.getByLabel(`To confirm, type ${slug}`).fill('another');
  await dialog.getByRole('button', { name: 'Delete the community' }).click();
  await expect(dialog.getByText('This is not the address of this community.')).toBeVisible();
  await expectAccessible(alice);
  await dialog.getByLabel(`To confirm, type ${slug}`).fill(slug);
  await dialog.getByRole('button', { name: 'Delete the community' }).click();
  await expect(alice.getByRole('heading', { name: /^Will be deleted on/ })).toBeVisible();
  await alice.getByRole('button', { name: 'Keep the community' }).click();
  await expect(alice.getByRole('heading', { name: 'Delete', exact: true })).toBeVisible();
});

test('joined communities are in the navigation with their unread posts, on a phone too', async ({ browser }) => {
  const alice = await as(browser, 'alice');
  const name = `Quiet evening ${process.pid} corner`;
  const { channel_id, slug } = await aCommunity(alice, { name });
  const bruno = await as(browser, 'bruno');
  await rpc(bruno, 'rpc_join_channel', { channel_id });
  await bruno.reload();
  const nav = bruno.getByRole('navigation', { name: 'Community' });
  await expect(nav.getByRole('link', { name, exact: true })).toBeVisible();
  await aPost(alice, channel_id);
  // The page shows the new post without a reload.
  await expect(nav.getByRole('link', { name: `${name} 1 new post` })).toBeVisible();
  await bruno.setViewportSize({ width: 390, height: 844 });
  await bruno.getByRole('button', { name: 'Menu' }).click();
  await bruno
    .getByRole('dialog')
    .getByRole('link', { name: new RegExp(name) })
    .click();
  await bruno.waitForURL(`**/community/f/${slug}`);
  await bruno.getByRole('button', { name: 'Menu' }).click();
  await expect(bruno.getByRole('dialog').getByRole('link', { name: 'All communities' })).toBeVisible();
  await expect(bruno.getByRole('dialog').getByRole('link', { name: `${name} 1 new post` })).toHaveCount(0);
});
