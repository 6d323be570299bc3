import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, expectNothingFound } from './support/accessible.ts';
import { anAccount, signedIn } from './support/accounts.ts';
import { aCommunity, aPost, as, editorIn, rpc } from './support/community.ts';

const isAlive = (page: Page) => expect(page.locator('first-view')).toHaveCount(0);

/**
 * Returns what a community's page shows: the addresses of its links, the labels of its figures, its rules and its
 * moderators.
 */
async function offered(page: Page, path: string): Promise<string[]> {
  const about = page.getByRole('button', { name: 'About and rules' });
  await isAlive(page);
  if (await about.isVisible()) await about.click();
  await expect(page.getByText('Your own face only.')).toBeVisible();
  const links = await page
    .locator(`a[href^="${path}/"], a[href*="/community/moderation?"]`)
    .evaluateAll((all) => all.filter((link) => link.checkVisibility()).map((link) => link.getAttribute('href') ?? ''));
  const facts = await page
    .locator('dl dt, ol li, section ul li')
    .evaluateAll((all) => all.filter((one) => one.checkVisibility()).map((one) => one.textContent?.trim() ?? ''));
  return [
    ...new Set([
      ...links,
      ...facts.filter((fact) => /^(Members?|Online|Created|Your own|No prices|Say where|Théo)/.test(fact)),
    ]),
  ].sort();
}

test('an owner can use the same controls of a community at every width, and everyone sees the moderators', async ({
  browser,
}) => {
  const path = '/community/f/skincarescience';
  const page = await as(browser, 'theo', path);
  const found = new Map<number, string[]>();
  for (const width of [1440, 1024, 768, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto(path);
    found.set(width, await offered(page, path));
    await expect(
      page.getByText(/In an emergency after a treatment, call 15 or 112/).filter({ visible: true }),
    ).toHaveCount(1);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    await expectNothingFound(page);
  }
  const wide = found.get(1440) ?? [];
  expect(wide).toEqual(
    expect.arrayContaining([`${path}/members`, `${path}/edit`, 'Say where a claim comes from.', 'Théo']),
  );
  expect(wide.some((link) => link.includes('/community/moderation?channel=skincarescience'))).toBe(true);
  for (const [width, offers] of found) expect({ width, offers }).toEqual({ width, offers: wide });
  await page.context().close();
});

test('letters that are typed while the editor loads are in its text, and Ctrl+Enter sends it', async ({ browser }) => {
  const page = await as(browser, 'bruno');
  const { channel_id } = await aCommunity(page);
  const { post_id } = await aPost(page, channel_id);
  let open = () => {};
  const held = new Promise<void>((resolve) => (open = resolve));
  await page.goto(`/community/p/${post_id}`);
  await isAlive(page);
  await page.route('**/assets/*editor*', async (route) => {
    await held;
    await route.continue();
  });
  // On a slow phone, the page replaces the text field twice while the code loads. Each new field must keep every letter
  // that was typed before.
  const phone = await page.context().newCDPSession(page);
  await phone.send('Emulation.setCPUThrottlingRate', { rate: 15 });
  await page.getByRole('button', { name: 'Write a comment' }).click();
  const words = 'Mine was gone on day five.';
  await page.keyboard.type(words.slice(0, 12));
  await phone.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  open();
  await expect(page.locator('.ProseMirror')).toHaveText(words.slice(0, 12).trim());
  await page.keyboard.type(words.slice(12));
  await expect(editorIn(page)).toHaveText(words);
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('article', { name: /^Comment by/ }).getByText(words)).toBeVisible();
  await page.context().close();
});

test('a new member chooses a name before the first comment, and gets the suggestion of a pseudonym', async ({
  browser,
}) => {
  const writer = await as(browser, 'marion');
  const page = await signedIn(browser, await anAccount(writer), '/fr/community');
  const { channel_id } = await aCommunity(writer);
  const { post_id } = await aPost(writer, channel_id);
  await page.goto(`/fr/community/p/${post_id}`);
  await isAlive(page);
  await page.getByRole('button', { name: 'Écrire un commentaire' }).click();
  const form = page.getByRole('textbox', { name: 'Écrire un commentaire' });
  await form.fill('Merci pour ce récit.');
  await expect(page.getByText('Vous apparaissez sous le nom')).not.toContainText(/Nadia|Verne/);
  await page.getByRole('button', { name: 'Répondre', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Choisissez le nom que les autres verront' });
  await expect(dialog.getByLabel('Nom affiché')).toHaveValue(/^\p{L}+ \d+$/u);
  await dialog.getByLabel('Nom affiché').fill('Genévrier');
  await dialog.getByRole('button', { name: 'Répondre', exact: true }).click();
  await expect(page.getByRole('article').getByText('Merci pour ce récit.')).toBeVisible();
  await expect(page.getByRole('article').getByRole('link', { name: 'Genévrier' })).toBeVisible();
  expect(await rpc<{ has_chosen_name: boolean }>(page, 'get_my_community')).toMatchObject({ has_chosen_name: true });
  await page.context().close();
  await writer.context().close();
});

test('a text about an emergency shows emergency numbers before it is posted, and is kept', async ({ browser }) => {
  const page = await as(browser, 'bruno');
  const { channel_id } = await aCommunity(page);
  const { post_id } = await aPost(page, channel_id);
  await page.goto(`/community/p/${post_id}`);
  await isAlive(page);
  await page.getByRole('button', { name: 'Write a comment' }).click();
  const words = 'Since the filler I can’t see out of my left eye.';
  await editorIn(page).fill(words);
  const send = () => page.locator('main').getByRole('button', { name: 'Reply', exact: true }).first().click();
  await send();
  const dialog = page.getByRole('dialog', { name: 'This may be an emergency' });
  await expect(dialog.getByRole('link', { name: /^Call \d+/ }).first()).toHaveAttribute('href', /^tel:\d+$/);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'I need help now' }).click();
  await page.getByRole('dialog', { name: 'What is happening?' }).press('Escape');
  await expect(editorIn(page)).toHaveText(words);
  await expect(page.getByText('Nobody has replied yet.')).toBeVisible();
  await send();
  await dialog.getByRole('button', { name: 'Back to my text' }).click();
  await send();
  await dialog.getByRole('button', { name: 'Post it anyway' }).click();
  await expect(page.getByRole('article', { name: /^Comment by/ }).getByText(words)).toBeVisible();
  await page.context().close();
});

test('on a phone a comment has a button to reply, and the report in its menu', async ({ browser }) => {
  const page = await as(browser, 'bruno');
  await page.setViewportSize({ width: 390, height: 844 });
  const writer = await as(browser, 'marion');
  const { channel_id } = await aCommunity(writer);
  const { post_id } = await aPost(writer, channel_id);
  await rpc(writer, 'create_comment', { post_id, body: '<p>Mine was gone on day five.</p>' });
  await page.goto(`/community/p/${post_id}`);
  await isAlive(page);
  const comment = page.getByRole('article', { name: /^Comment by/ });
  await expect(comment.getByRole('button', { name: 'Reply', exact: true })).toBeVisible();
  await expect(comment.getByRole('button', { name: 'Report', exact: true })).toHaveCount(0);
  await comment.getByRole('button', { name: 'More actions for this comment' }).click();
  await comment.getByRole('button', { name: 'Report', exact: true }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.context().close();
  await writer.context().close();
});
