import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { aCommunity, aPost, as, editorIn, picture, rpc, toldOf, toldOfDecision } from './support/community.ts';

/** Browser tests of communities on the running service, from making a community to an appeal. */

async function makeCommunity(page: Page, name: string): Promise<string> {
  await page.goto('/community/new');
  const next = page.getByRole('button', { name: /^Next/ });
  await page.getByLabel('Name').fill('ab');
  await page.getByLabel('Description').fill('Too short');
  await expect(next).toBeDisabled();
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Description').fill('For skin that answers back. Slow routines.');
  await next.click();
  await page.locator('[data-picture=banner]').setInputFiles(await picture(1600, 400));
  await expect(page.getByAltText('Banner of the community')).toBeVisible();
  await page.locator('[data-picture=icon]').setInputFiles(await picture(100, 100));
  await expect(page.locator('.field__note--error')).toBeVisible();
  // On a slow connection, the founder may already be at a later step when the upload of the image ends. The end of the
  // upload must not remove the input of that step.
  const { promise: held, resolve: arrive } = Promise.withResolvers<void>();
  await page.route('**/rpc/upload_community_image', (route) => held.then(() => route.continue()), { times: 1 });
  await page.locator('[data-picture=icon]').setInputFiles(await picture(256, 256));
  await next.click();
  for (const theme of ['Rosacea', 'Sun care']) await page.getByRole('button', { name: theme }).click();
  arrive();
  await expect(page.locator('aside img')).toHaveCount(2);
  await expect(page.getByRole('button', { name: 'Rosacea' })).toHaveAttribute('aria-pressed', 'true');
  await next.click();
  await expect(page.getByText('Reserved for Essential/Plus/Elite members')).toBeVisible();
  await expect(page.getByText('Created —, Members 1 online')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Create Community' }).click();
  await page.waitForURL('**/community/f/*?created=1');
  await expect(page.getByText('Your community has been created.')).toBeVisible();
  await expect(page.getByText('Your community has been created.')).toBeHidden({ timeout: 8000 });
  return new URL(page.url()).pathname.split('/').at(-1) ?? '';
}

async function writePost(page: Page, slug: string, title: string) {
  await page.goto(`/community/new-post?in=${slug}`);
  const publish = page.getByRole('button', { name: 'Publish' });
  await expect(publish).toBeDisabled();
  await expect(page.getByText('Please provide a title and content.')).toBeVisible();
  await page.getByLabel('Title').fill(title);
  const editor = editorIn(page);
  await editor.click();
  await page.keyboard.type('Look at the days: ');
  await page.getByRole('button', { name: 'Bold' }).click();
  await page.keyboard.type('day three');
  await page.getByRole('button', { name: 'Link', exact: true }).click();
  await page.getByLabel('Address').fill('javascript:alert(1)');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Enter a valid web address.')).toBeVisible();
  await page.getByLabel('Address').fill('example.org/peel');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Table', exact: true }).click();
  await page.getByLabel('Rows').fill('0');
  await page.getByRole('button', { name: 'Insert table' }).click();
  await expect(page.getByText('Enter a whole number from 1 to 20')).toBeVisible();
  await page.getByLabel('Rows').fill('2');
  await page.getByLabel('Columns').fill('2');
  await page.getByRole('button', { name: 'Insert table' }).click();
  await expect(editor).toBeFocused();
  await page.keyboard.type('Day');
  await page.locator('input[type=file]').setInputFiles(await picture(400, 300));
  await page.getByLabel('Who is in it?').selectOption('other');
  await page.getByRole('button', { name: 'Insert image' }).click();
  await expect(page.getByText('You need their consent to show this photo.')).toBeVisible();
  await page.getByLabel('Who is in it?').selectOption('nobody');
  await page.getByRole('button', { name: 'Insert image' }).click();
  await expect(editor.locator('img')).toBeVisible();
  await expect(editor).toBeFocused();
  await page.keyboard.type('Seen from the side.');
  await expect(editor.locator('img')).toBeVisible();
  await page.getByRole('radio', { name: 'Preview' }).click();
  const preview = page.getByRole('region', { name: 'Preview' }).getByRole('img');
  await expect.poll(() => preview.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await page.getByRole('radio', { name: 'Write' }).click();
  await expectAccessible(page);
  await publish.click();
  await page.waitForURL(`**/community/f/${slug}`);
}

test('a member creates a community and writes a post in it, which other members read', async ({ browser }) => {
  test.setTimeout(120_000);
  const alice = await as(browser, 'alice');
  const slug = await makeCommunity(alice, `Sensitive Skin ${process.pid}`);
  const title = `What helped on day three ${process.pid}`;
  await writePost(alice, slug, title);
  await alice.getByRole('link', { name: title }).click();
  const article = alice.locator('main article').first();
  // `writePost` left the cursor in the first table cell, so the image and the text after it are in that cell.
  await expect(article.locator('table th').first()).toHaveText(/^Day\s*Seen from the side\.$/);
  await expect(article.locator('img')).toBeVisible();
  await expect(article.getByRole('link', { name: 'example.org/peel' })).toHaveAttribute('rel', /nofollow/);
});

test('a post is answered and reported, a moderator decides with reasons, and the author appeals', async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const alice = await as(browser, 'alice');
  const { channel_id, slug } = await aCommunity(alice);
  const title = `How long does redness stay ${process.pid}`;
  const { post_id } = await aPost(alice, channel_id, { title });
  const path = `/community/p/${post_id}`;

  const bruno = await as(browser, 'bruno');
  await bruno.getByRole('link', { name: title }).click();
  await bruno.waitForURL(`**${path}`);
  const like = bruno.getByRole('button', { name: 'Like' }).first();
  await like.click();
  await expect(like).toHaveAttribute('aria-pressed', 'true');
  const { me } = await rpc<{ me: { handle: string } }>(alice, 'get_my_community');
  await bruno.getByRole('button', { name: 'Write a comment' }).click();
  await editorIn(bruno).click();
  await bruno.keyboard.type(`Thank you @${me.handle.slice(0, 4)}`);
  await bruno.getByRole('button', { name: /Alice/ }).click();
  await bruno.keyboard.type('this calmed me.');
  await bruno.getByRole('button', { name: 'Reply', exact: true }).last().click();
  await expect(bruno.getByText('this calmed me.')).toBeVisible();
  await expectAccessible(bruno);

  await toldOf(alice, title);
  await alice.goto('/community/notifications');
  await alice.getByText(new RegExp(`mentioned you in .*${title}`)).click();
  await expect(alice.getByText('this calmed me.')).toBeVisible();

  const carl = await as(browser, 'carl', path);
  await carl.getByRole('button', { name: 'Report', exact: true }).click();
  await carl.getByLabel('Dangerous medical advice').check();
  await carl.getByRole('button', { name: 'Send report' }).click();
  await expect(carl.getByText('The moderators will look at it. We will tell you what they decide.')).toBeVisible();

  await alice.goto(`/community/moderation?channel=${slug}`);
  await expect(alice.getByText('Dangerous medical advice').first()).toBeVisible();
  await expectAccessible(alice);
  await alice.keyboard.press('r');
  const dialog = alice.getByRole('dialog');
  await expect(dialog.getByLabel('Reasons for the author')).toHaveValue(/medical advice that could harm someone/);
  await dialog.getByLabel('Reasons for the author').fill('');
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(dialog.getByText('Use at least 10 characters.')).toBeVisible();
  await dialog.getByLabel('Reasons for the author').fill('It told others to stop their medicine.');
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(alice.getByText('Nothing to review')).toBeVisible();

  await toldOfDecision(bruno, 'It told others to stop their medicine.');
  await bruno.goto('/community/decisions');
  const decision = bruno.getByRole('listitem').filter({ hasText: `fl@${slug}` });
  await expect(decision.getByText('It told others to stop their medicine.')).toBeVisible();
  await decision.getByRole('button', { name: 'Appeal this decision' }).click();
  await bruno.getByLabel('Why should we review this decision?').fill('I only said that it calmed me.');
  await bruno.getByRole('button', { name: 'Send' }).click();
  await expect(decision.getByText('Not answered yet.')).toBeVisible();
  await carl.reload();
  await expect(carl.getByText('Nobody has replied yet.')).toBeVisible();
  await expect(carl.getByText('this calmed me.')).toHaveCount(0);
});

test('others do not find a community for paying members, and the view toggle shows them the reason for three seconds', async ({
  browser,
}) => {
  const alice = await as(browser, 'alice');
  const { channel_id, slug } = await aCommunity(alice, { visibility: 'paid' });
  const title = `Only for members ${process.pid}`;
  const { post_id } = await aPost(alice, channel_id, { title });
  const carl = await as(browser, 'carl', `/community/f/${slug}`);
  await expect(carl.getByText('Community not found.')).toBeVisible();
  await carl.goto(`/community/p/${post_id}`);
  await expect(carl.getByText('This post does not exist.')).toBeVisible();
  await carl.goto(`/community/search?q=${encodeURIComponent(title)}`);
  await expect(carl.getByText(/Nothing found for/)).toBeVisible();
  await carl.goto('/community');
  await expect(carl.getByText('You are on the Free plan.')).toBeVisible();
  await carl.getByRole('radio', { name: 'Exclusive' }).click();
  await expect(carl.getByText('Exclusive content requires Premium.')).toBeVisible();
  await expect(carl.getByText('Exclusive content requires Premium.')).toBeHidden({ timeout: 8000 });
  expect(await carl.evaluate(() => localStorage.getItem('fl.community.view'))).toBeNull();
  await expect(carl.getByRole('link', { name: title })).toHaveCount(0);
  const bruno = await as(browser, 'bruno', `/community/p/${post_id}`);
  await expect(bruno.getByRole('heading', { name: title })).toBeVisible();
  // A document contains only what its reader may read, and no cache stores the document.
  for (const path of [`/community/p/${post_id}`, `/community/f/${slug}`, '/community']) {
    const [open, closed] = await Promise.all([bruno.request.get(path), carl.request.get(path)]);
    expect(open.headers()['cache-control'], path).toBe('no-store');
    const [shown, hidden] = await Promise.all([open.text(), closed.text()]);
    expect(/<first-view.*<\/first-view>/s.exec(shown)?.[0], path).toContain(title);
    expect(hidden, path).not.toContain(title);
    expect(hidden, path).not.toContain(slug);
  }
  const visitor = await carl.context().browser()?.newContext();
  expect(await (await visitor?.request.get('/community'))?.text()).not.toContain('first-answers');
  await visitor?.close();
  await alice.reload();
  await alice.getByRole('radio', { name: 'Exclusive' }).click();
  await expect(alice.getByRole('link', { name: title })).toBeVisible();
  expect(await alice.evaluate(() => localStorage.getItem('fl.community.view'))).toBe('exclusive');
});

test('a draft that was typed without a connection is kept and restored', async ({ browser }) => {
  const page = await as(browser, 'bruno', '/community/new-post');
  await page.getByLabel('Title').fill('Written on the train');
  await editorIn(page).click();
  const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/rpc/save_draft'));
  await page.context().setOffline(true);
  await page.keyboard.type('Between two tunnels');
  await failed;
  await expect(page.getByText('Draft kept on this device')).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByText('Draft saved')).toBeVisible();
  await page.reload();
  await expect(page.getByText('We restored your draft')).toBeVisible();
  await expect(page.getByLabel('Title')).toHaveValue('Written on the train');
  await expect(editorIn(page)).toHaveText('Between two tunnels');
  await page.getByRole('button', { name: 'Start over' }).click();
  await expect(page.getByLabel('Title')).toHaveValue('');
});

