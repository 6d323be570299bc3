import * as z from 'zod';
import { rpc } from './base.ts';

// Statistics for administrators: how quickly the team answers requests, and how much appointments earn.

export const FigureGroups = ['treatment', 'provider', 'city', 'month'] as const;
export type FigureGroup = (typeof FigureGroups)[number];

const Count = z.number().int();
const Cents = z.number().int();

/** For each step, the number of requests in a period that reached the step. */
export const StepFigures = z.object({
  asked: Count,
  answered: Count,
  offered: Count,
  paid: Count,
  done: Count,
  /** Number of open requests without an answer. */
  waiting: Count,
  /** Median number of seconds from a request to the team's first message or offer. Null: no request was answered. */
  median_s: z.number().nullable(),
  p90_s: z.number().nullable(),
});
export type StepFigures = z.infer<typeof StepFigures>;

/** A group with fewer patients than this shows no amounts, because its sums could reveal the payment of one person. */
export const MIN_PATIENTS = 5;

const MoneySums = z.object({
  /** Payments minus refunds. */
  revenue_cents: Cents,
  share_cents: Cents,
  vat_cents: Cents,
  fee_cents: Cents,
  lost_cents: Cents,
  /** Our own part of the revenue (ledger account 706), less payment fees and losses. */
  margin_cents: Cents,
});
export type MoneySums = z.infer<typeof MoneySums>;

/** Sums of a period's ledger entries for appointments. */
export const MoneyFigures = z.object({
  /** The name of the group. Null: the appointment was erased, so its provider and city are unknown. */
  name: z.string().nullable(),
  currency: z.string(),
  /** Null: the sums are withheld. */
  sums: MoneySums.nullable(),
  /**
   * `few`: the group has fewer than `MIN_PATIENTS` patients. `beside`: the group is large enough, but its sums are
   * withheld as well. Otherwise a reader could subtract the shown sums from the total and learn the sums of a small
   * group.
   */
  withheld: z.enum(['few', 'beside']).nullable(),
});
export type MoneyFigures = z.infer<typeof MoneyFigures>;

const Asked = z
  .object({ from: z.iso.date(), to: z.iso.date(), by: z.enum(FigureGroups) })
  .refine(({ from, to }) => from <= to, { path: ['to'], message: 'invalid' });

export const figures = {
  adminGetFigures: rpc(
    'admin_get_figures',
    'admin',
    'appointments',
    'Return the steps and the money of a period of days in Paris',
  )
    .input(Asked)
    .output(z.object({ steps: StepFigures, money: z.array(MoneyFigures) })),
  adminExportFigures: rpc(
    'admin_export_figures',
    'admin',
    'appointments',
    'Export the figures as a CSV file. The export is logged',
  )
    .input(Asked)
    .output(z.file()),
};
