import { sql } from 'kysely';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { ImageRules } from '#contract/community.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { aChannel, aPost, aRegular } from '../../../test/a-community.ts';
import { aWorld, type World } from '../../../test/world.ts';
import { type NewImage, openImage, uploadImage } from './images.ts';
import { joinChannel, setMemberRole } from './membership.ts';
import { getChannel } from './list-channels.ts';
import { addWordFilter } from './word-filters.ts';
import { setChannelBranding, setChannelThemes, updateChannel } from './update-channel.ts';
import { createPost } from './write-post.ts';

let world: World;
let owner: SignedIn;

beforeAll(async () => {
  world = await aWorld();
  owner = await aRegular(world);
  return () => world[Symbol.asyncDispose]();
});

/** Returns an image whose metadata contains an address. */
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c99' } })
    .withExif({ IFD0: { Copyright: 'Rue de la Paix 12' } })
    .png()
    .toBuffer();

const send = async (person: SignedIn, kind: NewImage['kind'], [width, height]: [number, number], over = {}) =>
  uploadImage(world, person, {
    kind,
    subject: 'nobody',
    hasConsent: false,
    bytes: await picture(width, height),
    ...over,
  });

test.each<[NewImage['kind'], [number, number], string]>([
  ['icon', [127, 127], 'IMAGE_NOT_SQUARE'],
  ['icon', [200, 128], 'IMAGE_NOT_SQUARE'],
  ['banner', [799, 200], 'IMAGE_RATIO'],
  ['banner', [4000, 1500], 'IMAGE_RATIO'],
  ['banner', [800, 400], 'IMAGE_RATIO'],
  ['banner', [1600, 300], 'IMAGE_RATIO'],
])('an uploaded %s picture of %j pixels is refused: %s', async (kind, size, code) => {
  const [width, height] = size;
  // The refusal names the width and height of the uploaded image, so that its owner can check them.
  await expect(send(owner, kind, size)).rejects.toMatchObject({ code, data: { width, height } });
});

test.each<[NewImage['kind'], [number, number], string]>([
  ['icon', [128, 128], 'icons'],
  ['banner', [800, 200], 'banners'],
  ['banner', [1640, 380], 'banners'],
  ['post', [2400, 900], 'posts'],
])(
  'an uploaded %s picture of %j pixels is encoded again, and stored under a new name in %s/',
  async (kind, size, folder) => {
    const { path, width } = await send(owner, kind, size);
    expect(path).toMatch(new RegExp(`^${folder}/${owner.userId}-${world.clock.now().getTime()}-[0-9a-f]{12}\\.jpg$`));
    expect(await openImage(world, path, false)).toBeNull();
    const bytes = (await openImage(world, path, true))?.bytes ?? Buffer.alloc(0);
    const { format, exif } = await sharp(bytes).metadata();
    expect({ format, exif, width }).toEqual({
      format: 'jpeg',
      exif: undefined,
      width: Math.min(size[0], ImageRules[kind].stored_px),
    });
    expect(bytes.includes('Rue de la Paix')).toBe(false);
  },
);

test('an uploaded file that is no picture is refused', async () => {
  await expect(send(owner, 'icon', [200, 200], { bytes: Buffer.from('<svg onload=alert(1)>') })).rejects.toMatchObject({
    code: expect.stringMatching(/^PHOTO_/),
  });
});

test('a picture that shows another person needs their consent, and a new member may upload one picture', async () => {
  const { channel_id } = await aChannel(world, owner);
  const post = { channel_id, kind: 'post' as const };
  await expect(send(owner, 'post', [300, 200], { ...post, subject: 'other' })).rejects.toMatchObject({
    code: 'PHOTO_CONSENT_REQUIRED',
  });
  await send(owner, 'post', [300, 200], { ...post, subject: 'other', hasConsent: true });
  const novice = await world.patient();
  const sent = [await send(novice, 'post', [300, 200], post), await send(novice, 'post', [300, 200], post)];
  const body = sent.map(({ path }) => `<img src="/community-assets/${path}" alt="">`).join('');
  await expect(
    createPost(world, novice, { channel_id, title: 'Two', body, tags: [], asks_practitioner: false }),
  ).rejects.toMatchObject({ code: 'NEW_MEMBER_LIMIT', data: { limit: 'images', max: 1 } });
  await aPost(world, novice, channel_id, { body: body.slice(0, body.indexOf('>') + 1) });
});

test('drafts and previews show only pictures that the writer uploaded', async () => {
  const other = await aRegular(world);
  const { path } = await send(owner, 'post', [300, 200]);
  const body = `<p>x</p><img src="/community-assets/${path}" alt="" />`;
  const sourceFor = async (person: SignedIn) => {
    const browser = world.browserOf(person);
    const id = crypto.randomUUID();
    await browser.post('/rpc/save_draft', { id, title: 'Seen', body });
    const preview: string = (await browser.post('/rpc/preview_text', { body })).json.body;
    const [draft] = (await browser.post('/rpc/list_drafts')).json;
    expect(draft.body).toBe(preview);
    return /src="([^"]+)"/.exec(preview)?.[1]?.replaceAll('&amp;', '&') ?? '';
  };
  expect((await world.browser().get(await sourceFor(owner))).status).toBe(200);
  expect((await world.browser().get(await sourceFor(other))).status).toBe(404);
});

