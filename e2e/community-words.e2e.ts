import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { aCommunity, as, editorIn, rpc } from './support/community.ts';

/** Browser tests that check exact sentences of the community, after failures and on French pages. */
const forgetDrafts = async (page: Page) => {
  for (const { id } of await rpc<{ id: string }[]>(page, 'list_drafts')) await rpc(page, 'delete_draft', { id });
};
const failing = { status: 500, contentType: 'application/json', body: '{}' };

test('failures in the community show a message and lose no text, and a page that cannot be loaded stops trying', async ({
  browser,
}) => {
  const page = await as(browser, 'alice');
  await forgetDrafts(page);
  const { slug } = await aCommunity(page);
  await page.goto(`/community/f/${slug}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  let asked = 0;
  await page.route('**/rpc/get_channel', (route) => {
    asked += 1;
    return route.fulfill(failing);
  });
  // If the address contains a sort order, the document does not contain the posts, and the page requests the posts
  // itself.
  await page.goto(`/community/f/${slug}?sort=latest`);
  await expect(page.getByText('Unexpected error.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Trending this week' })).toBeVisible();
  // The panel next to the page shows the same community, and must not load it again.
  const before = asked;
  const retry = page.getByRole('button', { name: 'Try again' });
  await retry.click();
  await expect.poll(() => asked).toBe(before + 1);
  await expect(page.getByText('Unexpected error.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Trending this week' })).toBeVisible();
  expect(asked).toBe(before + 1);
  await page.unroute('**/rpc/get_channel');
  await retry.click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

  await page.route(/rpc\/(list_channels|update_channel|rpc_create_channel|create_post)$/, (route) =>
    route.fulfill(failing),
  );
  await page.goto('/community/manage');
  await expect(page.getByText('Unable to load communities (check RLS on public.channels).')).toBeVisible();
  await page.goto(`/community/f/${slug}/edit`);
  await page.getByLabel('Name').fill('Kept although it failed');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert').getByText('Save failed.')).toBeVisible();
  await expect(page.getByLabel('Name')).toHaveValue('Kept although it failed');
  await page.goto('/community/f/nowhere-at-all/edit');
  await expect(page.getByText('Community not found.')).toBeVisible();

  await page.goto('/community/new');
  await page.getByLabel('Name').fill('Slow routines');
  await page.getByLabel('Description').fill('For skin that answers back.');
  for (const step of ['Images', 'Themes', 'Visibility']) await page.getByRole('button', { name: step }).click();
  await page.getByRole('button', { name: 'Create Community' }).click();
  await expect(page.getByText(/^Error: ./)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Create Community' })).toBeEnabled();

  await page.goto(`/community/new-post?in=${slug}`);
  await page.getByLabel('Title').fill('Written once');
  await editorIn(page).click();
  await page.keyboard.type('Kept although it failed');
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('Publish failed.')).toBeVisible();
  await expect(editorIn(page)).toHaveText('Kept although it failed');
  await expect(page.getByText('Draft saved')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.waitForURL('**/community');
  await forgetDrafts(page);
});

test('the form for a new community says which choices need a higher plan, and the service refuses them too', async ({
  browser,
}) => {
  const page = await as(browser, 'bruno', '/community/new');
  await page.getByLabel('Name').fill('Evening routines');
  await page.getByLabel('Description').fill('For skin that answers back.');
  for (const step of ['Images', 'Themes', 'Visibility']) await page.getByRole('button', { name: step }).click();
  const choice = (name: string) => page.getByRole('radio', { name });
  await expect(choice('Private')).toBeDisabled();
  await expect(choice('Private')).toHaveAccessibleDescription('Elite club members only Opens with Elite.');
  await expect(page.getByText('Opens with Essential, Plus or Elite.')).toBeHidden();
  await choice('Public').press('ArrowDown');
  await expect(choice('Members-only')).toBeChecked();
  await expectAccessible(page);
  const plans = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'See the plans' }).click();
  await (await plans).waitForURL('**/pricing');
  await expect(choice('Members-only')).toBeChecked();

  // The test gives the draft a visibility that only members with the plan Elite may choose, as if the member had left
  // this plan. The service therefore refuses to create the community, and the page keeps the input.
  const { me } = await rpc<{ me: { id: string } }>(page, 'get_my_community');
  const key = `fl.community.wizard.${me.id}`;
  await page.evaluate((name) => {
    const kept = JSON.parse(localStorage.getItem(name) ?? '{}');
    localStorage.setItem(name, JSON.stringify({ ...kept, visibility: 'elite_only' }));
  }, key);
  await page.goto('/fr/community/new');
  await expect(page.getByLabel('Nom')).toHaveValue('Evening routines');
  for (const step of ['Images', 'Thèmes', 'Visibilité']) await page.getByRole('button', { name: step }).click();
  await expect(page.getByText('S’ouvre avec Elite. Voir les formules')).toBeVisible();
  await page.getByRole('button', { name: 'Créer la communauté' }).click();
  await expect(page.getByRole('alert').getByText(/autres formules/)).toBeVisible();
  await page.evaluate((name) => localStorage.removeItem(name), key);
});

test('a member without communities writes on their own page and joins communities, in French', async ({ browser }) => {
  const owner = await as(browser, 'alice');
  const name = `Peaux calmes ${process.pid}`;
  const { channel_id, slug } = await aCommunity(owner, { name });
  const page = await as(browser, 'noor', `/community/new-post?in=${slug}`);
  for (const { channel, kind } of await rpc<{ channel: { id: string }; kind: string }[]>(page, 'list_my_memberships'))
    if (kind === 'community') await rpc(page, 'rpc_leave_channel', { channel_id: channel.id });
  await page.reload();
  const place = page.getByLabel('Community', { exact: true });
  await expect(place.locator('option:checked')).toHaveText(`${name} (fl@${slug})`);
  await expect(place.locator('option').first()).toHaveText('My Page');
  await page.goto('/community/new-post');
  await expect(place.locator('option')).toHaveText(['My Page', 'No communities joined']);
  for (const tool of ['Bold', 'Italic', 'Underline', 'Bullet list', 'Numbered list', 'Quote', 'Link', 'Table', 'Image'])
    await expect(page.getByRole('button', { name: tool, exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Video', exact: true }).click();
  await page.getByLabel('Link to the video').fill('https://example.org/film');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Only links to videos on YouTube, Vimeo or Dailymotion work here.')).toBeVisible();
  await page.getByLabel('Link to the video').fill('https://youtu.be/dQw4w9WgXcQ');
  await page.keyboard.press('Enter');
  await expect(editorIn(page).locator('[data-video]')).toHaveText('▶ YouTube · www.youtube.com/watch?v=dQw4w9WgXcQ');
  await expect(page.getByText('Draft saved')).toBeVisible();
  await forgetDrafts(page);

  await page.goto('/fr/community/manage');
  await page.getByRole('tab', { name: 'Favoris' }).click();
  const none = 'Aucun favori pour le moment. Étoilez des communautés pour les ajouter ici.';
  await expect(page.getByText(none)).toBeVisible();
  await page.getByRole('tab', { name: 'Toutes' }).click();
  const search = page.getByPlaceholder('Rechercher des communautés…');
  await search.fill('zzzz');
  await expect(page.getByText('Aucune communauté trouvée.')).toBeVisible();
  await search.fill(name);
  const row = page.getByRole('listitem').filter({ hasText: `fl@${slug}` });
  await row
    .getByRole('button', { name: new RegExp(name) })
    .first()
    .click();
  expect(await page.evaluate(() => localStorage.getItem('fl.community.favorites'))).toBe(`["${channel_id}"]`);
  await row.getByRole('button', { name: `Rejoindre ${name}` }).click();
  await expect(row.getByRole('button', { name: `Membre ✓ ${name}` })).toBeVisible();
  await page.getByRole('tab', { name: 'Favoris' }).click();
  await row.getByRole('link', { name: `Ouvrir ${name}` }).click();
  await expect(page.getByText('2Membres')).toBeVisible();
  await page
    .getByRole('button', { name: `Membre ${name}` })
    .first()
    .click();
  await expect(page.getByText('1Membre')).toBeVisible();

  // Results are shown during typing, and the arrow keys move through the results.
  await page.keyboard.press('/');
  await page.keyboard.type(name);
  const found = page.locator('search').getByRole('link', { name: `fl@${slug}` });
  await expect(found).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(found).toBeHidden();
  await page.keyboard.press('Backspace');
  await expect(found).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(found).toBeFocused();
  await page.goto('/fr/community/explore');
  await expect(page.getByRole('searchbox', { name: 'Rechercher des publications et des communautés' })).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type('zzzz');
  await expect(
    page
      .locator('search')
      .getByText(/Rien trouvé pour/)
      .last(),
  ).toBeVisible();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/fr/community/search?q=zzzz');
});
