import { reviews as contract } from '#contract/reviews.ts';
import type { Context } from '#server/platform/context.ts';
import { implementContract } from '#server/platform/http/implement-contract.ts';
import { acceptReview, declineReview } from './answer-review.ts';
import { listMyReviews, listReviewTimes } from './show-reviews.ts';

/**
 * Maps the API procedures with which patients answer proposed review visits to their use cases. A review visit takes
 * place two weeks after an injection.
 */
export function reviewsRouter(ctx: Context) {
  const os = implementContract(contract);

  return os.router({
    listMyReviews: os.listMyReviews.handler(({ context }) => listMyReviews(ctx, context.caller)),
    listReviewTimes: os.listReviewTimes.handler(({ context, input }) =>
      listReviewTimes(ctx, context.caller, input.review_id),
    ),
    acceptReview: os.acceptReview.handler(({ context, input }) => acceptReview(ctx, context.caller, input)),
    declineReview: os.declineReview.handler(({ context, input }) =>
      declineReview(ctx, context.caller, input.review_id),
    ),
  });
}
