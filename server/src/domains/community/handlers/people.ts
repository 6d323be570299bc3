import type { Context } from '#server/platform/context.ts';
import { setFollow, touchPresence } from '../follows.ts';
import { chooseMyName, getMyCommunity, getPerson, suggestNames, suggestPeople, updateMyProfile } from '../people.ts';
import { searchCommunity } from '../search.ts';
import type { Os } from './os.ts';

export const peopleHandlers = (ctx: Context, os: Os) => ({
  getMyCommunity: os.getMyCommunity.handler(({ context }) => getMyCommunity(ctx, context.caller)),
  getPerson: os.getPerson.handler(({ context, input }) => getPerson(ctx, context.caller, input.handle)),
  updateMyProfile: os.updateMyProfile.handler(({ context, input }) => updateMyProfile(ctx, context.caller, input)),
  suggestNames: os.suggestNames.handler(({ context }) => suggestNames(ctx, context.caller)),
  chooseMyName: os.chooseMyName.handler(({ context, input }) => chooseMyName(ctx, context.caller, input.display_name)),
  suggestPeople: os.suggestPeople.handler(({ context, input }) => suggestPeople(ctx, context.caller, input)),
  setFollow: os.setFollow.handler(({ context, input }) => setFollow(ctx, context.caller, input)),
  touchPresence: os.touchPresence.handler(({ context, input }) => touchPresence(ctx, context.caller, input.channel_id)),
  searchCommunity: os.searchCommunity.handler(({ context, input }) => searchCommunity(ctx, context.caller, input)),
});
