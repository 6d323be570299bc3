import { type Browser, expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { arrive } from './sessions.ts';

/** Opens `path` in a new browser context in which a demo account is signed in. `who` is the name of the account. */
export const as = (browser: Browser, who: string, path = '/community'): Promise<Page> => arrive(browser, who, path);

/**
 * Calls an API procedure with the rights of the person who is signed in on the page. Tests use it to make data that
 * they need but do not test.
 */
export async function rpc<Answer>(page: Page, name: string, body: object = {}): Promise<Answer> {
  const origin = new URL(page.url()).origin;
  const response = await page.request.post(`/rpc/${name}`, { data: body, headers: { origin } });
  expect(response.ok(), `${name}: ${await response.text()}`).toBe(true);
  return (await response.json()) as Answer;
}

/**
 * Waits until a notification of this person mentions `what`. A decision causes a notification only when it can no
 * longer be undone.
 */
export async function toldOf(page: Page, what: string, timeout = 10_000): Promise<void> {
  await expect.poll(async () => JSON.stringify(await rpc(page, 'list_notifications')), { timeout }).toContain(what);
}

/**
 * Waits until a person is notified of a decision. The notification is sent when the moderator can no longer undo the
 * decision.
 */
export async function toldOfDecision(page: Page, what: string): Promise<void> {
  await expect
    .poll(async () => JSON.stringify(await rpc(page, 'list_my_decisions')), { timeout: 40_000 })
    .toContain(what);
}

interface Made {
  channel_id: string;
  slug: string;
}

let count = 0;

export const aCommunity = (page: Page, over: object = {}): Promise<Made> =>
  rpc(page, 'rpc_create_channel', {
    // The name ends in a word. If it ended in a digit, that digit would seem to belong to the date that follows the
    // name in a row.
    name: `Calm skin ${process.pid} ${++count} evening`,
    description: 'Skin that answers back, read slowly.',
    visibility: 'open',
    themes: ['Rosacea'],
    ...over,
  });

export const aPost = (page: Page, channel_id: string, over: object = {}): Promise<{ post_id: string }> =>
  rpc(page, 'create_post', {
    channel_id,
    title: 'Redness after a peel',
    body: '<p>Warmth is expected.</p>',
    tags: [],
    ...over,
  });

/** Returns the editor's text field. It exists once the editor has loaded. */
export const editorIn = (page: Page) =>
  page.locator('.ProseMirror').and(page.getByRole('textbox', { name: /^(Text|Write a comment|Replying to)/ }));

/** Returns an image of one colour, in the form that a file chooser accepts. */
export const picture = async (width: number, height: number) => ({
  name: 'picture.png',
  mimeType: 'image/png',
  buffer: await sharp({ create: { width, height, channels: 3, background: '#c99' } })
    .png()
    .toBuffer(),
});
