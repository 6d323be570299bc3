import { expect, test } from 'vitest';
import {
  Alternatives,
  clinicalClasses,
  clinicalIntervals,
  clinicalTreatments,
  type TreatmentClass,
  type TreatmentName,
  treatmentNames,
} from './clinical.ts';

/**
 * This table was written by hand from the prescribing information and the papers that the dataset names, not derived
 * from the dataset. So a change of the dataset needs a deliberate change of this table. The dose is for each side of a
 * paired area (S), or for the whole area (A).
 */
type Row = [
  label: number | null,
  most: number,
  per: 'A' | 'S',
  unit: 'U' | 'mL' | '%',
  usual: string,
  step: number,
  finest: number,
];
const doses: Record<TreatmentName, Row> = {
  forehead: [20, 30, 'A', 'U', '8–20', 1, 0.5],
  glabella: [20, 40, 'A', 'U', '15–25', 1, 0.5],
  crows_feet: [12, 20, 'S', 'U', '6–12', 1, 0.5],
  brow_lift: [null, 6, 'S', 'U', '2–5', 0.5, 0.5],
  masseter: [null, 50, 'S', 'U', '24–36', 1, 0.5],
  lip_flip: [null, 8, 'A', 'U', '4–6', 0.5, 0.5],
  chin_dimpling: [null, 10, 'A', 'U', '4–8', 0.5, 0.5],
  neck_bands: [18, 30, 'S', 'U', '13–18', 1, 0.5],
  upper_lip: [null, 1.5, 'A', 'mL', '0.3–1', 0.1, 0.05],
  lower_lip: [null, 1.5, 'A', 'mL', '0.3–1', 0.1, 0.05],
  cheek: [null, 3, 'S', 'mL', '0.5–2', 0.1, 0.05],
  chin: [null, 4, 'A', 'mL', '0.5–2.8', 0.1, 0.05],
  jawline: [null, 4, 'S', 'mL', '1–2.5', 0.1, 0.05],
  tear_trough: [null, 1.2, 'S', 'mL', '0.3–0.6', 0.1, 0.05],
  nasolabial: [null, 2, 'S', 'mL', '0.5–1', 0.1, 0.05],
  marionette: [null, 1.5, 'S', 'mL', '0.4–1', 0.1, 0.05],
  temples: [null, 2, 'S', 'mL', '0.5–1.5', 0.1, 0.05],
  nose_bridge: [null, 1, 'A', 'mL', '0.2–0.5', 0.1, 0.05],
  redness: [null, 100, 'S', '%', '40–80', 5, 1],
  pigment: [null, 100, 'S', '%', '40–80', 5, 1],
  texture: [null, 100, 'S', '%', '30–70', 5, 1],
  pores: [null, 100, 'S', '%', '30–70', 5, 1],
  radiance: [null, 100, 'S', '%', '30–80', 5, 1],
  dark_circles: [null, 100, 'S', '%', '40–80', 5, 1],
};

const unitOf = { units: 'U', mL: 'mL', percent: '%' } as const;

test.each(treatmentNames)('%s has the doses, the unit and the steps that the hand-written table states', (name) => {
  const { label, min, max, per, unit, usual, step, finest } = clinicalTreatments[name];
  expect(min).toBe(0);
  const row = [label, max, per === 'area' ? 'A' : 'S', unitOf[unit], usual.join('–'), step, finest];
  expect(row).toEqual(doses[name]);
});

/**
 * The table `classes` was written by hand too. Doses are in the unit of the class. Each row ends with three days: of
 * the first visible effect, of the strongest effect and of the end of the effect.
 */
const classNames = Object.keys(clinicalClasses) as TreatmentClass[];
const classes: Record<TreatmentClass, string> = {
  toxin:
    '100 a session, label 64, 400 in 12 wk; again after 12 wk, review after 2 wk; 1 session, 12 wk apart; 3, 30, 120 days',
  filler:
    '6 a session, label 6, 20 in 52 wk; again after 4 wk, review after 2 wk; 1 session, 4 wk apart; 0, 14, 365 days',
  vascular: '100 a session; again after 4 wk, review after 4 wk; 3 sessions, 4 wk apart; 7, 28, 365 days',
  pigment_light: '100 a session; again after 4 wk, review after 4 wk; 3 sessions, 4 wk apart; 10, 42, 365 days',
  fractional: '100 a session; again after 4 wk, review after 4 wk; 3 sessions, 4 wk apart; 14, 90, 540 days',
  light_peel: '100 a session; again after 2 wk, review after 4 wk; 4 sessions, 2 wk apart; 5, 14, 90 days',
};

test.each(classNames)(
  'the class %s has the limits, intervals and course that the hand-written table states',
  (name) => {
    const { session_max, label_session, period_max, course, ...row } = clinicalClasses[name];
    const label = label_session === null ? '' : `, label ${label_session}`;
    const period = period_max ? `, ${period_max.dose} in ${period_max.weeks} wk` : '';
    const sessions = `${row.sessions} session${row.sessions === 1 ? '' : 's'}, ${row.session_weeks} wk apart`;
    const days = `${course.onset_days}, ${course.peak_days}, ${course.end_days} days`;
    expect(
      `${session_max} a session${label}${period}; again after ${row.repeat_weeks} wk, review after ${row.review_weeks} wk; ${sessions}; ${days}`,
    ).toBe(classes[name]);
  },
);

const risks: Record<TreatmentClass, string> = {
  toxin: 'bruising headache ptosis asymmetry distant_spread allergy',
  filler: 'bruising swelling nodules infection asymmetry vascular_occlusion blindness allergy',
  vascular: 'redness swelling bruising pigment_change burn',
  pigment_light: 'redness crusts pigment_change burn',
  fractional: 'redness swelling pigment_change infection herpes burn',
  light_peel: 'redness crusts pigment_change herpes',
};

test.each(classNames)('the class %s has the risks that the hand-written table states', (name) => {
  expect(clinicalClasses[name].risks.join(' ')).toBe(risks[name]);
});

test('a plan may name five alternatives instead of a treatment', () => {
  expect(Alternatives.join(' ')).toBe('skincare skin_boosters peels surgery no_treatment');
});

test('the intervals between treatments are those that the sources state', () => {
  expect(
    clinicalIntervals.map(
      ({ first, second, same_region, weeks }) =>
        `${first}, ${second}: ${weeks} wk${same_region ? ' in one region' : ''}`,
    ),
  ).toEqual([
    'toxin, filler: 2 wk in one region',
    'filler, toxin: 2 wk in one region',
    'filler, light: 2 wk',
    'light, filler: 1 wk',
    'toxin, light: 1 wk',
    'light, toxin: 1 wk',
    'filler, peel: 2 wk',
    'peel, filler: 1 wk',
    'toxin, peel: 1 wk',
    'peel, toxin: 1 wk',
  ]);
});
