import { expect, type Page, test } from '@playwright/test';
import { aCommunity, aPost, as, editorIn, rpc, toldOf } from './support/community.ts';
import { attacks, formatting } from './support/xss.ts';

/**
 * Watches for faults on a page that shows texts of other people, in a real browser with the site's content policy. A
 * fault is code from such a text that the browser ran, an attribute that could run code, or a request to another site.
 * The returned function expects that there was no fault.
 */
async function watched(page: Page) {
  const seen: string[] = [];
  await page.addInitScript(() => {
    Object.assign(window, { pwned: () => document.documentElement.setAttribute('data-pwned', '1') });
  });
  page.on('dialog', (dialog) => {
    seen.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    const { protocol, host } = new URL(request.url());
    if (protocol.startsWith('http') && host !== new URL(page.url()).host) seen.push(`request ${request.url()}`);
  });
  return async () => {
    await page.mouse.move(600, 400);
    expect(seen).toEqual([]);
    expect(await page.locator('html').getAttribute('data-pwned')).toBeNull();
    const handlers = await page.evaluate(() =>
      [...document.querySelectorAll('main *')].flatMap((element) =>
        [...element.attributes]
          .filter(({ name, value }) => name.startsWith('on') || /^\s*(javascript|vbscript):/i.test(value))
          .map(({ name }) => name),
      ),
    );
    expect(handlers).toEqual([]);
  };
}

async function expectFormatting(page: Page) {
  const text = page.locator('main article').first();
  for (const name of ['strong', 'em', 'u', 'ul > li', 'ol > li', 'blockquote', 'table th', 'table td'])
    await expect(text.locator(name).first(), name).toBeVisible();
  const link = text.getByRole('link', { name: 'source' });
  await expect(link).toHaveAttribute('href', 'https://example.org/skin');
  await expect(link).toHaveAttribute('rel', /nofollow/);
  await expect(text.getByRole('button', { name: 'Play here' })).toBeVisible();
}

test('trust 21: scripts in posts and comments do not run, and the intended formatting is kept', async ({ browser }) => {
  const page = await as(browser, 'colleague');
  const { channel_id, slug } = await aCommunity(page);
  const { post_id } = await aPost(page, channel_id, {
    title: '<img src=x onerror=window.pwned(1)>',
    body: formatting + attacks.join('\n'),
  });
  await rpc(page, 'create_comment', { post_id, body: attacks.join('\n') });
  const isClean = await watched(page);
  // The document contains the texts twice: in the first view, which is drawn before any script runs, and as data.
  const plain = await browser.newContext({
    storageState: await page.context().storageState(),
    javaScriptEnabled: false,
  });
  const early = await plain.newPage();
  for (const path of [`/community/p/${post_id}`, `/community/f/${slug}`, '/community', `/community/search?q=slanted`]) {
    await page.goto(path);
    await expect(page.locator('main').getByText('<img src=x onerror=window.pwned(1)>').first()).toBeVisible();
    await isClean();
    const html = await (await page.request.get(path)).text();
    expect(html).toContain('<first-view');
    expect(html).not.toContain('<img src=x');
    expect(html.match(/<script/g)).toHaveLength(html.match(/<\/script>/g)?.length ?? 0);
    await early.goto(path);
    await expect(early.locator('first-view').getByText('<img src=x onerror=window.pwned(1)>').first()).toBeVisible();
    expect(await early.locator('first-view').locator('script, iframe, [onerror], [onclick], [style]').count()).toBe(0);
  }
  await early.goto(`/community/p/${post_id}`);
  for (const name of ['strong', 'em', 'u', 'ul > li', 'ol > li', 'blockquote', 'table th', 'table td'])
    await expect(early.locator('first-view article').first().locator(name).first(), name).toBeVisible();
  await plain.close();
  await page.goto(`/community/p/${post_id}`);
  await expectFormatting(page);
});

