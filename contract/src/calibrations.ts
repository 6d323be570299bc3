import * as z from 'zod';
import { Instant, rpc, text } from './base.ts';

/**
 * Corrections of the dose-response table, derived from measured results. An administrator proposes a correction. A
 * doctor looks at the images and decides.
 */

export const CalibrationDecisions = ['approved', 'declined', 'withdrawn'] as const;
export type CalibrationDecision = (typeof CalibrationDecisions)[number];
export const CALIBRATION_REASON = 1000;

const CalibrationNumber = z
  .number()
  .int()
  .min(1)
  .max(2 ** 31 - 1);
const Treatment = z.string().regex(/^\w{1,40}$/);

export const CalibrationCorrection = z.object({
  treatment: Treatment,
  /** Number of people, rounded down to a multiple of five. */
  count: z.number().int(),
  /** The measured change divided by the predicted change, with its 95 % interval. */
  ratio: z.object({ mean: z.number(), low: z.number(), high: z.number() }),
  /**
   * The factor by which the proposal changes the effect of a usual dose. It is closer to 1 than the measured ratio, so
   * that a few results change the table only a little.
   */
  factor: z.number(),
  v0: z.object({ now: z.number(), proposed: z.number() }),
});
export type CalibrationCorrection = z.infer<typeof CalibrationCorrection>;

export const CalibrationEntry = z.object({
  number: CalibrationNumber,
  dataset: z.string(),
  engine: z.number().int(),
  /** Treatments with a corrected response. If the list is empty, the table of the dataset applies again. */
  corrections: z.array(CalibrationCorrection),
  /**
   * Treatments whose renderings change. A doctor can approve the proposal only after looking at the images of each of
   * them. A doctor can decline it without looking.
   */
  changed: z.array(Treatment),
  proposed_at: Instant,
  proposed_name: z.string(),
  decision: z.enum(CalibrationDecisions).nullable(),
  decided_at: Instant.nullable(),
  decided_name: z.string().nullable(),
  decided_registration: z.string().nullable(),
  reason: z.string(),
});
export type CalibrationEntry = z.infer<typeof CalibrationEntry>;

export const Calibrations = z.object({
  /** Number of the calibration in force. Null: the table of the dataset is in force. */
  in_force: CalibrationNumber.nullable(),
  dataset: z.string(),
  engine: z.number().int(),
  /** Corrections that the newest report of results suggests. Empty if there are none. */
  offered: z.array(CalibrationCorrection),
  open: CalibrationEntry.nullable(),
  /** Treatments of the open proposal whose images the caller has seen. */
  looked: z.array(Treatment),
  /** Decided proposals, newest first. */
  past: z.array(CalibrationEntry),
});
export type Calibrations = z.infer<typeof Calibrations>;

const oneCalibration = z.object({ number: CalibrationNumber });
/** The refusal if no open proposal has this number. */
const notOpen = { CALIBRATION_NOT_OPEN: { status: 409 } } as const;

export const calibrationProcedures = {
  getCalibrations: rpc(
    'get_calibrations',
    'team',
    'evidence',
    'List corrections of the dose-response table: suggested, open and decided',
  )
    .input(z.object({}).optional())
    .output(Calibrations),
  proposeCalibration: rpc(
    'propose_calibration',
    'admin',
    'evidence',
    'Propose the correction of the newest report, or the table of the dataset',
  )
    .errors({ CALIBRATION_OPEN: { status: 409 }, CALIBRATION_EMPTY: { status: 409 } })
    .input(z.object({ to: z.enum(['offered', 'dataset']) }))
    .output(CalibrationEntry),
  withdrawCalibration: rpc('withdraw_calibration', 'admin', 'evidence', 'Withdraw an open proposal')
    .errors(notOpen)
    .input(oneCalibration)
    .output(CalibrationEntry),
  drawCalibration: rpc(
    'draw_calibration',
    'team',
    'evidence',
    'Return demo faces with a treatment, as drawn now and as proposed',
  )
    .errors(notOpen)
    .input(oneCalibration.extend({ treatment: Treatment }))
    .output(
      z.object({
        dose: z.number(),
        /** JPEG images as data URLs. */
        faces: z.array(z.object({ name: z.string(), before: z.string(), now: z.string(), proposed: z.string() })),
      }),
    ),
  decideCalibration: rpc(
    'decide_calibration',
    'verifiedDoctor',
    'evidence',
    'Approve or decline the proposal of another person',
  )
    .errors({
      ...notOpen,
      /**
       * Returned only for an approval: the dataset, the engine or the table in force has changed since the proposal.
       */
      CALIBRATION_STALE: { status: 409 },
      CALIBRATION_NOT_LOOKED: { status: 409, data: z.object({ treatments: z.array(Treatment) }) },
    })
    .input(
      oneCalibration.extend({
        decision: z.enum(['approved', 'declined']),
        reason: text(CALIBRATION_REASON, 0).default(''),
      }),
    )
    .output(CalibrationEntry),
};
