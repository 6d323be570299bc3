import type { Context } from '#server/platform/context.ts';
import { getMyDigest, previewMyDigest, setMyDigest } from '../digest.ts';
import { setFollow, touchPresence } from '../follows.ts';
import { chooseMyName, getMyCommunity, getPerson, suggestNames, suggestPeople, updateMyProfile } from '../people.ts';
import { getMyReading, setMyReading } from '../reading.ts';
import { searchCommunity } from '../search.ts';
import { closeSinceLastVisit, getSinceLastVisit } from '../since-last-visit.ts';
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
  getSinceLastVisit: os.getSinceLastVisit.handler(async ({ context }) => ({
    news: await getSinceLastVisit(ctx, context.caller),
  })),
  closeSinceLastVisit: os.closeSinceLastVisit.handler(async ({ context }) => {
    await closeSinceLastVisit(ctx, context.caller);
    return {};
  }),
  getMyDigest: os.getMyDigest.handler(({ context }) => getMyDigest(ctx, context.caller)),
  setMyDigest: os.setMyDigest.handler(({ context, input }) => setMyDigest(ctx, context.caller, input.is_on)),
  getMyReading: os.getMyReading.handler(({ context }) => getMyReading(ctx, context.caller)),
  setMyReading: os.setMyReading.handler(({ context, input }) => setMyReading(ctx, context.caller, input.languages)),
  previewMyDigest: os.previewMyDigest.handler(async ({ context }) => ({
    mail: await previewMyDigest(ctx, context.caller),
  })),
  searchCommunity: os.searchCommunity.handler(({ context, input }) => searchCommunity(ctx, context.caller, input)),
});
