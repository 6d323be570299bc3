import { expect, test } from 'vitest';
import { clinicalClasses, clinicalTreatments, type TreatmentName, treatmentNames } from './clinical.ts';

/**
 * Written by hand from the prescribing information and the papers that the dataset names, not derived from it: whoever changes the dataset changes
 * this table too, on purpose. Units a side for paired areas (S), in all for the others (A).
 */
const doses: Record<TreatmentName, [label: number | null, most: number, per: 'A' | 'S', unit: 'U' | 'mL' | '%']> = {
  forehead: [20, 30, 'A', 'U'],
  glabella: [20, 40, 'A', 'U'],
  crows_feet: [12, 20, 'S', 'U'],
  brow_lift: [null, 6, 'S', 'U'],
  masseter: [null, 50, 'S', 'U'],
  lip_flip: [null, 8, 'A', 'U'],
  chin_dimpling: [null, 10, 'A', 'U'],
  neck_bands: [18, 30, 'S', 'U'],
  upper_lip: [null, 1.5, 'A', 'mL'],
  lower_lip: [null, 1.5, 'A', 'mL'],
  cheek: [null, 3, 'S', 'mL'],
  chin: [null, 4, 'A', 'mL'],
  jawline: [null, 4, 'S', 'mL'],
  tear_trough: [null, 1.2, 'S', 'mL'],
  nasolabial: [null, 2, 'S', 'mL'],
  marionette: [null, 1.5, 'S', 'mL'],
  temples: [null, 2, 'S', 'mL'],
  nose_bridge: [null, 1, 'A', 'mL'],
  redness: [null, 100, 'S', '%'],
  pigment: [null, 100, 'S', '%'],
  texture: [null, 100, 'S', '%'],
  pores: [null, 100, 'S', '%'],
  radiance: [null, 100, 'S', '%'],
  dark_circles: [null, 100, 'S', '%'],
};

const unitOf = { units: 'U', mL: 'mL', percent: '%' } as const;

test.each(treatmentNames)('%s has the label dose, the most and the unit of the table', (name) => {
  const { label, max, per, unit } = clinicalTreatments[name];
  expect([label, max, per === 'area' ? 'A' : 'S', unitOf[unit]]).toEqual(doses[name]);
});

test('the most in one session and in a period is that of the sources', () => {
  const { toxin, filler } = clinicalClasses;
  expect([toxin.session_max, toxin.label_session, toxin.period_max, toxin.repeat_weeks]).toEqual([
    100,
    64,
    { dose: 400, weeks: 12 },
    12,
  ]);
  expect([filler.session_max, filler.label_session, filler.period_max]).toEqual([6, 6, { dose: 20, weeks: 52 }]);
});
