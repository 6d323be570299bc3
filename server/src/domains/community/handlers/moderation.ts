import type { Context } from '#server/platform/context.ts';
import { answerAppeal, appealDecision, listAppeals, listModerationLog, listMyDecisions } from '../appeals.ts';
import { decideTogether } from '../decide-together.ts';
import { answerHold, listMyHolds } from '../holds.ts';
import { listReports } from '../list-reports.ts';
import { moderate } from '../moderate.ts';
import { askReportReview, listMyReports } from '../my-reports.ts';
import { reportContent } from '../report-content.ts';
import { getReportedThread } from '../reported-thread.ts';
import { answerReportReview, listReportReviews } from '../report-reviews.ts';
import { getTransparency } from '../transparency.ts';
import { undoDecisions } from '../undo-decisions.ts';
import { addWordFilter, listWordFilters, removeWordFilter } from '../word-filters.ts';
import type { Os } from './os.ts';

export const moderationHandlers = (ctx: Context, os: Os) => ({
  reportContent: os.reportContent.handler(({ context, input }) => reportContent(ctx, context.caller, input)),
  listMyReports: os.listMyReports.handler(({ context, input }) => listMyReports(ctx, context.caller, input)),
  askReportReview: os.askReportReview.handler(({ context, input }) => askReportReview(ctx, context.caller, input)),
  listReportReviews: os.listReportReviews.handler(({ context, input }) =>
    listReportReviews(ctx, context.caller, input),
  ),
  answerReportReview: os.answerReportReview.handler(({ context, input }) =>
    answerReportReview(ctx, context.caller, input),
  ),
  listReports: os.listReports.handler(({ context, input }) => listReports(ctx, context.caller, input)),
  getReportedThread: os.getReportedThread.handler(({ context, input }) =>
    getReportedThread(ctx, context.caller, input.report_id),
  ),
  moderate: os.moderate.handler(({ context, input }) => moderate(ctx, context.caller, input)),
  decideTogether: os.decideTogether.handler(({ context, input }) => decideTogether(ctx, context.caller, input)),
  undoDecisions: os.undoDecisions.handler(({ context, input }) =>
    undoDecisions(ctx, context.caller, input.decision_ids),
  ),
  listModerationLog: os.listModerationLog.handler(({ context, input }) =>
    listModerationLog(ctx, context.caller, input),
  ),
  getTransparency: os.getTransparency.handler(() => getTransparency(ctx)),
  listMyDecisions: os.listMyDecisions.handler(({ context, input }) => listMyDecisions(ctx, context.caller, input)),
  listMyHolds: os.listMyHolds.handler(({ context, input }) => listMyHolds(ctx, context.caller, input)),
  answerHold: os.answerHold.handler(({ context, input }) => answerHold(ctx, context.caller, input)),
  appealDecision: os.appealDecision.handler(({ context, input }) => appealDecision(ctx, context.caller, input)),
  listAppeals: os.listAppeals.handler(({ context, input }) => listAppeals(ctx, context.caller, input)),
  answerAppeal: os.answerAppeal.handler(({ context, input }) => answerAppeal(ctx, context.caller, input)),
  listWordFilters: os.listWordFilters.handler(({ context, input }) =>
    listWordFilters(ctx, context.caller, input.channel_id),
  ),
  addWordFilter: os.addWordFilter.handler(({ context, input }) => addWordFilter(ctx, context.caller, input)),
  removeWordFilter: os.removeWordFilter.handler(({ context, input }) =>
    removeWordFilter(ctx, context.caller, input.id),
  ),
});
