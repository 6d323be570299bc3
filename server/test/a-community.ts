import { sql } from 'kysely';
import type { Comment, Visibility } from '#contract/community.ts';
import { createChannel, createComment, createPost } from '#server/domains/community/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import type { Person } from './people.ts';
import type { World } from './world.ts';

type Place = Context & Pick<World, 'patient'>;

/** Makes a patient who joined long ago, so that the limits of new members do not apply. */
export async function aRegular(world: Place, options: Partial<Person> = {}): Promise<SignedIn> {
  const person = await world.patient(options);
  await season(world, person);
  return person;
}

let count = 0;
export async function season(world: Context, { userId }: SignedIn): Promise<void> {
  const since = new Date(world.clock.now().getTime() - 90 * 86_400_000);
  await sql`insert into community_profiles (user_id, handle, display_name, contributions, created_at)
    values (${userId}, ${`regular_${++count}`}, ${`Régulière ${count}`}, 50, ${since})
    on conflict (user_id) do update set contributions = 50, created_at = ${since}`.execute(world.db);
}

export const handleOf = async (world: Context, { userId }: SignedIn): Promise<string> => {
  const { rows } = await sql<{
    handle: string;
  }>`select handle from community_profiles where user_id = ${userId}`.execute(world.db);
  return rows[0]?.handle ?? '';
};

export const aChannel = (
  world: Place,
  owner: SignedIn,
  options: { name?: string; slug?: string; visibility?: Visibility; join_policy?: 'open' | 'request' } = {},
) =>
  createChannel(world, owner, {
    name: `Calm skin ${++count}`,
    description: 'Skin that answers back, read slowly.',
    visibility: 'open',
    join_policy: 'open',
    themes: ['Rosacea'],
    ...options,
  });

export const aPost = async (
  world: Place,
  author: SignedIn,
  channel_id: string,
  options: { title?: string; body?: string; tags?: string[]; asks_practitioner?: boolean; is_on_web?: boolean } = {},
): Promise<string> =>
  (
    await createPost(world, author, {
      channel_id,
      title: 'Redness in the week after a peel',
      body: '<p>Warmth and flaking are expected.</p>',
      tags: [],
      asks_practitioner: false,
      ...options,
    })
  ).post_id;

export const aComment = (
  world: Place,
  author: SignedIn,
  post_id: string,
  options: { body?: string; parent_id?: string } = {},
): Promise<Comment> => createComment(world, author, { post_id, body: '<p>Cool water helped me.</p>', ...options });
