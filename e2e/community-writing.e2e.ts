import { expect, type Locator, request, test } from '@playwright/test';
import { ThemeCatalogue } from '#contract/community/themes.ts';
import { aCommunity, aPost, as, editorIn, rpc } from './support/community.ts';

/** Browser tests of writing in the community. They check every sentence and button. */
test('publishing after the session has ended shows “Please sign in.”, and the text is kept', async ({
  browser,
  baseURL,
}) => {
  const page = await as(browser, 'carl');
  for (const { id } of await rpc<{ id: string }[]>(page, 'list_drafts')) await rpc(page, 'delete_draft', { id });
  const { slug } = await aCommunity(page);
  await page.goto(`/community/new-post?in=${slug}`);
  await page.getByLabel('Title').fill('Written for hours');
  await editorIn(page).fill('And then the session ended.');
  // The test answers the call with the service's real response to a caller who is not signed in.
  const stranger = await request.newContext({ baseURL, extraHTTPHeaders: { origin: baseURL ?? '' } });
  await page.route('**/rpc/create_post', async (route) => {
    const answer = await stranger.post('/rpc/create_post', { data: route.request().postDataJSON() });
    await route.fulfill({ status: answer.status(), json: await answer.json() });
  });
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByRole('alert').getByText('Please sign in.', { exact: true })).toBeVisible();
  await expect(page.locator('.toast--error')).toContainText('Please sign in to create a post.');
  await expect(page.getByLabel('Title')).toHaveValue('Written for hours');
  await expect(editorIn(page)).toHaveText('And then the session ended.');
  await stranger.dispose();
  await page.context().close();
});

const groups = {
  en: [
    'Medical Aesthetics',
    'Cosmetic Surgery',
    'Dermatology & Skin',
    'Wellness & Lifestyle',
    'Longevity & Performance',
    'Beauty & Routine',
    'Clinics & Journey',
  ],
  fr: [
    'Médecine esthétique',
    'Chirurgie esthétique',
    'Dermatologie et peau',
    'Bien-être et mode de vie',
    'Longévité et forme',
    'Beauté et routine',
    'Cliniques et parcours',
  ],
};

