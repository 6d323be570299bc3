import { expect, test } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { aCommunity, aPost, as, rpc } from './support/community.ts';

test('a returning member sees the news, threads mark new comments at once, and the weekly email has a preview', async ({
  browser,
}) => {
  test.setTimeout(150_000);
  const alice = await as(browser, 'alice');
  const { channel_id } = await aCommunity(alice, { name: `Evening walk ${process.pid}` });
  const bruno = await as(browser, 'bruno');
  await rpc(bruno, 'rpc_join_channel', { channel_id });
  const title = `A slow week ${process.pid}`;
  const { post_id } = await aPost(alice, channel_id, { title });

  const preview = bruno.getByRole('dialog');
  await bruno.goto('/account/profile');
  await bruno.getByRole('button', { name: 'Preview the email' }).click();
  await expect(preview.getByText(`– ${title}`)).toBeVisible();
  await expect(preview.getByText('New in your communities on Flaira')).toBeVisible();
  await expectAccessible(bruno);
  await bruno.keyboard.press('Escape');
  const weekly = bruno.getByRole('switch', { name: 'Weekly community email' });
  await expect(weekly).not.toBeChecked();
  await weekly.click();
  await expect(weekly).toBeChecked();
  await expect(weekly).toBeEnabled();
  await bruno.reload();
  await expect(weekly).toBeChecked();

  const isRead = bruno.waitForResponse('**/rpc/mark_read');
  await bruno.goto(`/community/p/${post_id}`);
  await isRead;
  // The page sends this call once React has hydrated it. The page then opens its stream of live events.
  const isAlive = bruno.waitForResponse('**/rpc/get_since_last_visit');
  await bruno.goto('/community');
  await isAlive;
  const card = bruno.getByRole('article', { name: title });
  await expect(card).toBeVisible();
  await rpc(alice, 'create_comment', { post_id, body: '<p>Warm water helped.</p>' });
  await expect(card.getByRole('link', { name: '1 new' })).toBeVisible();

  const day_ms = 86_400_000;
  const threads = [
    { post_id, title, is_by_practitioner: true },
    {
      post_id: channel_id,
      title: 'Redness on the ninth day, and what to put on it in the evening',
      is_by_practitioner: false,
    },
  ];
  const news = {
    since: new Date(Date.now() - 3 * day_ms).toISOString(),
    posts_count: 12,
    answers_count: 3,
    practitioner_answers_count: 1,
    threads,
  };
  await bruno.route('**/rpc/get_since_last_visit', (route) => route.fulfill({ json: { news } }));
  await bruno.reload();
  const since = bruno.getByRole('region', { name: 'Since your last visit' });
  await expect(since.getByRole('link', { name: '12 new posts in your communities' })).toBeVisible();
  await expect(since.getByRole('link', { name: title })).toHaveAttribute('href', `/community/p/${post_id}?resume=1`);
  await expectAccessible(bruno);
  const told = bruno.waitForRequest('**/rpc/close_since_last_visit');
  await since.getByRole('button', { name: /^Close/ }).click();
  await told;
  await expect(since).toHaveCount(0);
});
