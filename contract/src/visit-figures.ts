import * as z from 'zod';
import { Id, rpc } from './base.ts';

/** How visits ended, by month. The figures contain counts but no patients. Practitioners see their own, administrators those of everyone. */
export const VisitFigureNames = [
  'done',
  'no_show',
  'late',
  'cancelled_in_time',
  'cancelled_late',
  'cancelled_by_clinic',
  'reviews',
] as const;

/** Number of months shown, including the current one. */
export const FIGURE_MONTHS = 12;

const Count = z.number().int();
const MonthOfVisits = z.object({
  /** YYYY-MM, on the clock of the place. */
  month: z.string(),
  done: Count,
  no_show: Count,
  /** Patients who came late. */
  late: Count,
  /** The patient cancelled while it was free of charge. */
  cancelled_in_time: Count,
  /** The patient cancelled later. */
  cancelled_late: Count,
  cancelled_by_clinic: Count,
  /** Visits whose review the patient accepted. */
  reviews: Count,
});
export type MonthOfVisits = z.infer<typeof MonthOfVisits>;

export const visitFigures = {
  getMyVisitFigures: rpc(
    'get_my_visit_figures',
    'verifiedPractitioner',
    'agenda',
    'How the caller’s own visits of the last 12 months ended, the latest month first',
  ).output(z.object({ months: z.array(MonthOfVisits) })),
  adminGetVisitFigures: rpc(
    'admin_get_visit_figures',
    'admin',
    'agenda',
    'How the visits of each practitioner ended in the last 12 months, the latest month first',
  ).output(
    z.object({ practitioners: z.array(z.object({ id: Id, name: z.string(), months: z.array(MonthOfVisits) })) }),
  ),
};