test('a post that is written while the feed loads is added, although the feed was read before', async ({ browser }) => {
  const reader = await as(browser, 'alice', '/community/explore');
  const writer = await as(browser, 'carl');
  const { channel_id } = await aCommunity(writer);
  const { promise: held, resolve: arrive } = Promise.withResolvers<void>();
  const { promise: read, resolve: wasRead } = Promise.withResolvers<void>();
  await reader.route(
    '**/rpc/list_feed',
    async (route) => {
      const response = await route.fetch();
      wasRead();
      await held;
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  await reader.getByRole('link', { name: 'Home', exact: true }).click();
  await read;
  const title = `Written meanwhile ${process.pid}`;
  const looked = reader.waitForResponse('**/rpc/list_feed');
  await aPost(writer, channel_id, { title });
  await looked;
  arrive();
  await expect(reader.getByRole('link', { name: title })).toBeVisible();
});

test('a new post is added to an open feed without a reload, and a failed like is removed', async ({ browser }) => {
  const reader = await as(browser, 'alice');
  const writer = await as(browser, 'carl');
  const { channel_id } = await aCommunity(writer);
  // Opens an empty page first. Otherwise the test could mistake the event stream of the previous page for the stream of
  // the new page.
  const feed = reader.url();
  await reader.goto('about:blank');
  const listens = reader.waitForResponse('**/api/events?*');
  await reader.goto(feed);
  await listens;
  await expect(reader.getByRole('heading', { level: 1 })).toBeVisible();
  const title = `Fresh from the clinic ${process.pid}`;
  await aPost(writer, channel_id, { title });
  const asked = performance.now();
  await expect(reader.getByRole('link', { name: title })).toBeVisible({ timeout: 6000 });
  console.log(`the post stood in the feed after ${Math.round(performance.now() - asked)} ms`);
  const card = reader.getByRole('article', { name: title });
  await reader.route('**/rpc/set_liked', (route) => route.fulfill({ status: 500, body: '{}' }));
  await card.getByRole('button', { name: 'Like' }).first().click();
  await expect(reader.locator('.toast--error')).toBeVisible();
  await expect(card.getByRole('button', { name: 'Like' }).first()).toHaveAttribute('aria-pressed', 'false');
});

test('only owners and moderators can edit a community, and their changes are shown', async ({ browser }) => {
  const alice = await as(browser, 'alice');
  const { slug } = await aCommunity(alice);
  const carl = await as(browser, 'carl', `/community/f/${slug}/edit`);
  await expect(carl.getByText(`You must be an owner or moderator of fl@${slug} to edit this community.`)).toBeVisible();
  await alice.goto(`/community/f/${slug}/edit`);
  await alice.getByLabel('Name').fill('Calmer skin');
  await alice.getByRole('button', { name: 'Add theme' }).click();
  // A theme counts without Enter. The open field keeps its place, so the next click does not miss.
  await alice.getByLabel('Theme name').fill('Mountain air');
  await alice.getByRole('button', { name: 'Add a rule' }).click();
  await alice.getByLabel('Rule 1', { exact: true }).fill('No prices.');
  await expectAccessible(alice);
  await alice.getByRole('button', { name: 'Save' }).click();
  await alice.waitForURL(`**/community/f/${slug}`);
  await expect(alice.getByText('Community updated ✅')).toBeVisible();
  await expect(alice.getByRole('heading', { name: 'Calmer skin', level: 1 })).toBeVisible();
  await expect(alice.getByText('Mountain air')).toBeVisible();
  await expect(alice.getByText('No prices.')).toBeVisible();
});

test('after a colleague changed the themes of a community, all other typed settings can still be saved', async ({
  browser,
}) => {
  const alice = await as(browser, 'alice');
  const { channel_id, slug } = await aCommunity(alice);
  await alice.goto(`/community/f/${slug}/edit`);
  const name = alice.getByLabel('Name', { exact: true });
  await name.fill('Calmer skin');
  await alice.getByRole('button', { name: 'Add theme' }).click();
  await alice.getByLabel('Theme name').fill('Mountain air');
  await rpc(alice, 'set_channel_themes', { channel_id, themes: ['Forest air', 'River air'] });
  const save = alice.getByRole('button', { name: 'Save' });
  await save.click();
  await expect(alice.getByRole('alert')).toContainText('This has changed since');
  // The name is stored by now. It can still be changed.
  await name.fill('Calmest skin');
  await alice.getByRole('button', { name: 'Load the new version' }).click();
  for (const theme of ['Forest air', 'River air'])
    await expect(alice.getByRole('button', { name: `Remove ${theme}` })).toBeVisible();
  await expect(alice.getByLabel('Theme name')).toHaveValue('');
  await expect(name).toHaveValue('Calmest skin');
  await alice.getByLabel('Theme name').fill('Sea air');
  await save.click();
  await alice.waitForURL(`**/community/f/${slug}`);
  await expect(alice.getByRole('heading', { name: 'Calmest skin', level: 1 })).toBeVisible();
  for (const theme of ['Forest air', 'River air', 'Sea air']) await expect(alice.getByText(theme)).toBeVisible();
  await alice.context().close();
});

const pages = [
  '',
  '/most-popular',
  '/hot-topics',
  '/expert-articles',
  '/explore',
  '/manage',
  '/saved',
  '/notifications',
  '/invites',
  '/decisions',
  '/search?q=peel',
  '/code-of-conduct',
  '/rules',
  '/t/nothing-here',
  '/c/botox',
];

for (const language of ['en', 'fr'] as const) {
  test(`trust 27: every page of the community is accessible and in ${language}`, async ({ browser }) => {
    test.setTimeout(240_000);
    const prefix = language === 'fr' ? '/fr' : '';
    const page = await as(browser, 'alice', `${prefix}/community`);
    for (const path of pages) {
      await page.goto(`${prefix}/community${path}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
      await expectAccessible(page);
    }
    await page.goto(`${prefix}/community/t/nothing-here`);
    const sentence =
      language === 'fr' ? /Aucune publication trouvée pour «\s*nothing-here\s*»/ : 'No posts found for "nothing-here".';
    await expect(page.getByText(sentence)).toBeVisible();
  });
}

test('a visitor of the community is sent to the sign-in, and an unknown address is a 404', async ({ page }) => {
  await page.goto('/community/explore');
  await page.waitForURL('**/login?return=%2Fcommunity%2Fexplore');
  expect((await page.goto('/community/nowhere/at/all'))?.status()).toBe(404);
  await page.goto('/community-diagnostic');
  await expect(page.getByText('Nobody is signed in')).toBeVisible();
});
