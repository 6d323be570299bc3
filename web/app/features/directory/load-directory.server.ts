import type { LoaderFunctionArgs } from 'react-router';
import { Specialities, SpokenLanguages } from '#contract/directory.ts';
import { serviceFor } from '#web/lib/service.server.ts';

const LONGEST_CITY = 80;

/** Returns the search that the address contains, with its results. A value that the form does not offer is ignored. */
export async function loadSearch(args: LoaderFunctionArgs) {
  const { searchParams } = new URL(args.request.url);
  const search = {
    city: (searchParams.get('city') ?? '').trim().slice(0, LONGEST_CITY),
    speciality: Specialities.find((code) => code === searchParams.get('speciality')) ?? null,
    language: SpokenLanguages.find((code) => code === searchParams.get('language')) ?? null,
  };
  return { search, result: await serviceFor(args).directory.searchPractitioners(search) };
}
export type DirectoryData = Awaited<ReturnType<typeof loadSearch>>;

export async function loadProfile(args: LoaderFunctionArgs) {
  const profile = await serviceFor(args).directory.getPublicProfile({ slug: args.params.slug ?? '' });
  if (!profile) throw new Response(null, { status: 404 });
  return profile;
}
