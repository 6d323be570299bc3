import { expect, type Page, test } from '@playwright/test';
import { aCommunity, aPost, as, editorIn, picture, rpc } from './support/community.ts';
import { arrowTo, comesBack, pressOn, settled, tabTo, writeIn } from './support/keys.ts';

test.describe.configure({ timeout: 120_000 });

/** In these browser tests, a member uses the community by keyboard only, without a click. */
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const head = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });

async function go(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await settled(page);
}

/** Chooses an action from a menu. */
async function choose(page: Page, menu: string | RegExp, entry: string | RegExp): Promise<void> {
  await pressOn(page, button(page, menu));
  await pressOn(page, page.getByRole('button', { name: entry, exact: true }).last());
}

test('trust 27: a community is made by keyboard', async ({ browser }) => {
  const page = await as(browser, 'alice', '/community/new');
  const name = `By keys alone ${process.pid} ${Date.now()}`;
  await writeIn(page, field(page, 'Name'), name);
  await writeIn(page, field(page, 'Description'), 'Made without a mouse.');
  await pressOn(page, button(page, 'Next: Images'));
  const chooser = page.waitForEvent('filechooser');
  await pressOn(page, button(page, 'Choose'));
  await (await chooser).setFiles(await picture(1600, 400));
  await expect(page.getByAltText('Banner of the community')).toBeVisible();
  await pressOn(page, button(page, 'Next: Themes'));
  await pressOn(page, button(page, 'Rosacea'), 'Space');
  await expect(button(page, 'Rosacea')).toHaveAttribute('aria-pressed', 'true');
  await pressOn(page, button(page, 'Next: Visibility'));
  await tabTo(page, page.getByRole('radio', { name: 'Public' }));
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: 'Members-only' })).toBeChecked();
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('radio', { name: 'Public' })).toBeChecked();
  await pressOn(page, button(page, 'Create Community'));
  await page.waitForURL('**/community/f/*?created=1');
  await expect(head(page, name)).toBeVisible();
  await page.context().close();
});

test('trust 27: an owner edits a community by keyboard', async ({ browser }) => {
  const page = await as(browser, 'alice');
  const { slug } = await aCommunity(page);
  await go(page, `/community/f/${slug}/edit`);
  await writeIn(page, field(page, 'Description'), 'Changed without a mouse.');
  await pressOn(page, button(page, 'Add theme'));
  await expect(page.getByLabel('Theme name')).toBeFocused();
  await page.keyboard.type('Mountain air');
  await page.keyboard.press('Enter');
  await expect(button(page, 'Add theme')).toBeFocused();
  await pressOn(page, button(page, 'Add a rule'));
  await writeIn(page, field(page, 'Rule 1'), 'No prices.');
  await pressOn(page, page.getByRole('button', { name: 'Save', exact: true }));
  await page.waitForURL(`**/community/f/${slug}`);
  const about = page.getByRole('complementary');
  for (const words of ['Changed without a mouse.', 'Mountain air', 'No prices.'])
    await expect(about.getByText(words)).toBeVisible();
  await page.context().close();
});

