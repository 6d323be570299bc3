import * as z from 'zod';
import { Instant, rpc } from './base.ts';
import { calibrationProcedures } from './calibrations.ts';

/** How results compare with simulations: figures of many people, published for everybody. */

export const EvidencePeriods = ['two_weeks', 'three_months'] as const;
/** Movement in millimetres, or change of L*. */
export const EvidenceMeasures = ['mm', 'light'] as const;
export const DoseBands = ['below', 'usual', 'above'] as const;
/** Groups by typology angle (Chardon et al. 1991). `unknown`: the photos show no white paper, which the angle needs. */
export const ToneGroups = ['very_light', 'light', 'intermediate', 'tan', 'brown', 'dark', 'unknown'] as const;
/** Figures with fewer people than this are not shown. */
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
      /** The measured change minus the predicted one, with its 95 % interval. */
      error: Interval,
      /** Share of people within the predicted band. */
      covered: Interval,
      /** Whether the error is greater than chance explains, and in which direction. */
      finding: z.enum(['more', 'less', 'none']),
    })
    .nullable(),
});
export type EvidenceCell = z.infer<typeof EvidenceCell>;

export const EvidenceReport = z.object({
  /** Null: no report was computed yet, so it contains no people. */
  computed_at: Instant.nullable(),
  dataset: z.string(),
  engine: z.number().int(),
  /** Number of all people, rounded down. Null: fewer than `EVIDENCE_FEWEST`. */
  people: Count.nullable(),
  cells: z.array(EvidenceCell),
  /** All zones that can be measured, including those without a case. */
  zones: z.array(z.string().max(40)),
});
export type EvidenceReport = z.infer<typeof EvidenceReport>;

export const evidence = {
  getEvidence: rpc('get_evidence', 'visitor', 'evidence', 'How results compared with simulations, pooled')
    .input(z.object({}).optional())
    .output(EvidenceReport),
  ...calibrationProcedures,
};
