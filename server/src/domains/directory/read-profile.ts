import type { PublicProfile } from '#contract/directory.ts';
import type { Context } from '#server/platform/context.ts';
import { findShown, placesOf } from './directory.queries.ts';
import { toEntry } from './search-practitioners.ts';

/** The public profile of a practitioner; null when no published profile has this address. */
export async function readProfile(ctx: Context, slug: string): Promise<PublicProfile | null> {
  const profile = await findShown(ctx.db, slug);
  if (!profile) return null;
  const places = (await placesOf(ctx.db, [profile.user_id])).get(profile.user_id) ?? [];
  const { introduction_en, introduction_fr } = profile;
  return { ...toEntry({ profile, places, distance_km: null }), introduction_en, introduction_fr };
}
