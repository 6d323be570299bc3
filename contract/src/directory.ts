import * as z from 'zod';
import { DOCTORS_ONLY, Id, Instant, rpc, text } from './base.ts';

/**
 * The public directory of practitioners. It lists a practitioner only under four conditions. The practitioner's
 * registration as a doctor is verified, the practitioner agreed to be listed, no administrator hid the page, and the
 * account is not suspended.
 */
export const directoryRefusals = {
  /** The profile has no place, no speciality or no language. Patients could not find the practitioner without them. */
  PROFILE_INCOMPLETE: { status: 409 },
} as const;

/** Specialities of practitioners. Their names are the messages `directory:speciality.<code>`. */
export const Specialities = [
  'aesthetic_medicine',
  'plastic_surgery',
  'dermatology',
  'maxillofacial_surgery',
  'eyelid_surgery',
  'laser',
  'injections',
  'skin_quality',
] as const;
export const Speciality = z.enum(Specialities);
export type Speciality = z.infer<typeof Speciality>;

/** ISO 639-1 codes. The pages get the names of the languages from `Intl.DisplayNames`. */
export const SpokenLanguages = ['fr', 'en', 'nl', 'de', 'it', 'es', 'pt', 'ar', 'ru', 'zh'] as const;
export const SpokenLanguage = z.enum(SpokenLanguages);
export type SpokenLanguage = z.infer<typeof SpokenLanguage>;

/** ISO 3166-1 codes of the countries that a practice can be in. */
export const PracticeCountries = ['FR', 'BE', 'CH', 'LU', 'MC', 'CA'] as const;
export const PracticeCountry = z.enum(PracticeCountries);

export const DirectoryLimits = { places: 4, introduction: 600, page: 100, reason: 300 } as const;

/**
 * Frames of the two maps. `west` and `north` are the longitude and latitude of the north-west corner, in degrees.
 * `scale` is the number of units per degree of longitude. `width` and `height` are in these units. The projection is
 * Mercator, which has the same scale in both directions at each point.
 */
export const MapFrames = {
  europe: { west: -5.6, north: 51.75, scale: 50, width: 800, height: 780 },
  canada: { west: -84, north: 50.4, scale: 33, width: 800, height: 412 },
} as const;
export type MapName = keyof typeof MapFrames;

export const Practice = z.object({
  name: text(80, 0),
  street: text(120),
  postal_code: text(12),
  city: text(80),
  country: PracticeCountry,
});
export type Practice = z.infer<typeof Practice>;

/** A practice that the public can see. */
const ShownPractice = Practice.extend({
  /** Name of the practice's point on the map. All practices of a city share one point. */
  point: z.string(),
});

export const DirectoryEntry = z.object({
  slug: z.string(),
  name: z.string(),
  specialities: z.array(Speciality),
  languages: z.array(SpokenLanguage),
  registration_number: z.string(),
  registration_body: z.string(),
  verified_at: Instant,
  places: z.array(ShownPractice),
  /**
   * Distance in km from the searched city to the practitioner's nearest practice, rounded. Null if no city was
   * searched.
   */
  distance_km: z.number().int().nullable(),
});
export type DirectoryEntry = z.infer<typeof DirectoryEntry>;

/** The data of a practitioner's public page. */
export const PublicProfile = DirectoryEntry.extend({
  introduction_en: z.string(),
  introduction_fr: z.string(),
});
export type PublicProfile = z.infer<typeof PublicProfile>;

/** A city with practitioners. `x` and `y` are its position on `map`, in the units of `MapFrames`. */
export const DirectoryPin = z.object({
  map: z.enum(['europe', 'canada']),
  point: z.string(),
  city: z.string(),
  count: z.number().int().positive(),
  x: z.number(),
  y: z.number(),
  /** True: this is the requested city. */
  is_here: z.boolean(),
});
export type DirectoryPin = z.infer<typeof DirectoryPin>;

export const DirectorySearch = z.object({
  city: z.string().trim().max(80).default(''),
  speciality: Speciality.nullable().default(null),
  language: SpokenLanguage.nullable().default(null),
});
export type DirectorySearch = z.infer<typeof DirectorySearch>;

