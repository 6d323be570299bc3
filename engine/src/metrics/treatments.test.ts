import { beforeAll, expect, test, vi } from 'vitest';
import { demoFace, people } from '../../test/demo-faces.ts';
import { doseResponse, treatmentNames } from '../dose-response.ts';
import type { TreatmentName } from '../dose-response.ts';
import { emptyRecipe, withDose } from '../recipe.ts';
import { prepare, render } from '../simulate.ts';
import type { PreparedFace } from '../simulate.ts';
import { measureSkin } from './measure-skin.ts';
import type { SkinMeasurement } from './measure-skin.ts';
import type { RawMetricName } from './raw-metrics.ts';
import { scoreNames, sourceOf } from './score-scale.ts';
import type { ScoreName } from './score-scale.ts';
import { isMeasurableChange, scoreSkin } from './score-skin.ts';

// Each test draws and measures three faces twice.
vi.setConfig({ testTimeout: 60_000 });

let faces: { prepared: PreparedFace; before: SkinMeasurement }[];
beforeAll(async () => {
  const demos = await Promise.all(people.map((person) => demoFace(person, 'front', 1250)));
  faces = demos.map(({ picture, landmarks }) => ({
    prepared: prepare(picture, landmarks),
    before: measureSkin(picture, landmarks) as SkinMeasurement,
  }));
});

test('botulinum toxin reduces wrinkles, more at a higher dose, and changes no other score', () => {
  const { levels, others } = effectOf(['forehead', 'glabella', 'crows_feet'], 'wrinkles');
  expect(levels.every(isFalling)).toBe(true);
  expect(others).toEqual([]);
});

test('a texture laser reduces pores, and changes no other score but wrinkles and hydration', () => {
  const { levels, others } = effectOf(['texture'], 'pores');
  expect(levels.every(isFalling)).toBe(true);
  expect(['wrinkles', 'hydration']).toEqual(expect.arrayContaining(others));
});

test('a pore laser reduces pores, and changes no other score but wrinkles and hydration', () => {
  const { levels, others } = effectOf(['pores'], 'pores');
  expect(levels.every(isFalling)).toBe(true);
  expect(['wrinkles', 'hydration']).toEqual(expect.arrayContaining(others));
});

test('filler in the tear trough reduces wrinkles', () => {
  expect(effectOf(['tear_trough'], 'wrinkles').levels.every(isFalling)).toBe(true);
});

test('a redness laser reduces inflammation and changes no other score', () => {
  const { levels, others } = effectOf(['redness'], 'inflammation');
  expect(levels.every(isFalling)).toBe(true);
  expect(others).toEqual([]);
});

test('a pigment laser reduces spots, and changes no score but pores, wrinkles and elasticity', () => {
  const { levels, others } = effectOf(['pigment'], 'spots');
  expect(levels.every(isFalling)).toBe(true);
  expect(['pores', 'wrinkles', 'elasticity']).toEqual(expect.arrayContaining(others));
});

test('filler in the nasolabial fold reduces sag and changes no other score', () => {
  const { levels, others } = effectOf(['nasolabial'], 'sag');
  expect(levels.every(isFalling)).toBe(true);
  expect(others).toEqual([]);
});

/**
 * The raw metric that each treatment must lower at its highest dose. Null for treatments of shape or tone, which no
 * metric measures.
 */
const lessOf: Readonly<Record<TreatmentName, RawMetricName | null>> = {
  forehead: 'wrinkles',
  glabella: 'wrinkles',
  crows_feet: 'wrinkles',
  brow_lift: null,
  masseter: null,
  lip_flip: null,
  chin_dimpling: null,
  neck_bands: null,
  upper_lip: null,
  lower_lip: null,
  cheek: null,
  chin: null,
  jawline: null,
  tear_trough: 'wrinkles',
  nasolabial: 'sag',
  marionette: null,
  temples: null,
  nose_bridge: null,
  redness: 'inflammation',
  pigment: 'spots',
  texture: 'pores',
  pores: 'pores',
  radiance: null,
  dark_circles: null,
};

const readsSkin = treatmentNames.filter((name) => lessOf[name] !== null);

test.each(readsSkin)('%s alone lowers its metric and worsens no score', (name) => {
  const metric = lessOf[name]!;
  for (const { prepared, before } of faces) {
    const after = treated(prepared, [name], 1);
    expect(after.raw[metric], metric).toBeLessThan(before.raw[metric]);
    expect(worsened(before, after)).toEqual([]);
  }
});

