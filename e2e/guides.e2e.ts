import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { aCommunity, aPost, as, editorIn, rpc, toldOf } from './support/community.ts';
import { drawn, refused, showAgain } from './support/load-again.ts';

async function fits(page: Page, width: number) {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  await expectAccessible(page);
}

for (const width of [390, 1440])
  test(`an answer is co-signed and becomes a reviewed guide that a visitor can read, at ${width} px`, async ({
    browser,
    page: visitor,
  }) => {
    test.setTimeout(180_000);
    const owner = await as(browser, 'alice');
    const { channel_id, slug } = await aCommunity(owner);
    await rpc(owner, 'set_channel_on_web', { channel_id, is_on_web: true });
    const asker = await as(browser, 'carl');
    await rpc(asker, 'rpc_join_channel', { channel_id });
    const { post_id } = await aPost(asker, channel_id, {
      title: 'How long does redness last?',
      asks_practitioner: true,
      is_on_web: true,
    });
    const doctor = await as(browser, 'doctor');
    const { id: comment_id } = await rpc<{ id: string }>(doctor, 'create_comment', {
      post_id,
      body: '<p>Five to seven days.</p>',
    });
    const colleague = await as(browser, 'colleague');
    for (const page of [owner, colleague, visitor]) await page.setViewportSize({ width, height: 900 });

    await colleague.goto(`/community/p/${post_id}`);
    await colleague.getByRole('button', { name: 'Co-sign', exact: true }).click();
    await expect(colleague.getByText('Your name and registration now appear')).toBeVisible();
    await expect(colleague.getByText(/^Co-signed by/)).toBeVisible();
    await fits(colleague, width);

    await owner.goto(`/community/p/${post_id}`);
    await expect(owner.getByText(/^Co-signed by/)).toBeVisible();
    await owner.getByRole('link', { name: 'Turn into a guide' }).click();
    await owner.getByLabel('Title').fill('Redness after a peel');
    await expect(editorIn(owner)).toHaveText('Five to seven days.');
    await fits(owner, width);
    await owner.getByRole('button', { name: 'Save guide' }).click();
    await expect(owner.getByText('Not published.')).toBeVisible();
    const guide_id = new URL(owner.url()).pathname.split('/').at(-1) ?? '';
    expect((await visitor.goto(`/library/${slug}/guides/${guide_id}`))?.status()).toBe(404);
    const { user } = await rpc<{ user: { id: string } }>(colleague, 'who_am_i');
    await owner.getByLabel('Doctor').selectOption(user.id);
    await owner.getByRole('button', { name: 'Ask for review' }).click();
    await expect(owner.getByText(/was asked to review it/)).toBeVisible();
    await fits(owner, width);

    await toldOf(colleague, guide_id);
    await colleague.goto(`/community/g/${guide_id}`);
    const confirm = colleague.getByRole('button', { name: 'Confirm and publish' });
    await expect(confirm).toBeVisible();
    await fits(colleague, width);
    await confirm.click();
    await expect(colleague.getByText(/^Reviewed by/)).toBeVisible();

    await asker.setViewportSize({ width, height: 900 });
    await asker.goto(`/community/f/${slug}`);
    await asker.getByRole('link', { name: 'Guides', exact: true }).click();
    await expect(asker.getByRole('link', { name: 'Redness after a peel' })).toBeVisible();
    await fits(asker, width);

    await visitor.goto(`/library/${slug}`);
    await visitor.getByRole('link', { name: 'Redness after a peel' }).click();
    await expect(visitor.getByText(/^Reviewed by/)).toBeVisible();
    await fits(visitor, width);
    const data = JSON.parse(await visitor.locator('script[type="application/ld+json"]').innerText()) as object;
    expect(data).toMatchObject({ '@type': 'MedicalWebPage', name: 'Redness after a peel', reviewedBy: {} });
    await visitor.goto(`/fr/library/${slug}/${post_id}`);
    await expect(visitor.getByText(/^Réponse cosignée/)).toBeVisible();

    await rpc(doctor, 'edit_comment', { comment_id, version: 1, body: '<p>Six to eight days.</p>' });
    await toldOf(colleague, 'cosignature_void');
    await visitor.reload();
    await expect(visitor.getByText(/^Réponse cosignée/)).toHaveCount(0);
  });

test('the text of a guide stays in its form if the page fails to load its data again, and when the author comes back', async ({
  browser,
}) => {
  const owner = await as(browser, 'alice');
  const { slug } = await aCommunity(owner);
  await owner.goto(`/community/f/${slug}/guides`);
  await owner.getByRole('link', { name: 'Write a guide' }).click();
  await owner.getByLabel('Title').fill('Redness after a peel');
  await editorIn(owner).fill('Five to seven days.');

  await test.step('the service refuses the data of the community when the window is shown again after a while', async () => {
    await owner.route('**/rpc/get_channel', (route) => route.fulfill(refused('NOT_FOUND', 404)));
    await owner.clock.install({ time: Date.now() + 120_000 });
    const asked = owner.waitForResponse('**/rpc/get_channel');
    await showAgain(owner);
    await (await asked).finished();
    await drawn(owner);
    await owner.unroute('**/rpc/get_channel');
    await expect(owner.getByLabel('Title')).toHaveValue('Redness after a peel');
    await expect(editorIn(owner)).toHaveText('Five to seven days.');
  });
  await owner.goBack();
  await expect(owner.getByRole('link', { name: 'Write a guide' })).toBeVisible();
  await owner.goForward();
  await expect(owner.getByLabel('Title')).toHaveValue('Redness after a peel');
  await expect(editorIn(owner)).toHaveText('Five to seven days.');
  await owner.getByRole('button', { name: 'Save guide' }).click();
  await expect(owner.getByText('Not published.')).toBeVisible();
});

test('an author who edited the guide elsewhere loads the newer version and can undo changes', async ({ browser }) => {
  const owner = await as(browser, 'alice');
  const { channel_id } = await aCommunity(owner);
  const { guide_id } = await rpc<{ guide_id: string }>(owner, 'create_guide', {
    channel_id,
    title: 'Redness after a peel',
    body: '<p>Five to seven days.</p>',
    idempotency_key: crypto.randomUUID(),
  });
  const [title, save] = [owner.getByLabel('Title'), owner.getByRole('button', { name: 'Save guide' })];
  await owner.goto(`/community/g/${guide_id}/edit`);
  await title.fill('Redness');
  await rpc(owner, 'edit_guide', { guide_id, version: 1, title: 'Redness and peels', body: '<p>Six days.</p>' });
  await save.click();
  await expect(owner.getByRole('alert')).toContainText('A newer version was saved elsewhere.');
  await expect(title).toHaveValue('Redness');
  await owner.getByRole('button', { name: 'Load the new version' }).click();
  await expect(title).toHaveValue('Redness and peels');
  await expect(editorIn(owner)).toHaveText('Six days.');

  await editorIn(owner).fill('Nine days.');
  await owner.getByRole('button', { name: 'Undo changes' }).click();
  await expect(editorIn(owner)).toHaveText('Six days.');
  await expect(save).toBeDisabled();
  await editorIn(owner).fill('Six to eight days.');
  await save.click();
  await expect(owner.getByText('Not published.')).toBeVisible();
  await expect(owner.getByText('Six to eight days.')).toBeVisible();
});
