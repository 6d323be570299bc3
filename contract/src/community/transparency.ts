import * as z from 'zod';
import { communityProcedure as c, ModerationActions, ReportReasons } from './terms.ts';

/** Ranges for the time from the first report to the decision. The name of each range is its upper bound. */
export const DecisionTimes = ['hour', 'day', 'three_days', 'week', 'longer'] as const;

const Count = z.number().int().nonnegative();
const Answered = z.object({ asked: Count, upheld: Count, reversed: Count });
/**
 * Statistics of moderation in a calendar year (UTC). Regulation (EU) 2022/2065 requires us to publish them. Every
 * reason and action is listed, even if its count is zero.
 */
export const TransparencyYear = z.object({
  year: z.number().int(),
  reported: z.array(z.object({ reason: z.enum(ReportReasons), count: Count })),
  /**
   * Numbers of texts that were hidden until a moderator decided, because a word filter matched or because many people
   * had reported them.
   */
  held: z.object({ by_filter: Count, by_reports: Count }),
  decided: z.array(z.object({ action: z.enum(ModerationActions), count: Count })),
  /** Reasons for decisions that restricted a text or a person. */
  grounds: z.array(z.object({ reason: z.enum(ReportReasons), count: Count })),
  times: z.array(z.object({ within: z.enum(DecisionTimes), count: Count })),
  appeals: Answered,
  /** Reviews of decisions on reports. Reporters requested these reviews. */
  reviews: Answered,
});
export type TransparencyYear = z.infer<typeof TransparencyYear>;

export const transparencyProcedures = {
  getTransparency: c('get_transparency', 'visitor', 'Return moderation figures by year, newest first')
    .input(z.object({}).optional())
    .output(z.array(TransparencyYear)),
};