const shapes: TreatmentName[][] = [
  ['upper_lip', 'lower_lip', 'lip_flip', 'brow_lift'],
  ['chin', 'jawline', 'masseter', 'neck_bands', 'temples', 'nose_bridge'],
];
/** Treatments that make skin lighter. Each of these treatments may improve a score, but must not worsen one. */
const shades: TreatmentName[][] = [['cheek', 'marionette', 'chin_dimpling', 'dark_circles']];

test('every treatment that no metric measures is in one of the groups', () => {
  const grouped = [...shapes, ...shades].flat();
  const expected = treatmentNames.filter((name) => lessOf[name] === null && name !== 'radiance');
  expect(grouped.toSorted()).toEqual(expected.toSorted());
});

test.each(shapes.map((group) => [group]))('%s change the shape of the face and no score', (treatments) => {
  const { prepared, before } = faces[0]!;
  expect(measurablyChanged(before, treated(prepared, treatments, 0.7))).toEqual([]);
});

test.each([...shapes, ...shades].map((group) => [group]))('%s at the highest dose worsen no score', (treatments) => {
  const { prepared, before } = faces[2]!;
  expect(worsened(before, treated(prepared, treatments, 1))).toEqual([]);
});

test('radiance worsens no score', () => {
  for (const { prepared, before } of faces) {
    const [first, second] = [scoreSkin(before), scoreSkin(treated(prepared, ['radiance'], 1))];
    for (const name of scoreNames) {
      const { value, band } = first.scores[name];
      expect(second.scores[name].value, name).toBeGreaterThan(value! - band);
    }
  }
});

test('on the 60-year-old face, the highest dose changes the score measurably', () => {
  const { prepared, before } = faces[2]!;
  const changed = (treatments: readonly TreatmentName[]) => measurablyChanged(before, treated(prepared, treatments, 1));
  expect(changed(['forehead', 'glabella', 'crows_feet'])).toContain('wrinkles');
  expect(changed(['texture'])).toContain('pores');
  expect(changed(['redness'])).toContain('inflammation');
  expect(changed(['nasolabial'])).toContain('elasticity');
});

interface Effect {
  /**
   * The raw metric of each face: without treatment, then at the highest dose. For the face with the most lines, the
   * list also contains the metric at 35 % of the highest dose, between these two values.
   */
  readonly levels: readonly (readonly number[])[];
  /** Scores of other metrics that changed measurably on any face. */
  readonly others: ScoreName[];
}

function effectOf(treatments: readonly TreatmentName[], metric: RawMetricName): Effect {
  const levels: number[][] = [];
  const others = new Set<ScoreName>();
  for (const { prepared, before } of faces) {
    const full = treated(prepared, treatments, 1);
    const some = prepared === faces[2]!.prepared ? [treated(prepared, treatments, 0.35)] : [];
    levels.push([before, ...some, full].map(({ raw }) => raw[metric]));
    for (const name of measurablyChanged(before, full)) if (sourceOf(name) !== metric) others.add(name);
  }
  return { levels, others: [...others] };
}

function isFalling(values: readonly number[]): boolean {
  return values.every((value, n) => n === 0 || value < values[n - 1]!);
}

const known = new Map<PreparedFace, Map<string, SkinMeasurement>>();

/** Measures a treated face. Several tests use the same image, so each image is drawn and measured only once. */
function treated(prepared: PreparedFace, treatments: readonly TreatmentName[], share: number): SkinMeasurement {
  const ofFace = known.get(prepared) ?? new Map<string, SkinMeasurement>();
  known.set(prepared, ofFace);
  const name = `${treatments} ${share}`;
  const measured = ofFace.get(name) ?? draw(prepared, treatments, share);
  ofFace.set(name, measured);
  return measured;
}

function draw(prepared: PreparedFace, treatments: readonly TreatmentName[], share: number): SkinMeasurement {
  const recipe = treatments.reduce((all, name) => withDose(all, name, doseResponse[name].max * share), emptyRecipe);
  return measureSkin(render(prepared, recipe), prepared.landmarks) as SkinMeasurement;
}

function worsened(before: SkinMeasurement, after: SkinMeasurement) {
  const [was, is] = [scoreSkin(before).scores, scoreSkin(after).scores];
  return measurablyChanged(before, after).filter((name) => is[name].value! < was[name].value!);
}

function measurablyChanged(before: SkinMeasurement, after: SkinMeasurement) {
  const [first, second] = [scoreSkin(before), scoreSkin(after)];
  return scoreNames.filter((name) => isMeasurableChange(first.scores[name], second.scores[name]));
}
