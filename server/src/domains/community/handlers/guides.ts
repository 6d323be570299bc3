import type { Context } from '#server/platform/context.ts';
import { getGuide, listGuides } from '../guides.ts';
import { getLibraryGuide } from '../library-guides.ts';
import { askGuideReview, declineGuideReview, listGuideReviewers, reviewGuide } from '../review-guide.ts';
import { createGuide, deleteGuide, editGuide } from '../write-guide.ts';
import type { Os } from './os.ts';

export const guideHandlers = (ctx: Context, os: Os) => ({
  listGuides: os.listGuides.handler(({ context, input }) => listGuides(ctx, context.caller, input.slug)),
  getGuide: os.getGuide.handler(({ context, input }) => getGuide(ctx, context.caller, input.guide_id)),
  createGuide: os.createGuide.handler(({ context, input }) => createGuide(ctx, context.caller, input)),
  editGuide: os.editGuide.handler(({ context, input }) => editGuide(ctx, context.caller, input)),
  deleteGuide: os.deleteGuide.handler(({ context, input }) => deleteGuide(ctx, context.caller, input.guide_id)),
  listGuideReviewers: os.listGuideReviewers.handler(({ context, input }) =>
    listGuideReviewers(ctx, context.caller, input.guide_id),
  ),
  askGuideReview: os.askGuideReview.handler(({ context, input }) => askGuideReview(ctx, context.caller, input)),
  reviewGuide: os.reviewGuide.handler(({ context, input }) => reviewGuide(ctx, context.caller, input)),
  declineGuideReview: os.declineGuideReview.handler(({ context, input }) =>
    declineGuideReview(ctx, context.caller, input),
  ),
  getLibraryGuide: os.getLibraryGuide.handler(({ input }) => getLibraryGuide(ctx, input)),
});