test('trust 27: a post with a picture is written, changed and deleted by keyboard', async ({ browser }) => {
  const page = await as(browser, 'alice');
  for (const { id } of await rpc<{ id: string }[]>(page, 'list_drafts')) await rpc(page, 'delete_draft', { id });
  const { slug } = await aCommunity(page);
  await go(page, `/community/new-post?in=${slug}`);
  await writeIn(page, field(page, 'Title'), 'Typed from end to end');
  await tabTo(page, editorIn(page));
  await page.keyboard.type('Every word of it.');
  const chooser = page.waitForEvent('filechooser');
  await arrowTo(page, button(page, 'Bold'), page.getByRole('button', { name: 'Image', exact: true }));
  await page.keyboard.press('Enter');
  await (await chooser).setFiles(await picture(400, 300));
  await expect(page.getByLabel('Who is in it?')).toBeFocused();
  await pressOn(page, button(page, 'Insert image'));
  await expect(editorIn(page).locator('img')).toBeVisible();
  await expect(editorIn(page)).toBeFocused();
  await tabTo(page, page.getByRole('combobox', { name: /^Tags/ }));
  await page.keyboard.type('calm,');
  await expect(button(page, /#calm/)).toBeVisible();
  await pressOn(page, button(page, 'Publish'));
  await page.waitForURL(`**/community/f/${slug}`);
  await pressOn(page, page.getByRole('link', { name: 'Typed from end to end' }).first());
  await page.waitForURL('**/community/p/*');
  const article = page.locator('main article').first();
  await expect(article.getByText('Every word of it.')).toBeVisible();
  await expect(article.locator('img')).toBeVisible();
  await expect(article.getByRole('link', { name: '#calm' })).toBeVisible();

  await choose(page, 'More actions for this post', 'Edit');
  await page.waitForURL('**/edit');
  await writeIn(page, field(page, 'Title'), 'Typed a second time');
  await pressOn(page, page.getByRole('button', { name: 'Save', exact: true }));
  await expect(head(page, 'Typed a second time')).toBeVisible();

  await choose(page, 'More actions for this post', 'Delete');
  const dialog = page.getByRole('dialog');
  await comesBack(page, dialog, button(page, 'More actions for this post'));
  await choose(page, 'More actions for this post', 'Delete');
  await pressOn(page, dialog.getByRole('button', { name: 'Delete' }));
  await page.waitForURL(`**/community/f/${slug}`);
  await expect(page.getByText('No posts yet')).toBeVisible();
  await page.context().close();
});

test('trust 27: a comment is written, answered, changed and deleted by keyboard', async ({ browser }) => {
  const page = await as(browser, 'bruno');
  const { channel_id } = await aCommunity(page);
  const { post_id } = await aPost(page, channel_id);
  await go(page, `/community/p/${post_id}`);
  await pressOn(page, button(page, 'Write a comment'));
  await expect(editorIn(page)).toBeFocused();
  await page.keyboard.type('Written with ten fingers.');
  await pressOn(page, page.getByRole('button', { name: 'Reply', exact: true }).last());
  const comment = page.locator('[id^=comment-]').filter({ hasText: 'ten fingers' });
  await expect(comment).toBeFocused();

  await pressOn(page, comment.getByRole('button', { name: 'Reply', exact: true }));
  await expect(editorIn(page)).toBeFocused();
  await page.keyboard.type('And with one.');
  await pressOn(page, page.getByRole('button', { name: 'Reply', exact: true }).last());
  await expect(page.locator('[id^=comment-]').filter({ hasText: 'And with one.' })).toBeFocused();

  await page.reload();
  await settled(page);
  await choose(page, 'More actions for this comment', 'Edit');
  const editor = page.locator('.ProseMirror').and(page.getByRole('textbox', { name: 'Edit your comment' }));
  await expect(editor).toBeFocused();
  await page.keyboard.type(' Twice.');
  await pressOn(page, page.getByRole('button', { name: 'Save', exact: true }).last());
  await expect(page.getByText('Written with ten fingers. Twice.')).toBeVisible();
  await expect(comment).toBeFocused();

  await choose(page, 'More actions for this comment', 'Delete');
  await pressOn(page, page.getByRole('dialog').getByRole('button', { name: 'Delete' }));
  await expect(page.getByText('This comment was deleted.')).toBeVisible();
  await expect(page.getByText('And with one.')).toBeVisible();
  await page.context().close();
});

test('trust 27: a post is followed, muted, liked, kept and reported by keyboard', async ({ browser }) => {
  const page = await as(browser, 'bruno');
  const alice = await as(browser, 'alice');
  const { channel_id } = await aCommunity(alice);
  const { post_id } = await aPost(alice, channel_id, { title: 'To be acted on' });
  await alice.context().close();
  await go(page, `/community/p/${post_id}`);
  const menu = button(page, /: To be acted on$/);
  for (const wanted of ['Following', 'Muted']) {
    await choose(page, /: To be acted on$/, new RegExp(`^${wanted} `));
    await expect(menu).toHaveAccessibleName(`${wanted}: To be acted on`);
    await expect(menu).toBeFocused();
  }
  for (const name of ['Like', 'Save']) {
    const mark = button(page, new RegExp(`^${name}`));
    await pressOn(page, mark);
    await expect(mark).toHaveAttribute('aria-pressed', 'true');
  }

  const more = button(page, 'More actions for this post');
  const dialog = page.getByRole('dialog');
  await choose(page, 'More actions for this post', 'Report');
  await comesBack(page, dialog, more);
  await choose(page, 'More actions for this post', 'Report');
  await tabTo(page, dialog.getByRole('radio').first());
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await expect(dialog.getByRole('radio').nth(1)).toBeChecked();
  await pressOn(page, dialog.getByRole('button', { name: 'Send report' }));
  await expect(dialog).toBeHidden();

  // The changes must be stored, not only shown.
  await page.reload();
  await expect(menu).toHaveAccessibleName('Muted: To be acted on');
  for (const name of ['Like', 'Save'])
    await expect(button(page, new RegExp(`^${name}`))).toHaveAttribute('aria-pressed', 'true');
  await page.context().close();
});

test('trust 27: a topic is followed, a search narrowed and the member’s own page changed by keyboard', async ({
  browser,
}) => {
  const page = await as(browser, 'hugo');
  const { channel_id, slug } = await aCommunity(page);
  const word = `key${Date.now()}`;
  await aPost(page, channel_id, { title: `Tagged ${word}`, tags: [word] });
  await aPost(page, channel_id, { title: `Bare ${word}` });
  await go(page, `/community/t/${word}`);
  await choose(page, `Normal: #${word}`, /^Following /);
  await expect(button(page, `Following: #${word}`)).toBeFocused();

  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type(word);
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/community/search?q=${word}`);
  const results = page.getByRole('main').getByRole('link', { name: word });
  await expect(results).toHaveCount(2);
  const filters = page.locator('summary').filter({ hasText: 'Filters' });
  await pressOn(page, filters);
  await writeIn(page, page.getByLabel('Tag', { exact: true }), word);
  await page.keyboard.press('Enter');
  await page.waitForURL(`**tag=${word}**`);
  await expect(results).toHaveCount(1);
  await tabTo(page, page.getByLabel('Order'));
  await page.keyboard.type('Newest');
  await page.waitForURL('**order=newest**');
  await pressOn(page, button(page, 'Clear filters'));
  await expect(results).toHaveCount(2);

  const { me } = await rpc<{ me: { handle: string } }>(page, 'get_my_community');
  await go(page, `/community/u/${me.handle}`);
  const edit = button(page, 'Edit profile');
  const dialog = page.getByRole('dialog');
  await pressOn(page, edit);
  await comesBack(page, dialog, edit);
  await pressOn(page, edit);
  await writeIn(page, dialog.getByLabel(/^A few words about you/), `Writes in ${slug}.`);
  await pressOn(page, dialog.getByRole('button', { name: 'Save' }));
  await expect(dialog).toBeHidden();
  await expect(page.getByText(`Writes in ${slug}.`)).toBeVisible();
  await page.context().close();
});
