import type { Context } from '#server/platform/context.ts';
import type { Registered } from '#server/platform/domain.ts';
import { assetRoute } from './asset-route.ts';
import { leaveDigestRoute } from './leave-digest.ts';
import { libraryFeedRoute, librarySitemapRoute } from './library-feeds.ts';
import './events.ts';
import { communityRouter } from './handlers.ts';
import { defineCommunityJobs } from './jobs.ts';
import { presentNews } from './present-news.ts';
import { showRegisteredName } from './profile.ts';
import { subscribeToNews } from './spread-news.ts';
import { communityData } from './personal.ts';

export { authorOf } from './content.queries.ts';
export { createChannel } from './create-channel.ts';
export { setLiked, setPinned } from './marks.ts';
export { joinChannel } from './membership.ts';
export { setChannelOnWeb, setPostOnWeb } from './open-to-web.ts';
export { chooseMyName, updateMyProfile } from './people.ts';
export { updateChannel } from './update-channel.ts';
export { askGuideReview, reviewGuide } from './review-guide.ts';
export { findChannelId } from './viewer.ts';
export { createComment } from './write-comment.ts';
export { createGuide } from './write-guide.ts';
export { createPost } from './write-post.ts';

/**
 * Registers the domain of the communities: channels, posts, comments, people, search and moderation. The service calls
 * this function once before it starts to listen.
 */
export function register(ctx: Context) {
  defineCommunityJobs(ctx);
  ctx.personal.add(communityData);
  subscribeToNews(ctx);
  ctx.outbox.on('identity.practitionerVerified', ({ payload }) => showRegisteredName(ctx.db, payload.user_id), {
    name: 'community',
  });
  return {
    router: communityRouter(ctx),
    routes: [assetRoute(ctx), leaveDigestRoute(ctx), libraryFeedRoute(ctx), librarySitemapRoute(ctx)],
    presentNews: presentNews(ctx),
  } satisfies Registered & {
    presentNews: unknown;
  };
}
