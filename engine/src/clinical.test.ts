import { describe, expect, test } from 'vitest';
import { clinicalClasses, clinicalTreatments, type HealthAnswers, type HealthQuestion } from './clinical.ts';
import { type TreatmentName, treatmentNames, verdictsOn } from './clinical.ts';

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

const toxins: TreatmentName[] = [
  'forehead',
  'glabella',
  'crows_feet',
  'brow_lift',
  'masseter',
  'lip_flip',
  'chin_dimpling',
  'neck_bands',
];
const lips: TreatmentName[] = ['upper_lip', 'lower_lip'];
const perioral: TreatmentName[] = [...lips, 'nasolabial', 'marionette'];
const fillers: TreatmentName[] = [...perioral, 'cheek', 'chin', 'jawline', 'tear_trough', 'temples', 'nose_bridge'];
const lasers: TreatmentName[] = ['redness', 'pigment', 'texture', 'pores', 'dark_circles'];
const peels: TreatmentName[] = ['radiance'];

/** What "yes" means for each treatment; every treatment that is in no list of its question is free. By hand, as above. */
const whenYes: Record<HealthQuestion, { absolute: TreatmentName[]; relative: TreatmentName[] }> = {
  pregnancy: { absolute: [...toxins, ...fillers, ...lasers, ...peels], relative: [] },
  neuromuscular: { absolute: toxins, relative: [] },
  anticoagulants: { absolute: [], relative: [...toxins, ...fillers] },
  autoimmune: { absolute: [], relative: [...toxins, ...fillers] },
  keloids: { absolute: [], relative: [...fillers, ...lasers, ...peels] },
  earlier_fillers: { absolute: [], relative: fillers },
  isotretinoin: { absolute: [], relative: [...lasers, ...peels] },
  allergies: { absolute: [], relative: [...toxins, ...fillers, ...peels] },
  herpes: { absolute: [], relative: [...perioral, ...lasers, ...peels] },
};
const questions = Object.keys(whenYes) as HealthQuestion[];
const healthy = Object.fromEntries(questions.map((question) => [question, 'no'])) as HealthAnswers;

describe.each(questions)('"%s"', (question) => {
  const { absolute, relative } = whenYes[question];
  test.each(treatmentNames)('rules for %s', (name) => {
    const expected = absolute.includes(name) ? 'absolute' : relative.includes(name) ? 'relative' : null;
    const on = (answer: 'yes' | 'no' | 'unsure') => verdictsOn(name, { ...healthy, [question]: answer });
    expect(on('yes')).toEqual(expected ? [{ question, level: expected }] : []);
    expect(on('unsure')).toEqual(expected ? [{ question, level: 'ask' }] : []);
    expect(on('no')).toEqual([]);
  });
});

test('every treatment is in one of the lists above', () => {
  expect([...toxins, ...fillers, ...lasers, ...peels].sort()).toEqual([...treatmentNames].sort());
});