test('an unpublished picture is deleted after a day, unless a draft contains it', async () => {
  const clinic = await aWorld();
  const writer = await aRegular(clinic);
  const upload = async () => {
    const bytes = await picture(300, 200);
    return uploadImage(clinic, writer, { kind: 'post', subject: 'nobody', hasConsent: false, bytes });
  };
  const [kept, gone] = [await upload(), await upload()];
  const body = `<p>x</p><img src="/community-assets/${kept.path}" alt="" />`;
  await clinic.browserOf(writer).post('/rpc/save_draft', { id: crypto.randomUUID(), title: 'Later', body });
  clinic.clock.advance(2 * 86_400_000);
  await clinic.jobs.runNow('community.deleteUnusedImages', {});
  const there = async (path: string) => (await openImage(clinic, path, true)) !== null;
  expect([await there(kept.path), await there(gone.path)]).toEqual([true, false]);
  const { channel_id } = await aChannel(clinic, writer);
  await aPost(clinic, writer, channel_id, { body });
});

test('only owners and moderators can change the texts, themes and pictures of a community', async () => {
  const [moderator, member] = [await aRegular(world), await aRegular(world)];
  const { channel_id, slug } = await aChannel(world, owner);
  for (const person of [moderator, member]) await joinChannel(world, person, { channel_id, words: '' });
  await setMemberRole(world, owner, { channel_id, user_id: moderator.userId, role: 'moderator' });
  const icon = await send(moderator, 'icon', [256, 256], { channel_id });
  const refused = { code: 'NOT_A_MODERATOR', data: { slug } };
  for (const change of [
    () => updateChannel(world, member, { channel_id, name: 'Mine' }),
    () => setChannelThemes(world, member, { channel_id, themes: ['Acne'] }),
    () => setChannelBranding(world, member, { channel_id, icon_image_id: icon.id }),
    () => send(member, 'icon', [256, 256], { channel_id }),
  ])
    await expect(change()).rejects.toMatchObject(refused);

  await updateChannel(world, moderator, { channel_id, name: '', description: '' });
  await setChannelThemes(world, moderator, { channel_id, themes: ['Acne', 'Mountain air'] });
  await addWordFilter(world, await world.admin(), { words: 'botulinum party', action: 'refuse' });
  const forbidden = setChannelThemes(world, moderator, { channel_id, themes: ['Botulinum party'] });
  await expect(forbidden).rejects.toMatchObject({ code: 'WORD_REFUSED' });
  await setChannelBranding(world, moderator, { channel_id, icon_image_id: icon.id });
  const { rows } = await sql`select name, description from channels where id = ${channel_id}`.execute(world.db);
  expect(rows).toEqual([{ name: null, description: null }]);
  const seen = await getChannel(world, member, slug);
  expect(seen).toMatchObject({ themes: ['Acne', 'Mountain air'] });
  expect(seen.icon_url).toContain(icon.path);
});

test('a save does not silently replace a setting that a colleague has changed', async () => {
  const { channel_id } = await aChannel(world, owner);
  await updateChannel(world, owner, { channel_id, name: 'Healing', description: 'About healing', rules: ['Be kind'] });
  await setChannelThemes(world, owner, { channel_id, themes: ['Acne'] });
  const was = { name: 'Healing', description: 'About healing', visibility: 'open', rules: ['Be kind'] } as const;
  await updateChannel(world, owner, { channel_id, name: 'Scars', rules: ['Be kind', 'No prices'], was });
  const changed = { code: 'CHANGED_SINCE' };
  await expect(updateChannel(world, owner, { channel_id, name: 'Care', was })).rejects.toMatchObject(changed);
  await expect(updateChannel(world, owner, { channel_id, rules: [], was })).rejects.toMatchObject(changed);
  // Another field can be saved. A save whose answer was lost can be repeated.
  await updateChannel(world, owner, { channel_id, description: 'About scars', was });
  const card = await updateChannel(world, owner, { channel_id, name: 'Scars', was });
  expect(card).toMatchObject({ name: 'Scars', description: 'About scars' });

  await setChannelThemes(world, owner, { channel_id, themes: ['Acne', 'Laser'], themes_were: ['Acne'] });
  await setChannelThemes(world, owner, { channel_id, themes: ['Acne', 'Laser'], themes_were: ['Acne'] });
  const late = setChannelThemes(world, owner, { channel_id, themes: [], themes_were: ['Acne'] });
  await expect(late).rejects.toMatchObject(changed);
});