test('the form for a new community has seven groups of themes, and a double click creates one community', async ({
  browser,
}) => {
  const page = await as(browser, 'carl', '/community/new');
  const name = `Counted once ${process.pid}`;
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Description').fill('Made with an impatient finger.');
  const next = (step: string) => page.getByRole('button', { name: `Next: ${step}` }).click();
  await next('Images');
  await next('Themes');
  const sections = page.locator('main section');
  await expect(sections.getByRole('heading')).toHaveText(groups.en);
  for (const [at, items] of Object.values(ThemeCatalogue).entries())
    await expect(sections.nth(at).getByRole('button')).toHaveText([...items]);
  await next('Visibility');

  const keys = new Set<string>();
  const { promise: held, resolve: answer } = Promise.withResolvers<void>();
  await page.route('**/rpc/rpc_create_channel', async (route) => {
    keys.add(route.request().postDataJSON().idempotency_key);
    await held;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Create Community' }).dblclick();
  const busy = page.getByRole('button', { name: 'Creating…' });
  await expect(busy).toBeVisible();
  await busy.click({ force: true });
  await busy.press('Enter');
  answer();
  await page.waitForURL('**/community/f/*?created=1');
  expect(keys.size).toBe(1);
  const { rows } = await rpc<{ rows: { name: string }[] }>(page, 'list_channels', { search: name });
  expect(rows.filter((channel) => channel.name === name)).toHaveLength(1);

  await page.goto('/fr/community/new');
  await page.getByLabel('Nom', { exact: true }).fill(name);
  await page.getByLabel('Description').fill('Les mêmes groupes, en français.');
  for (const step of ['Images', 'Thèmes']) await page.getByRole('button', { name: `Suite : ${step}` }).click();
  await expect(sections.getByRole('heading')).toHaveText(groups.fr);
  await page.context().close();
});

const tools = {
  Italic: 'em',
  Underline: 'u',
  'Bullet list': 'ul > li',
  'Numbered list': 'ol > li',
  Quote: 'blockquote',
};

/** Empties the editor by keyboard and puts the cursor into it, so that the editor itself registers the change. */
async function empty(editor: Locator) {
  await editor.press('ControlOrMeta+a');
  await expect.poll(() => editor.evaluate((box) => getSelection()?.toString().trim() === box.textContent)).toBe(true);
  await editor.press('Delete');
  await expect(editor).toHaveText('');
}

test('each button of the editor acts at the cursor, and looks pressed only while it is active', async ({ browser }) => {
  const page = await as(browser, 'carl', '/community/new-post');
  await expect(page.getByRole('toolbar')).toBeVisible();
  const editor = editorIn(page);
  const edges = async (name: string) => {
    const tool = page.getByRole('button', { name, exact: true });
    return tool.evaluate((button) => `${getComputedStyle(button).backgroundColor} ${getComputedStyle(button).color}`);
  };
  for (const [name, element] of Object.entries(tools))
    await test.step(name, async () => {
      await empty(editor);
      const tool = page.getByRole('button', { name, exact: true });
      await expect(tool).toHaveAttribute('aria-pressed', 'false');
      const before = await edges(name);
      await tool.click();
      await expect(tool).toHaveAttribute('aria-pressed', 'true');
      await expect(editor).toBeFocused();
      await page.mouse.move(0, 0);
      await expect.poll(() => edges(name)).not.toBe(before);
      await page.keyboard.type('pressed');
      await expect(editor.locator(element)).toHaveText('pressed');
      for (const other of Object.keys(tools).filter((one) => one !== name))
        await expect(page.getByRole('button', { name: other, exact: true })).toHaveAttribute('aria-pressed', 'false');
      // For a style such as italic, the button removes the style from the selected text. For a block such as a list,
      // the button works on the line with the cursor. The test therefore selects the text only for a style.
      if (['em', 'u'].includes(element)) await page.keyboard.press('ControlOrMeta+a');
      await tool.click();
      await expect(tool).toHaveAttribute('aria-pressed', 'false');
      await expect(editor.locator(element)).toHaveCount(0);
      await expect(editor).toHaveText('pressed');
    });
  await page.context().close();
});

test('a quote contains the selected words, and the reply is shown under the quoted comment', async ({ browser }) => {
  const alice = await as(browser, 'alice');
  const { channel_id } = await aCommunity(alice);
  const { post_id } = await aPost(alice, channel_id);
  await rpc(alice, 'create_comment', { post_id, body: '<p>Cold water, twice a day.</p>' });
  const page = await as(browser, 'carl', `/community/p/${post_id}`);
  const comment = page.getByRole('listitem').filter({ hasText: 'Cold water, twice a day.' }).first();
  await comment.getByRole('button', { name: /^More/ }).click();
  await comment.getByRole('button', { name: 'Quote', exact: true }).click();
  const answer = editorIn(page);
  await expect(answer).toBeFocused();
  await expect(answer.locator('blockquote')).toHaveText('Cold water, twice a day.');
  await page.keyboard.type('That helped me as well.');
  await page.getByRole('button', { name: 'Reply', exact: true }).last().click();
  const reply = comment.getByRole('listitem').filter({ hasText: 'That helped me as well.' });
  await expect(reply.locator('blockquote')).toHaveText('Cold water, twice a day.');
  await alice.context().close();
  await page.context().close();
});

test("nothing is requested from a video's provider before the member presses Play", async ({ browser }) => {
  const page = await as(browser, 'alice');
  const { channel_id } = await aCommunity(page);
  const body = '<p>Look:</p><div data-video="youtube:dQw4w9WgXcQ"></div>';
  const { post_id } = await aPost(page, channel_id, { body });
  const asked: string[] = [];
  await page.route(
    ({ hostname }) => hostname !== 'localhost',
    (route) => {
      asked.push(route.request().url());
      return route.fulfill({
        contentType: 'text/html',
        body: '<!doctype html><title>Player</title><p>The player.</p>',
      });
    },
  );
  for (const path of ['/community', `/community/p/${post_id}`]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  await expect(page.getByText('Until you press play, YouTube does not know that you are here.')).toBeVisible();
  await expect(page.locator('iframe')).toHaveCount(0);
  expect(asked).toEqual([]);
  await page.getByRole('button', { name: 'Play here' }).click();
  await expect(page.frameLocator('iframe[title="Video on YouTube"]').getByText('The player.')).toBeVisible();
  expect(asked).toEqual([expect.stringMatching(/^https:\/\/www\.youtube-nocookie\.com\/embed\/dQw4w9WgXcQ/)]);
  await page.context().close();
});

test('a member who was just treated is offered to begin a post with the day of recovery, and others see no such offer', async ({
  browser,
}) => {
  const page = await as(browser, 'alice');
  for (const { id } of await rpc<{ id: string }[]>(page, 'list_drafts')) await rpc(page, 'delete_draft', { id });
  const treated_on = new Date(Date.now() - 4 * 86_400_000).toISOString().slice(0, 10);
  const points = [{ treatment: 'radiance', product: 0, side: null }];
  const records = [{ treated_on, products: [{ product: 'light_peel' }], points }];
  await page.route('**/rpc/get_my_passport', (route) => route.fulfill({ json: { patient_name: '', records } }));
  await page.goto('/community/new-post');
  const start = page.getByRole('button', { name: /^(Today:|Day \d+ after) / }).first();
  await start.click();
  await expect(page.getByLabel('Title')).toHaveValue(/^Day [345] after a peel$/);
  await expect(page.getByLabel('Title')).toBeFocused();
  await expect(page.getByRole('button', { name: 'Remove tag #recovery' })).toBeVisible();
  await expect(start).toBeHidden();
  await page.getByLabel('Title').fill('');
  for (const { id } of await rpc<{ id: string }[]>(page, 'list_drafts')) await rpc(page, 'delete_draft', { id });
  await page.context().close();

  const untreated = await as(browser, 'carl', '/community/new-post');
  await expect(untreated.getByLabel('Title')).toBeVisible();
  await expect(untreated.getByRole('button', { name: /^(Today:|Day \d+ after) / })).toHaveCount(0);
  await untreated.context().close();
});

test('tags are split at a comma that a phone or a pasted list puts into the text, up to the limit', async ({
  browser,
}) => {
  const page = await as(browser, 'carl');
  for (const { id } of await rpc<{ id: string }[]>(page, 'list_drafts')) await rpc(page, 'delete_draft', { id });
  await page.goto('/community/new-post');
  const field = page.getByLabel('Tags');
  const chip = (tag: string) => page.getByRole('button', { name: `Remove tag #${tag}` });
  await field.fill('calm,');
  await expect(chip('calm')).toBeVisible();
  await expect(field).toHaveValue('');
  await field.fill('peel, laser, Peel, sun');
  await expect(field).toHaveValue('sun');
  // In Safari, the Enter that confirms a composed word has the key code 229. It does not end the tag.
  await field.dispatchEvent('keydown', { key: 'Enter', keyCode: 229 });
  await expect(field).toHaveValue('sun');
  await field.press('Enter');
  for (const tag of ['calm', 'peel', 'laser', 'sun']) await expect(chip(tag)).toBeVisible();
  await field.fill('toxin, filler');
  await expect(chip('toxin')).toBeVisible();
  await expect(field).toHaveValue('');
  await expect(chip('filler')).toHaveCount(0);
  await page.context().close();
});
