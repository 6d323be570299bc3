import type { Context } from '#server/platform/context.ts';

export interface NameTag {
  readonly name: string;
  /** A link to the avatar, valid for one hour, or null if the person has no avatar. */
  readonly avatar_url: string | null;
  /** Null for people without a registration. */
  readonly speciality: string | null;
}

/**
 * Returns names, avatars and specialities of people by their ids. Every signed-in person may see them. Unknown ids
 * are absent.
 */
export async function nameTagsOf(ctx: Context, ids: readonly string[]): Promise<Map<string, NameTag>> {
  if (ids.length === 0) return new Map();
  const people = await ctx.db
    .selectFrom('people')
    .leftJoin('practitioners as d', 'd.user_id', 'people.id')
    .select(['people.id', 'people.name', 'people.avatar_id', 'd.speciality'])
    .where('people.id', 'in', [...new Set(ids)])
    .execute();
  const avatars = people.flatMap(({ avatar_id }) => avatar_id ?? []);
  const links = avatars.length > 0 ? await ctx.photos.linksFor(ctx.system, avatars) : undefined;
  return new Map(
    people.map(({ id, name, avatar_id, speciality }) => [
      id,
      { name, speciality, avatar_url: links?.get(avatar_id ?? '')?.thumb_url ?? null },
    ]),
  );
}
