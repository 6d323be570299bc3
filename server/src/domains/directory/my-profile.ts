import type { MyProfile, Practice, ProfileWords } from '#contract/directory.ts';
import { findPractitioner } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { invalidInput, Refusal } from '#server/platform/refusal.ts';
import { findCity } from './cities.ts';
import * as profiles from './directory.queries.ts';
import { freeSlug, isComplete, isPublic, slugOf } from './profile.ts';
import { toPractice } from './search-practitioners.ts';

/** Returns the practitioner's own profile. It is empty before the first save. */
export async function getMyProfile(ctx: Context, userId: string): Promise<MyProfile> {
  const person = await findListable(ctx, userId);
  const row = await profiles.findProfile(ctx.db, userId);
  const places = (await profiles.placesOf(ctx.db, [userId])).get(userId) ?? [];
  return {
    name: person.name,
    registration_number: person.registration_number,
    registration_body: person.registration_body,
    verified_at: person.verified_at?.toISOString() ?? null,
    slug: row?.slug ?? slugOf(person.name),
    specialities: row?.specialities ?? [],
    languages: row?.languages ?? [],
    introduction_en: row?.introduction_en ?? '',
    introduction_fr: row?.introduction_fr ?? '',
    places: places.map(toPractice),
    is_listed: row?.listed_at !== null && row !== undefined,
    listed_since: row?.listed_at?.toISOString() ?? null,
    hidden_reason: row?.hidden_reason ?? null,
    is_public: row !== undefined && isPublic(row),
  };
}

/** Finds the calling doctor. Nurses are refused, because patients read the directory as a list of doctors. */
async function findListable(ctx: Context, userId: string) {
  const person = await findPractitioner(ctx.db, userId);
  if (!person) throw new Refusal('NOT_FOUND');
  if (person.profession !== 'doctor') throw new Refusal('DOCTORS_ONLY');
  return person;
}

/** Saves the profile, and the time of the consent to be listed. Without this consent, the public page is removed. */
export async function saveMyProfile(ctx: Context, userId: string, words: ProfileWords): Promise<MyProfile> {
  const person = await findListable(ctx, userId);
  if (words.is_listed && !isComplete(words)) throw new Refusal('PROFILE_INCOMPLETE');
  const places = locate(words.places);
  await ctx.db.transaction().execute(async (tx) => {
    const before = await profiles.findProfile(tx, userId);
    await profiles.upsertProfile(tx, {
      user_id: userId,
      slug: before?.slug ?? (await newSlug(tx, person.name, userId)),
      specialities: [...new Set(words.specialities)],
      languages: [...new Set(words.languages)],
      introduction_en: words.introduction_en,
      introduction_fr: words.introduction_fr,
      listed_at: words.is_listed ? (before?.listed_at ?? ctx.clock.now()) : null,
      updated_at: ctx.clock.now(),
    });
    await profiles.replacePlaces(tx, userId, places);
    if ((before?.listed_at ?? null) === null ? words.is_listed : !words.is_listed)
      await record(ctx, tx, userId, words.is_listed);
  });
  return getMyProfile(ctx, userId);
}

const newSlug = async (tx: Tx, name: string, userId: string): Promise<string> => {
  const wanted = slugOf(name);
  return freeSlug(wanted, await profiles.slugsLike(tx, wanted, userId));
};

/**
 * Gives each practice the position of its city. Street addresses are not located, because an external service would
 * have to receive them.
 */
function locate(places: readonly Practice[]) {
  const faults: Record<string, string[]> = {};
  const located = places.map((place, index) => {
    const city = findCity(place.city, place.country);
    if (!city) faults[`places.${index}.city`] = ['unknown_city'];
    return { ...place, latitude: city?.lat ?? 0, longitude: city?.lon ?? 0 };
  });
  if (Object.keys(faults).length > 0) throw invalidInput(faults);
  return located;
}

const record = (ctx: Context, tx: Tx, userId: string, isListed: boolean) =>
  ctx.audit.record(tx, {
    actor: userId,
    actor_role: 'practitioner',
    action: isListed ? 'directory.listed' : 'directory.unlisted',
    subject: `user:${userId}`,
    patient_id: null,
    reason: 'consent',
  });
