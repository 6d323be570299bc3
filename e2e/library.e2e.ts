import { expect, test } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { aCommunity, aPost, as, editorIn, rpc } from './support/community.ts';

test('an owner and an author open a thread to the web, and a visitor from a search engine reads it', async ({
  browser,
  page: visitor,
}) => {
  test.setTimeout(120_000);
  const owner = await as(browser, 'alice');
  const { channel_id, slug } = await aCommunity(owner);
  const author = await as(browser, 'carl');
  await rpc(author, 'rpc_join_channel', { channel_id });
  const { post_id } = await aPost(author, channel_id, {
    title: 'How long does redness last after a peel?',
    body: '<p>Day 4, and <strong>still red</strong>.</p>',
    tags: ['Peeling'],
  });
  await rpc(author, 'create_comment', { post_id, body: '<p>For members only.</p>' });

  await owner.goto(`/community/f/${slug}/edit`);
  await owner.getByRole('checkbox', { name: 'Open to the web' }).check();
  await owner.getByRole('button', { name: 'Save' }).click();
  await owner.waitForURL(`**/community/f/${slug}`);

  const address = `/library/${slug}/${post_id}`;
  expect((await visitor.goto(address))?.status()).toBe(404);
  await author.goto(`/community/p/${post_id}`);
  await author.getByRole('button', { name: 'More actions for this post' }).click();
  await author.getByRole('button', { name: 'Show on the web' }).click();
  const dialog = author.getByRole('dialog');
  await expect(dialog.getByText('Earlier ones stay with members.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Show on the web' }).click();
  await expect(author.getByText('Your thread is on the web')).toBeVisible();

  await owner.goto(`/community/p/${post_id}`);
  await owner.getByRole('button', { name: 'Write a comment' }).click();
  await editorIn(owner).fill('Mine took six days.');
  await expect(owner.getByText('Your answer appears there too')).toBeVisible();
  await owner.keyboard.press('Control+Enter');
  await expect(owner.getByRole('article').getByText('Mine took six days.')).toBeVisible();

  for (const [path, width, heading] of [
    [address, 1440, '1 answer'],
    [`/fr${address}`, 390, '1 réponse'],
  ] as const) {
    await visitor.setViewportSize({ width, height: 900 });
    expect((await visitor.goto(path))?.status()).toBe(200);
    await expect(visitor.getByRole('heading', { name: heading })).toBeVisible();
    await expect(visitor.getByText('Mine took six days.')).toBeVisible();
    await expect(visitor.getByText('For members only.')).toHaveCount(0);
    expect(await visitor.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    await expectAccessible(visitor);
  }
  const data = JSON.parse(await visitor.locator('script[type="application/ld+json"]').innerText()) as {
    '@type': string;
    mainEntity: { answerCount: number };
  };
  expect(data).toMatchObject({ '@type': 'QAPage', mainEntity: { answerCount: 1 } });
  await visitor.goto(`/library/${slug}?tag=peeling`);
  await visitor.getByRole('link', { name: 'How long does redness last after a peel?' }).click();
  await visitor.getByRole('link', { name: 'Open in the community' }).click();
  await visitor.waitForURL('**/login?**');

  await author.getByRole('button', { name: 'More actions for this post' }).click();
  await author.getByRole('button', { name: 'Take off the web' }).click();
  await dialog.getByRole('button', { name: 'Take off the web' }).click();
  await expect(author.getByText('for members again')).toBeVisible();
  expect((await visitor.goto(address))?.status()).toBe(404);
});

for (const [width, prefix, name] of [
  [390, '/fr', 'Montrer cette discussion sur le web'],
  [1440, '', 'Show this thread on the web'],
] as const)
  test(`the form offers the public web only in a community that is public, at ${width} px`, async ({ browser }) => {
    test.setTimeout(120_000);
    const owner = await as(browser, 'alice');
    const [open, inside] = [await aCommunity(owner), await aCommunity(owner)];
    await rpc(owner, 'set_channel_on_web', { channel_id: open.channel_id, is_on_web: true });
    const author = await as(browser, 'carl');
    for (const { channel_id } of [open, inside]) await rpc(author, 'rpc_join_channel', { channel_id });

    await author.setViewportSize({ width, height: 900 });
    await author.goto(`${prefix}/community/new-post?in=${open.slug}`);
    const box = author.getByRole('checkbox', { name });
    await expect(box).not.toBeChecked();
    await box.check();
    await expectAccessible(author);
    expect(await author.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    const place = author.getByRole('combobox').first();
    await place.selectOption(inside.channel_id);
    await expect(box).toHaveCount(0);
    await place.selectOption(open.channel_id);
    await expect(box).toBeChecked();
  });
