import { community as contract } from '#contract/community.ts';
import type { Context } from '#server/platform/context.ts';
import { implementContract } from '#server/platform/http/implement-contract.ts';
import { channelHandlers } from './handlers/channels.ts';
import { guideHandlers } from './handlers/guides.ts';
import { libraryHandlers } from './handlers/library.ts';
import { moderationHandlers } from './handlers/moderation.ts';
import { peopleHandlers } from './handlers/people.ts';
import { postHandlers } from './handlers/posts.ts';

/** Each use case looks up the reader's rights, because access depends on more than the role. */
export function communityRouter(ctx: Context) {
  const os = implementContract(contract);
  return os.router({
    ...channelHandlers(ctx, os),
    ...postHandlers(ctx, os),
    ...peopleHandlers(ctx, os),
    ...libraryHandlers(ctx, os),
    ...guideHandlers(ctx, os),
    ...moderationHandlers(ctx, os),
  });
}