test('scripts in changed texts, in their history and in an email do not run', async ({ browser }) => {
  const page = await as(browser, 'colleague');
  const { channel_id } = await aCommunity(page);
  const { post_id } = await aPost(page, channel_id);
  const found = await rpc<{ post: { version: number } }>(page, 'get_post', { post_id });
  const body = formatting + attacks.join('\n');
  const change = { post_id, title: '<img src=x onerror=window.pwned(1)>', body, tags: [] };
  const { version } = await rpc<{ version: number }>(page, 'edit_post', { ...change, version: found.post.version });
  await rpc(page, 'edit_post', { ...change, title: 'Calm again', version });
  const comment = await rpc<{ id: string; version: number }>(page, 'create_comment', { post_id, body: '<p>Fine.</p>' });
  await rpc(page, 'edit_comment', { comment_id: comment.id, version: comment.version, body });
  const isClean = await watched(page);
  await page.goto(`/community/p/${post_id}`);
  await expect(page.getByRole('heading', { name: 'Calm again' })).toBeVisible();
  await expectFormatting(page);
  await isClean();
  await page.getByRole('button', { name: 'More actions for this post' }).click();
  await page.getByRole('button', { name: 'Earlier versions' }).click();
  await expect(page.getByRole('dialog').getByText('<img src=x onerror=window.pwned(1)>')).toBeVisible();
  await isClean();
  await page.goto(`/community/p/${post_id}/edit`);
  await expect(editorIn(page).locator('strong').first()).toHaveText('bold');
  await isClean();

  // An email program has no content policy that prevents scripts, so only clean HTML prevents them. The test therefore
  // opens the email without any policy.
  const author = await as(browser, 'bruno');
  const theirs = await aPost(author, channel_id, { title: 'Something to decide about' });
  const statement = '<svg onload=window.pwned(1)></svg><img src=x onerror=window.pwned(1)> is no medicine';
  const subject = { subject_kind: 'post', subject_id: theirs.post_id, version: 1 };
  await rpc(page, 'moderate', { ...subject, action: 'remove', statement });
  const letters = async () =>
    (await (await page.request.get('/dev/mailbox.json?to=bruno@flaira.example')).json()) as {
      html: string;
      text: string;
    }[];
  const told = async () => (await letters()).find(({ text }) => text.includes(statement));
  // The email is sent once the decision can no longer be undone.
  await expect.poll(told, { timeout: 40_000 }).toBeTruthy();
  const letter = await author.context().newPage();
  const isCalm = await watched(letter);
  await letter.goto('about:blank');
  await letter.setContent((await told())?.html ?? '');
  await expect(letter.getByText(statement)).toBeVisible();
  await isCalm();
});

test('scripts in the editor and its preview do not run', async ({ browser }) => {
  const page = await as(browser, 'colleague');
  const isClean = await watched(page);
  await page.goto('/community/new-post');
  const editor = editorIn(page);
  await editor.click();
  await editor.evaluate((element, html) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/html', html);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, formatting + attacks.join('\n'));
  await expect(editor.locator('strong').first()).toHaveText('bold');
  await isClean();
  await page.getByRole('radio', { name: 'Preview' }).click();
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect(preview.locator('table th').first()).toHaveText('Day');
  await isClean();
});

test('a notification shows markup as plain text', async ({ browser }) => {
  const writer = await as(browser, 'colleague');
  const reader = await as(browser, 'bruno');
  const { me } = await rpc<{ me: { handle: string } }>(reader, 'get_my_community');
  const { channel_id } = await aCommunity(writer);
  await aPost(writer, channel_id, {
    title: '<svg onload=window.pwned(1)>',
    body: `<p><span data-mention="${me.handle}">@${me.handle}</span> look</p>`,
  });
  const isClean = await watched(reader);
  await toldOf(reader, 'window.pwned(1)');
  await reader.goto('/community/notifications');
  await expect(reader.locator('main').getByText('<svg onload=window.pwned(1)>')).toBeVisible();
  await isClean();
});
