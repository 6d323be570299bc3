import * as z from 'zod';
import { Id, rpc } from './base.ts';

/**
 * Statistics of how visits ended, by month. They contain counts but no patients. Practitioners see the statistics of
 * their own visits. Administrators see the statistics of all visits.
 */
export const VisitFigureNames = [
  'done',
  'no_show',
  'late',
  'cancelled_in_time',
  'cancelled_late',
  'cancelled_by_clinic',
  'reviews',
] as const;

/** Number of months in the statistics, including the current one. */
export const FIGURE_MONTHS = 12;

const Count = z.number().int();
const MonthOfVisits = z.object({
  /** YYYY-MM, in the local time of the site. */
  month: z.string(),
  done: Count,
  no_show: Count,
  /** Number of visits that the patient was late for. */
  late: Count,
  /** Number of visits that the patient cancelled while cancelling was free of charge. */
  cancelled_in_time: Count,
  /** Number of visits that the patient cancelled when cancelling was no longer free of charge. */
  cancelled_late: Count,
  cancelled_by_clinic: Count,
  /** Number of visits after which the patient accepted a review visit. */
  reviews: Count,
});
export type MonthOfVisits = z.infer<typeof MonthOfVisits>;

export const visitFigures = {
  getMyVisitFigures: rpc(
    'get_my_visit_figures',
    'verifiedPractitioner',
    'agenda',
    'Return how the caller’s visits of the last 12 months ended, newest month first',
  ).output(z.object({ months: z.array(MonthOfVisits) })),
  adminGetVisitFigures: rpc(
    'admin_get_visit_figures',
    'admin',
    'agenda',
    'Return how the visits of each practitioner ended in the last 12 months, newest month first',
  ).output(
    z.object({ practitioners: z.array(z.object({ id: Id, name: z.string(), months: z.array(MonthOfVisits) })) }),
  ),
};
