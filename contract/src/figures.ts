import * as z from 'zod';
import { rpc } from './base.ts';

/** How the desk works and what appointments bring in, for administrators. */
export const FigureGroups = ['treatment', 'provider', 'city', 'month'] as const;
export type FigureGroup = (typeof FigureGroups)[number];

const Count = z.number().int();
const Cents = z.number().int();

/** The requests of a period, and how far each has come until now. */
export const StepFigures = z.object({
  asked: Count,
  answered: Count,
  offered: Count,
  paid: Count,
  done: Count,
  /** Not answered yet. */
  waiting: Count,
  /** Seconds from the request to the first message or offer. Null: no request was answered. */
  median_s: z.number().nullable(),
  p90_s: z.number().nullable(),
});
export type StepFigures = z.infer<typeof StepFigures>;

/** A group of fewer patients shows no money, because its sums could be one person's. */
export const MIN_PATIENTS = 5;

const MoneySums = z.object({
  /** Paid, less refunds. */
  revenue_cents: Cents,
  share_cents: Cents,
  vat_cents: Cents,
  fee_cents: Cents,
  lost_cents: Cents,
  /** Our part: services, less fees and losses. */
  margin_cents: Cents,
});
export type MoneySums = z.infer<typeof MoneySums>;

/** Sums of ledger entries of a period that belong to sales of appointments. */
export const MoneyFigures = z.object({
  /** Null: an erased appointment has no provider and no city. */
  name: z.string().nullable(),
  currency: z.string(),
  /** Null where they are withheld. */
  sums: MoneySums.nullable(),
  /** few: fewer than `MIN_PATIENTS`. beside: a larger group, without which those few could be worked out from a total. */
  withheld: z.enum(['few', 'beside']).nullable(),
});
export type MoneyFigures = z.infer<typeof MoneyFigures>;

const Asked = z
  .object({ from: z.iso.date(), to: z.iso.date(), by: z.enum(FigureGroups) })
  .refine(({ from, to }) => from <= to, { path: ['to'], message: 'invalid' });

export const figures = {
  adminGetFigures: rpc('admin_get_figures', 'admin', 'appointments', 'Steps and money of a period (days in Paris)')
    .input(Asked)
    .output(z.object({ steps: StepFigures, money: z.array(MoneyFigures) })),
  adminExportFigures: rpc('admin_export_figures', 'admin', 'appointments', 'The same as a CSV file; logged')
    .input(Asked)
    .output(z.file()),
};
