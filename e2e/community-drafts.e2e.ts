import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { aCommunity, aPost, as, editorIn, rpc } from './support/community.ts';

/** Browser tests of unsent drafts: the list of drafts, and the links that let a member continue a draft. */
const rows = (page: Page) => page.getByRole('main').getByRole('listitem');
const row = (page: Page, words: string) => rows(page).filter({ hasText: words });

async function forgetDrafts(page: Page) {
  for (const { id } of await rpc<{ id: string }[]>(page, 'list_drafts')) await rpc(page, 'delete_draft', { id });
}

test('a begun post and a begun comment are listed as drafts, from which they can be continued', async ({ browser }) => {
  const page = await as(browser, 'alice');
  await forgetDrafts(page);
  const { channel_id, slug } = await aCommunity(page);
  const { post_id } = await aPost(page, channel_id, { title: 'Warmth in the second week' });
  const comment = await rpc<{ id: string }>(page, 'create_comment', { post_id, body: '<p>Cool water helped.</p>' });
  await page.reload();
  const entry = page.getByRole('link', { name: 'Drafts', exact: true });
  await expect(page.getByRole('link', { name: 'Saved posts' })).toBeVisible();
  await expect(entry).toBeHidden();
  await page.goto('/community/drafts');
  await expect(page.getByText('No drafts')).toBeVisible();
  await expectAccessible(page);

  await page.goto(`/community/new-post?in=${slug}`);
  await page.getByLabel('Title').fill('Half of a question');
  await expect(page.getByText('Draft saved')).toBeVisible();
  await page.goto(`/community/p/${post_id}`);
  await page.locator(`#comment-${comment.id}`).getByRole('button', { name: 'Reply' }).click();
  await editorIn(page).click();
  await page.keyboard.type('And how long did you');
  await expect(page.getByText('Draft saved')).toBeVisible();

  await page.goto('/community');
  await entry.click();
  await page.waitForURL('**/community/drafts');
  await expect(rows(page)).toHaveCount(2);
  await expect(row(page, 'Half of a question')).toContainText(`New postfl@${slug}`);
  const reply = row(page, 'And how long did you');
  await expect(reply).toContainText(`Reply in “Warmth in the second week”fl@${slug}`);
  await expectAccessible(page);

  await reply.getByRole('link', { name: 'Continue writing And how long did you' }).press('Enter');
  await expect(editorIn(page)).toHaveText('And how long did you');
  await expect(editorIn(page)).toBeFocused();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' wait?');
  const sent = page.waitForResponse('**/rpc/create_comment');
  await page.getByRole('button', { name: 'Reply', exact: true }).last().click();
  expect((await sent).ok()).toBe(true);
  await expect(editorIn(page)).toBeHidden();
  await expect(page.getByText('And how long did you wait?')).toBeVisible();

  await page.goto('/community/drafts');
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole('link', { name: 'Continue writing Half of a question' }).click();
  await expect(page.getByLabel('Title')).toHaveValue('Half of a question');
  await expect(page.getByLabel('Community', { exact: true }).locator('option:checked')).toContainText(`fl@${slug}`);
  await forgetDrafts(page);
});

test('a draft is discarded and restored by keyboard in French, even if it is stored only on this device', async ({
  browser,
}) => {
  const page = await as(browser, 'bruno', '/fr/community');
  await forgetDrafts(page);
  const draft = { id: crypto.randomUUID(), title: 'Gardée par le service', body: '<p>Premiers mots</p>' };
  await rpc(page, 'save_draft', draft);
  const user = (await rpc<{ me: { id: string } }>(page, 'get_my_community')).me.id;
  const none = { channel_id: null, post_id: null, parent_id: null, editing_id: null, tags: [] };
  const held = { ...none, id: crypto.randomUUID(), title: 'Dans le train', body: '', saved_at: '2026-01-02T00:00:00Z' };
  await page.evaluate(([key, kept]) => localStorage.setItem(key, kept), [
    `fl.community.drafts.${user}`,
    JSON.stringify([held]),
  ] as const);
  await page.goto('/fr/community/drafts');
  await expect(page.getByRole('heading', { name: 'Brouillons' })).toBeVisible();
  await expect(rows(page)).toHaveCount(2);
  await expect(row(page, 'Premiers mots')).toContainText('Nouvelle publicationMa page');
  const device = row(page, 'Dans le train');
  await expect(device).toContainText('Brouillon gardé sur cet appareil');

  const discard = page.getByRole('button', { name: 'Supprimer Gardée par le service' });
  await discard.press('Enter');
  const undo = page.getByRole('button', { name: 'Annuler Gardée par le service' });
  await expect(undo).toBeFocused();
  expect(await rpc(page, 'list_drafts')).toEqual([]);
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(discard).toBeFocused();
  await expect.poll(() => rpc(page, 'list_drafts')).toMatchObject([draft]);
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).not.toContain('Premiers mots');

  // Without a connection, the drafts on this device are listed and can be deleted.
  await page.route('**/rpc/list_drafts', (route) => route.abort());
  await page.route('**/rpc/delete_draft', (route) => route.abort());
  await page.reload();
  await expect(page.getByRole('button', { name: 'Réessayer' })).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
  await device.getByRole('button', { name: /^Supprimer/ }).click();
  await expect(page.getByText('Supprimé : Dans le train')).toBeVisible();
  expect(await page.evaluate((key) => localStorage.getItem(key), `fl.community.drafts.${user}`)).toBeNull();
  await page.unroute('**/rpc/list_drafts');
  await page.getByRole('button', { name: 'Réessayer' }).click();
  await row(page, 'Premiers mots')
    .getByRole('button', { name: /^Supprimer/ })
    .click();
  await expect(page.getByText('Votre saisie est conservée')).toBeVisible();
  await expect(row(page, 'Premiers mots')).toBeVisible();
  await expect(page.getByText('Supprimé : Dans le train')).toBeVisible();
  await page.unroute('**/rpc/delete_draft');
  await forgetDrafts(page);
});
