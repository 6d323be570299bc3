import { directory as contract } from '#contract/directory.ts';
import type { Context } from '#server/platform/context.ts';
import { implementContract } from '#server/platform/http/implement-contract.ts';
import { hideProfile, listProfiles } from './admin-profiles.ts';
import { suggestCities } from './cities.ts';
import { getMyProfile, saveMyProfile } from './my-profile.ts';
import { readProfile } from './read-profile.ts';
import { searchDirectory } from './search-practitioners.ts';

const MOST_SUGGESTED = 8;

export function directoryRouter(ctx: Context) {
  const os = implementContract(contract);
  return os.router({
    searchPractitioners: os.searchPractitioners.handler(({ input }) => searchDirectory(ctx, input)),
    getPublicProfile: os.getPublicProfile.handler(({ input }) => readProfile(ctx, input.slug)),
    suggestCities: os.suggestCities.handler(({ input }) =>
      suggestCities(input.text, MOST_SUGGESTED).map(({ name, country }) => ({ name, country })),
    ),
    // A practitioner's page in the directory contains no patient data, so the next two API procedures do not require a
    // second factor.
    getMyPublicProfile: os.getMyPublicProfile.handler(({ context }) => getMyProfile(ctx, context.caller.userId)),
    saveMyPublicProfile: os.saveMyPublicProfile.handler(({ context, input }) =>
      saveMyProfile(ctx, context.caller.userId, input),
    ),
    adminListProfiles: os.adminListProfiles.handler(() => listProfiles(ctx)),
    adminHideProfile: os.adminHideProfile.handler(({ context, input }) =>
      hideProfile(ctx, context.caller.userId, input.user_id, input.is_hidden, input.reason),
    ),
  });
}