/** The practitioner's own texts. They do not include the name and the registration, which come from the account. */
export const ProfileWords = z.object({
  specialities: z.array(Speciality).max(Specialities.length),
  languages: z.array(SpokenLanguage).max(SpokenLanguages.length),
  introduction_en: text(DirectoryLimits.introduction, 0),
  introduction_fr: text(DirectoryLimits.introduction, 0),
  places: z.array(Practice).max(DirectoryLimits.places),
  /** True: the practitioner agrees to be listed in the public directory. */
  is_listed: z.boolean(),
});
export type ProfileWords = z.infer<typeof ProfileWords>;

export const MyProfile = ProfileWords.extend({
  name: z.string(),
  registration_number: z.string(),
  registration_body: z.string(),
  verified_at: Instant.nullable(),
  slug: z.string(),
  /** The time at which the practitioner agreed to be listed. */
  listed_since: Instant.nullable(),
  /** The reason why an administrator hid the page. */
  hidden_reason: z.string().nullable(),
  is_public: z.boolean(),
});
export type MyProfile = z.infer<typeof MyProfile>;

export const AdminProfile = z.object({
  user_id: Id,
  slug: z.string(),
  name: z.string(),
  registration_number: z.string(),
  city: z.string().nullable(),
  is_verified: z.boolean(),
  is_listed: z.boolean(),
  hidden_reason: z.string().nullable(),
  hidden_at: Instant.nullable(),
  is_public: z.boolean(),
  updated_at: Instant,
});
export type AdminProfile = z.infer<typeof AdminProfile>;

export const directory = {
  searchPractitioners: rpc(
    'search_practitioners',
    'visitor',
    'directory',
    'Search the public directory of practitioners, nearest first',
  )
    .input(DirectorySearch)
    .output(
      z.object({
        /**
         * The requested city in the spelling of our list. Null if no city was requested or the list does not contain
         * it.
         */
        city: z.string().nullable(),
        /** ISO 3166-1 code of the country of `city`. */
        country: z.string().nullable(),
        /** The cities of all practitioners that match the speciality and the language. */
        pins: z.array(DirectoryPin),
        /** All cities with a practitioner, regardless of the search. */
        cities: z.array(z.string()),
        /** The number of practitioners that match the speciality and the language. */
        practitioners_count: z.number().int().nonnegative(),
        /** The first of the matching practitioners. The nearest come first if a city is given. */
        practitioners: z.array(DirectoryEntry).max(DirectoryLimits.page),
      }),
    ),
  getPublicProfile: rpc(
    'get_public_profile',
    'visitor',
    'directory',
    'Return the page of one practitioner if it is public',
  )
    .input(z.object({ slug: z.string().max(200) }))
    .output(PublicProfile.nullable()),
  getMyPublicProfile: rpc(
    'get_my_public_profile',
    'practitioner',
    'directory',
    'Return the caller’s profile in the directory of doctors',
  )
    .errors({ DOCTORS_ONLY })
    .output(MyProfile),
  saveMyPublicProfile: rpc(
    'save_my_public_profile',
    'practitioner',
    'directory',
    'Change the caller’s profile, and choose whether the directory lists it',
  )
    .errors({ ...directoryRefusals, DOCTORS_ONLY })
    .input(ProfileWords)
    .output(MyProfile),
  suggestCities: rpc(
    'suggest_cities',
    'visitor',
    'directory',
    'List cities whose names begin with these letters, largest first',
  )
    .input(z.object({ text: z.string().trim().min(1).max(80) }))
    .output(z.array(z.object({ name: z.string(), country: z.string() })).max(8)),
  adminListProfiles: rpc(
    'admin_list_profiles',
    'admin',
    'directory',
    'List all public profiles, and whether they are visible',
  ).output(z.array(AdminProfile)),
  adminHideProfile: rpc(
    'admin_hide_profile',
    'admin',
    'directory',
    'Hide a profile from the directory, or show it again',
  )
    .input(
      z
        .object({ user_id: Id, is_hidden: z.boolean(), reason: text(DirectoryLimits.reason, 0) })
        .refine(({ is_hidden, reason }) => !is_hidden || reason !== '', { path: ['reason'] }),
    )
    .output(AdminProfile),
};
