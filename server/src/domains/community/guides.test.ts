import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Visibility } from '#contract/community.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { aChannel, aComment, aPost, aRegular, season } from '../../../test/a-community.ts';
import { aWorld } from '../../../test/world.ts';
import { tellExpiredGuides } from './jobs.ts';
import { getGuide, listGuides } from './guides.ts';
import { getLibraryGuide } from './library-guides.ts';
import { getLibraryPage, listLibrary } from './library.ts';
import { joinChannel } from './membership.ts';
import { setChannelOnWeb } from './open-to-web.ts';
import { askGuideReview, declineGuideReview, listGuideReviewers, reviewGuide } from './review-guide.ts';
import { createGuide, deleteGuide, editGuide } from './write-guide.ts';

const first = { title: 'The first week after a peel', body: '<p>Cool water, no sun.</p>' };
const second = { title: 'The first two weeks', body: '<p>Cool water, no sun, no make-up.</p>' };
const MONTH_MS = 31 * 86_400_000;

async function aScene({ visibility = 'open' }: { visibility?: Visibility } = {}) {
  const world = await aWorld();
  const plan = visibility === 'open' ? 'free' : 'elite';
  const [owner, member] = [await aRegular(world, { plan }), await aRegular(world)];
  const [doctor, colleague] = [await world.practitioner(), await world.practitioner()];
  for (const person of [doctor, colleague]) await season(world, person);
  const { channel_id, slug } = await aChannel(world, owner, { visibility });
  const { guide_id } = await createGuide(world, owner, { channel_id, ...first });
  const ask = (version: number, whom = doctor) =>
    askGuideReview(world, owner, { guide_id, version, reviewer_id: whom.userId });
  const edit = (version: number, who = owner) => editGuide(world, who, { guide_id, version, ...second });
  const publish = async (version = 1) => {
    await ask(version);
    return reviewGuide(world, doctor, { guide_id, version });
  };
  const seenBy = (who: SignedIn) => getGuide(world, who, guide_id);
  const onWeb = () => getLibraryGuide(world, { slug, guide_id });
  const news = async (who: SignedIn) => {
    await world.outbox.drain();
    const { rows } = (await world.browserOf(who).post('/rpc/list_notifications')).json;
    return rows
      .filter(({ kind }: { kind: string }) => kind.startsWith('guide_'))
      .map(({ kind, path }: { kind: string; path: string }) => `${kind} ${path === `/community/g/${guide_id}`}`);
  };
  return {
    world,
    owner,
    member,
    doctor,
    colleague,
    channel_id,
    slug,
    guide_id,
    ask,
    edit,
    publish,
    seenBy,
    onWeb,
    news,
  };
}

