import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import type { TextLanguage } from '#contract/community/reading.ts';
import type { Notification } from '#contract/notifications.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { aChannel, aPost, aRegular } from '../../../test/a-community.ts';
import { aWorld, type World } from '../../../test/world.ts';
import { getOrCreateUserChannel } from './create-channel.ts';
import { setFollow } from './follows.ts';
import { listAskedPosts } from './list-posts.ts';
import { joinChannel } from './membership.ts';

const texts = {
  french: 'Mes joues sont encore chaudes deux jours après le soin, est-ce que cela devrait durer aussi longtemps ?',
  japanese: '治療の後、二日間は頬がかなり熱かったのですが、これは普通のことでしょうか。',
  unclear: 'Retinol?',
} as const;

async function aScene() {
  const world = await aWorld();
  onTestFinished(() => world[Symbol.asyncDispose]());
  const asker = await aRegular(world);
  const { channel_id } = await aChannel(world, asker);
  const doctor = async (reads: TextLanguage[], language: 'en' | 'fr' = 'en') => {
    const person = await world.practitioner({ language });
    await joinChannel(world, person, { channel_id, words: '' });
    await world.browserOf(person).post('/rpc/set_my_reading', { languages: reads });
    return person;
  };
  const ask = async (text: string, author = asker, place = channel_id) => {
    const post = { title: text.slice(0, 60), body: `<p>${text}</p>`, asks_practitioner: true };
    const id = await aPost(world, author, place, post);
    await world.outbox.drain();
    world.clock.advance(1000);
    return id;
  };
  return { world, asker, channel_id, doctor, ask };
}

/**
 * Returns the ids of the questions that a doctor finds, and the ids of the questions about which the doctor was
 * notified.
 */
async function asked(world: World, doctor: SignedIn) {
  const { rows } = await listAskedPosts(world, doctor, { limit: 20 });
  const news: Notification[] = (await world.browserOf(doctor).post('/rpc/list_notifications')).json.rows;
  const told = news.filter(({ kind }) => kind === 'practitioner_asked').toReversed();
  return { found: rows.map(({ id }) => id), told: told.map(({ path }) => path.split('/').at(-1)) };
}
const both = (...ids: string[]) => ({ found: ids, told: ids });

test('a question is sent to the practitioners who chose its language, or whose account has it', async () => {
  const { world, doctor, ask } = await aScene();
  const chose = await doctor(['fr', 'ja']);
  const byAccount = await doctor([], 'fr');
  const other = await doctor(['en']);
  const french = await ask(texts.french);
  const japanese = await ask(texts.japanese);
  expect(await asked(world, chose)).toEqual(both(french, japanese));
  expect(await asked(world, byAccount)).toEqual(both(french));
  expect(await asked(world, other)).toEqual(both());
  const everything = await listAskedPosts(world, other, { limit: 20, languages: 'all' });
  expect(everything.rows.map(({ id }) => id)).toEqual([french, japanese]);
});

test('a question is sent to all practitioners of the community if its language is unclear or none of them reads it', async () => {
  const { world, doctor, ask } = await aScene();
  const [one, another] = [await doctor(['en']), await doctor(['de'])];
  const outsider = await world.practitioner({ language: 'fr' });
  const ids = [await ask(texts.unclear), await ask(texts.french)];
  expect(await asked(world, one)).toEqual(both(...ids));
  expect(await asked(world, another)).toEqual(both(...ids));
  expect(await asked(world, outsider)).toEqual(both());
});

test.for([
  ['asks', 'asks'],
  ['has muted the community', 'mutes'],
  ['is suspended', 'suspended'],
  ['is no longer verified', 'unverified'],
] as const)(
  'if the only reader of a language %s, the other practitioners are notified of the question',
  async ([, why]) => {
    const { world, asker, channel_id, doctor, ask } = await aScene();
    const reader = await doctor(['fr']);
    const other = await doctor(['en']);
    const happens = {
      asks: async () => undefined,
      mutes: () => setFollow(world, reader, { target: { channel_id }, state: 'mute' }),
      suspended: () => sql`update users set suspended_at = now() where id = ${reader.userId}`.execute(world.db),
      unverified: () =>
        sql`update practitioners set verified_at = null where user_id = ${reader.userId}`.execute(world.db),
    };
    await happens[why]();
    const question = await ask(texts.french, why === 'asks' ? reader : asker);
    expect(await asked(world, other)).toEqual(both(question));
  },
);

test('all practitioners who read the language of a question on a personal page are notified of it', async () => {
  const { world, asker, doctor, ask } = await aScene();
  const [french, english] = [await doctor(['fr']), await doctor(['en'])];
  const stranger = await world.practitioner({ language: 'fr' });
  const page = await getOrCreateUserChannel(world, asker);
  const question = await ask(texts.french, asker, page.channel_id);
  expect(await asked(world, french)).toEqual(both(question));
  expect(await asked(world, stranger)).toEqual(both(question));
  expect(await asked(world, english)).toEqual(both());
});
