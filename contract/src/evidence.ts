import * as z from 'zod';
import { Instant, rpc } from './base.ts';
import { calibrationProcedures } from './calibrations.ts';

/** Statistics that compare results with simulations. They cover many people, and anyone may read them. */

export const EvidencePeriods = ['two_weeks', 'three_months'] as const;
/** `mm`: movement in millimetres. `light`: change of the lightness L*. */
export const EvidenceMeasures = ['mm', 'light'] as const;
export const DoseBands = ['below', 'usual', 'above'] as const;
/**
 * Groups by the individual typology angle of the skin (Chardon et al. 1991). `unknown`: the photos show no white
 * paper. Without white paper the angle cannot be measured.
 */
export const ToneGroups = ['very_light', 'light', 'intermediate', 'tan', 'brown', 'dark', 'unknown'] as const;
/** A figure that covers fewer people than this is not shown. */
export const EVIDENCE_FEWEST = 10;

const Interval = z.object({ mean: z.number(), low: z.number(), high: z.number() });
const Count = z.number().int().nonnegative();

export const EvidenceCell = z.object({
  treatment: z.string().max(40),
  period: z.enum(EvidencePeriods),
  measure: z.enum(EvidenceMeasures),
  dose: z.enum(DoseBands),
  tone: z.enum(ToneGroups),
  /** Number of people, rounded down to a multiple of five. Null: too few people for a result. */
  count: Count.nullable(),
  result: z
    .object({
      /** The measured change minus the predicted change, with its 95 % interval. */
      error: Interval,
      /** The share of people with a measured change inside the predicted band. */
      covered: Interval,
      /**
       * `more`: results are greater than predicted. `less`: they are smaller. `none`: chance could explain the
       * difference.
       */
      finding: z.enum(['more', 'less', 'none']),
    })
    .nullable(),
});
export type EvidenceCell = z.infer<typeof EvidenceCell>;

export const EvidenceReport = z.object({
  /** Null: no report has been computed yet, and the figures are empty. */
  computed_at: Instant.nullable(),
  dataset: z.string(),
  engine: z.number().int(),
  /** Number of all people, rounded down. Null: the number is below `EVIDENCE_FEWEST`. */
  people: Count.nullable(),
  cells: z.array(EvidenceCell),
  /** All zones of the face that can be measured, including zones for which there is no case yet. */
  zones: z.array(z.string().max(40)),
});
export type EvidenceReport = z.infer<typeof EvidenceReport>;

export const evidence = {
  getEvidence: rpc('get_evidence', 'visitor', 'evidence', 'Return pooled comparisons of results with simulations')
    .input(z.object({}).optional())
    .output(EvidenceReport),
  ...calibrationProcedures,
};