test('a guide is published only when the invited practitioner reviewed it, and names author and reviewer', async () => {
  const { world, owner, member, doctor, colleague, slug, guide_id, ask, seenBy, news } = await aScene();
  for (const person of [member, doctor, colleague])
    await expect(seenBy(person)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await listGuides(world, member, slug)).toEqual({ published: [], pending: [], can_write: false });
  await expect(reviewGuide(world, doctor, { guide_id, version: 1 })).rejects.toMatchObject({ code: 'NOT_FOUND' });

  await ask(1);
  expect(await news(doctor)).toEqual(['guide_review_asked true']);
  expect(await seenBy(doctor)).toMatchObject({ can_review: true, can_edit: false, text: { ...first, version: 1 } });
  await expect(reviewGuide(world, colleague, { guide_id, version: 1 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(reviewGuide(world, owner, { guide_id, version: 1 })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await expect(reviewGuide(world, { ...doctor, secondFactor: false }, { guide_id, version: 1 })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  });
  await reviewGuide(world, doctor, { guide_id, version: 1 });

  expect(await seenBy(member)).toMatchObject({
    author: { id: owner.userId },
    published: {
      ...first,
      review: { at: '2026-11-20T09:00:00.000Z', is_verified: true },
      review_again_at: '2027-11-20T09:00:00.000Z',
      is_expired: false,
    },
    text: null,
    can_edit: false,
    can_review: false,
    can_delete: false,
  });
  expect((await listGuides(world, member, slug)).published).toMatchObject([{ id: guide_id, title: first.title }]);
  expect(await news(owner)).toEqual(['guide_review_answered true']);
});

test('the reviewer of a guide must be verified, may write in the community, and is not the author', async () => {
  const { world, owner, member, doctor, colleague, channel_id, guide_id, ask } = await aScene();
  const unverified = await world.practitioner({ verified: false });
  await season(world, unverified);
  for (const person of [member, owner, unverified])
    await expect(ask(1, person)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  const names = async () => (await listGuideReviewers(world, owner, guide_id)).map(({ id }) => id);
  await joinChannel(world, colleague, { channel_id, words: '' });
  expect(await names()).toEqual([colleague.userId, doctor.userId]);
  await sql`update practitioners set verified_at = null where user_id = ${colleague.userId}`.execute(world.db);
  expect(await names()).toEqual([doctor.userId]);
  await expect(listGuideReviewers(world, member, guide_id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('a changed guide ends the request for a review and needs a new one, and the reviewed text stays until then', async () => {
  const { world, owner, member, doctor, guide_id, ask, edit, publish, seenBy, onWeb } = await aScene();
  await publish();
  await ask(1);
  await edit(1);
  await expect(editGuide(world, owner, { guide_id, version: 1, ...first })).rejects.toMatchObject({
    code: 'TEXT_OUTDATED',
  });
  await expect(reviewGuide(world, doctor, { guide_id, version: 1 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await seenBy(member)).toMatchObject({ published: first, text: null });
  expect(await seenBy(owner)).toMatchObject({
    published: first,
    text: { ...second, is_published: false, asked: null },
  });
  expect(await onWeb()).toBeNull();
  await ask(2);
  await expect(reviewGuide(world, doctor, { guide_id, version: 1 })).rejects.toMatchObject({ code: 'TEXT_OUTDATED' });
  await reviewGuide(world, doctor, { guide_id, version: 2 });
  expect(await seenBy(member)).toMatchObject({ published: second });
});

test('the author of a guide sees why a practitioner declined the review, and can invite another one', async () => {
  const { world, owner, doctor, colleague, guide_id, ask, seenBy, news } = await aScene();
  await ask(1);
  await expect(declineGuideReview(world, colleague, { guide_id, words: 'No.' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  await declineGuideReview(world, doctor, { guide_id, words: 'Week two is missing.' });
  expect(await seenBy(owner)).toMatchObject({
    published: null,
    text: { asked: null, declined_words: 'Week two is missing.' },
  });
  await expect(seenBy(doctor)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await news(owner)).toEqual(['guide_review_answered true']);
  await ask(1, colleague);
  expect(await seenBy(owner)).toMatchObject({ text: { declined_words: null } });
});

test('an edit of a guide that is repeated after its response was lost succeeds, and stores nothing twice', async () => {
  const { owner, edit, seenBy } = await aScene();
  const stored = await edit(1);
  expect(await edit(1)).toEqual(stored);
  expect((await seenBy(owner)).text).toMatchObject({ ...second, version: 2 });
});

test('only moderators can write guides, and only its author can change a guide', async () => {
  const { world, owner, member, channel_id, guide_id, edit, publish } = await aScene();
  const moderator = await aRegular(world);
  await joinChannel(world, moderator, { channel_id, words: '' });
  await sql`update channel_members set role = 'moderator' where user_id = ${moderator.userId}`.execute(world.db);
  await expect(createGuide(world, member, { channel_id, ...first })).rejects.toMatchObject({ code: 'NOT_A_MODERATOR' });
  await expect(edit(1, moderator)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await expect(edit(1, member)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await publish();
  await expect(edit(1, member)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await expect(deleteGuide(world, member, guide_id)).rejects.toMatchObject({ code: 'NOT_A_MODERATOR' });
  await sql`update channels set archived_at = now() where id = ${channel_id}`.execute(world.db);
  await expect(edit(1)).rejects.toMatchObject({ code: 'COMMUNITY_READ_ONLY' });
  await sql`update channels set archived_at = null where id = ${channel_id}`.execute(world.db);
  await sql`update channel_members set role = 'member' where user_id = ${owner.userId}`.execute(world.db);
  await expect(edit(1)).rejects.toMatchObject({ code: 'NOT_A_MODERATOR' });
  expect(await deleteGuide(world, moderator, guide_id)).toEqual({ deleted: true });
  const { rows } = await sql`select from audit_log where action = 'community.guideDeleted'`.execute(world.db);
  expect(rows).toHaveLength(1);
});

test('a person can read a guide only if the plan includes its community', async () => {
  const { world, member, slug, publish, seenBy, onWeb } = await aScene({ visibility: 'elite_only' });
  await publish();
  await expect(seenBy(member)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(listGuides(world, member, slug)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await seenBy(await aRegular(world, { plan: 'elite' }))).toMatchObject({ published: first });
  expect(await onWeb()).toBeNull();
});

test('a moderator makes a guide from a readable answer of the same community, without pictures and handles', async () => {
  const { world, owner, member, channel_id, seenBy } = await aScene();
  const { channel_id: elsewhere } = await aChannel(world, owner);
  const post_id = await aPost(world, owner, channel_id);
  const [here, there] = [
    await aComment(world, member, post_id),
    await aComment(world, member, await aPost(world, owner, elsewhere)),
  ];
  const from = (comment_id: string) =>
    createGuide(world, owner, {
      channel_id,
      comment_id,
      ...first,
      body: '<p>Ask @regular_one.</p><p><img src="x">Water.</p>',
    });
  await expect(from(there.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  const { guide_id } = await from(here.id);
  expect(await getGuide(world, owner, guide_id)).toMatchObject({
    source: { post_id, comment_id: here.id },
    text: { body: '<p>Ask @….</p><p>Water.</p>' },
  });
  await sql`update comments set state = 'removed' where id = ${here.id}`.execute(world.db);
  expect(await getGuide(world, owner, guide_id)).toMatchObject({ source: null });
  expect(await seenBy(owner)).toMatchObject({ source: null });
});

test('a guide is on the web if its community is, and only while its reviewer is verified', async () => {
  const { world, owner, doctor, channel_id, slug, guide_id, edit, publish, onWeb } = await aScene();
  await setChannelOnWeb(world, owner, { channel_id, is_on_web: true });
  expect([await onWeb(), (await getLibraryPage(world, { slug }))?.guides]).toEqual([null, []]);
  await publish();
  await edit(1);
  expect(await onWeb()).toMatchObject({ community: { slug }, text: first });
  expect((await getLibraryPage(world, { slug }))?.guides).toMatchObject([{ id: guide_id, title: first.title }]);
  expect((await listLibrary(world)).map((one) => one.slug)).toEqual([slug]);
  const sitemap = async () => (await world.browser().get('/sitemap-library.xml')).text;
  expect(await sitemap()).toContain(`/fr/library/${slug}/guides/${guide_id}</loc>`);
  expect(await getLibraryGuide(world, { slug: 'elsewhere', guide_id })).toBeNull();
  await sql`update practitioners set verified_at = null where user_id = ${doctor.userId}`.execute(world.db);
  expect([await onWeb(), (await getLibraryPage(world, { slug }))?.guides]).toEqual([null, []]);
  expect(await sitemap()).not.toContain(guide_id);
  await sql`update practitioners set verified_at = now() where user_id = ${doctor.userId}`.execute(world.db);
  expect(await onWeb()).not.toBeNull();
  await setChannelOnWeb(world, owner, { channel_id, is_on_web: false });
  expect(await onWeb()).toBeNull();
});

test('an expired guide is shown as expired, and its author and reviewer are notified once for each review', async () => {
  const { world, owner, member, doctor, guide_id, ask, publish, seenBy, news } = await aScene();
  await publish();
  world.clock.advance(11 * MONTH_MS);
  await tellExpiredGuides(world);
  // All notifications about one guide share one row, which counts them.
  const expiries = async (who: SignedIn) => {
    await news(who);
    const { rows } = (await world.browserOf(who).post('/rpc/list_notifications')).json;
    return rows.find(({ kind }: { kind: string }) => kind === 'guide_expired')?.count ?? 0;
  };
  const heard = async () => [await expiries(owner), await expiries(doctor), await expiries(member)];
  expect(await heard()).toEqual([0, 0, 0]);
  world.clock.advance(2 * MONTH_MS);
  for (let day = 0; day < 2; day++) await tellExpiredGuides(world);
  expect(await heard()).toEqual([1, 1, 0]);
  expect(await seenBy(member)).toMatchObject({ published: { is_expired: true } });
  await ask(1);
  await reviewGuide(world, doctor, { guide_id, version: 1 });
  expect(await seenBy(member)).toMatchObject({ published: { is_expired: false } });
  await tellExpiredGuides(world);
  expect(await heard()).toEqual([1, 1, 0]);
});

test('a guide is deleted with the account of its author, and hidden when its reviewer deletes the account', async () => {
  const { world, owner, member, doctor, guide_id, publish, seenBy } = await aScene();
  await publish();
  await sql`delete from users where id = ${doctor.userId}`.execute(world.db);
  await expect(seenBy(member)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await seenBy(owner)).toMatchObject({ published: null, text: first });
  await sql`delete from users where id = ${owner.userId}`.execute(world.db);
  const { rows } = await sql`select from guides where id = ${guide_id}`.execute(world.db);
  expect(rows).toEqual([]);
});
