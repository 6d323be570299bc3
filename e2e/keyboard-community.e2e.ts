import { expect, type Page, test } from '@playwright/test';
import sharp from 'sharp';
import { aCommunity, aPost, as, editorIn, rpc } from './support/community.ts';
import { comesBack, pressOn, tabTo } from './support/keys.ts';

/** The community without a pointer: nothing here is clicked. */
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();

/** Writes over what stands in a field. */
async function write(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, page.getByLabel(label, { exact: true }));
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
}

test('trust 27: a community is made, changed and written in by keyboard', async ({ browser }) => {
  test.setTimeout(120_000);
  const page = await as(browser, 'alice', '/community/new');
  for (const { id } of await rpc<{ id: string }[]>(page, 'list_drafts')) await rpc(page, 'delete_draft', { id });
  const name = `By keys alone ${process.pid}`;
  await write(page, 'Name', name);
  await write(page, 'Description', 'Made without a mouse.');
  await pressOn(page, button(page, 'Next: Pictures'));
  const chooser = page.waitForEvent('filechooser');
  await pressOn(page, button(page, 'Choose'));
  const buffer = await sharp({ create: { width: 1600, height: 400, channels: 3, background: '#c99' } })
    .png()
    .toBuffer();
  await (await chooser).setFiles({ name: 'banner.png', mimeType: 'image/png', buffer });
  await expect(page.getByAltText('Banner of the community')).toBeVisible();
  await pressOn(page, button(page, 'Next: Themes'));
  await pressOn(page, button(page, 'Rosacea'), 'Space');
  await expect(button(page, 'Rosacea')).toHaveAttribute('aria-pressed', 'true');
  await pressOn(page, button(page, 'Next: Visibility'));
  await tabTo(page, page.getByRole('radio', { name: 'Public' }));
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: 'Members-only' })).toBeChecked();
  await page.keyboard.press('ArrowUp');
  await pressOn(page, button(page, 'Create Community'));
  await page.waitForURL('**/community/f/*?created=1');
  const slug = new URL(page.url()).pathname.split('/').at(-1) ?? '';

  await page.goto(`/community/f/${slug}/edit`);
  await write(page, 'Description', 'Changed without a mouse.');
  await pressOn(page, button(page, 'Add theme'));
  await expect(page.getByLabel('Name of the theme')).toBeFocused();
  await page.keyboard.type('Mountain air');
  await page.keyboard.press('Enter');
  await pressOn(page, button(page, 'Save'));
  await page.waitForURL(`**/community/f/${slug}`);
  await expect(page.getByText('Changed without a mouse.').first()).toBeVisible();
  await expect(page.getByText('Mountain air').first()).toBeVisible();

  await page.goto(`/community/new-post?in=${slug}`);
  await write(page, 'Title', 'Typed from end to end');
  await tabTo(page, button(page, 'Bold'));
  for (const tool of ['Italic', 'Underline']) {
    await page.keyboard.press('ArrowRight');
    await expect(button(page, tool)).toBeFocused();
  }
  await tabTo(page, editorIn(page));
  await page.keyboard.type('Every word of it.');
  await tabTo(page, page.getByRole('combobox', { name: /^Tags/ }));
  await page.keyboard.type('calm,');
  await expect(button(page, /#calm/)).toBeVisible();
  await pressOn(page, page.getByRole('button', { name: 'Publish' }));
  await page.waitForURL(`**/community/f/${slug}`);
  await pressOn(page, page.getByRole('link', { name: 'Typed from end to end' }).first());
  await expect(page.getByText('Every word of it.')).toBeVisible();
  await expect(page.getByRole('link', { name: '#calm' })).toBeVisible();
  await page.context().close();
});

test('trust 27: a post is liked, kept, answered, followed, muted and reported by keyboard; a moderator decides so', async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const alice = await as(browser, 'alice');
  const { channel_id, slug } = await aCommunity(alice);
  const { post_id } = await aPost(alice, channel_id, { title: `To be acted on ${process.pid}` });
  const page = await as(browser, 'bruno', `/community/p/${post_id}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

  const menu = button(page, /: To be acted on/);
  for (const wanted of ['Following', 'Muted']) {
    await pressOn(page, menu);
    await pressOn(page, page.getByRole('button', { name: new RegExp(`^${wanted} `) }));
    await expect(menu).toHaveAccessibleName(new RegExp(`^${wanted}:`));
    await expect(menu).toBeFocused();
  }
  for (const name of ['Like', 'Save']) {
    const mark = button(page, new RegExp(`^${name}`));
    await pressOn(page, mark);
    await expect(mark).toHaveAttribute('aria-pressed', 'true');
  }
  await pressOn(page, button(page, 'Write a comment'));
  await tabTo(page, editorIn(page));
  await page.keyboard.type('Answered with ten fingers.');
  await pressOn(page, page.getByRole('button', { name: 'Reply', exact: true }).last());
  await expect(page.getByText('Answered with ten fingers.')).toBeVisible();

  const more = button(page, 'More about this post');
  const dialog = page.getByRole('dialog');
  const report = async () => {
    await pressOn(page, more);
    await pressOn(page, page.getByRole('button', { name: 'Report', exact: true }));
  };
  await report();
  await comesBack(page, dialog, more);
  await report();
  await tabTo(page, dialog.getByRole('radio').first());
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await expect(dialog.getByRole('radio').nth(1)).toBeChecked();
  await pressOn(page, dialog.getByRole('button', { name: 'Send' }));
  await expect(dialog).toBeHidden();

  await alice.goto(`/community/moderation?channel=${slug}`);
  const found = alice.locator('ol > li').filter({ hasText: `To be acted on ${process.pid}` });
  await expect(found).toBeVisible();
  await alice.keyboard.press('j');
  await alice.keyboard.press('w');
  const decision = alice.getByRole('dialog');
  await expect(decision).toBeVisible();
  await alice.keyboard.press('Escape');
  await expect(decision).toBeHidden();
  await alice.keyboard.press('d');
  await expect(alice.getByText('Nothing waits for you')).toBeVisible();
  await alice.context().close();
  await page.context().close();
});
