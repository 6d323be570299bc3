import { beforeAll, expect, test } from 'vitest';
import { demoFace, people } from '../../test/demo-faces.ts';
import { doseResponse } from '../dose-response.ts';
import type { TreatmentName } from '../dose-response.ts';
import { emptyRecipe, withDose } from '../recipe.ts';
import { prepare, render } from '../simulate.ts';
import type { PreparedFace } from '../simulate.ts';
import { measureSkin } from './measure-skin.ts';
import type { SkinMeasurement } from './measure-skin.ts';
import type { RawMetricName } from './raw-metrics.ts';
import { scoreNames, sourceOf } from './score-scale.ts';
import { isMeasurableChange, scoreSkin } from './score-skin.ts';

let faces: { prepared: PreparedFace; before: SkinMeasurement }[];
beforeAll(async () => {
  const demos = await Promise.all(people.map((person) => demoFace(person, 'front', 1250)));
  faces = demos.map(({ picture, landmarks }) => ({
    prepared: prepare(picture, landmarks),
    before: measureSkin(picture, landmarks) as SkinMeasurement,
  }));
});

test('botulinum toxin smooths wrinkles, the more the higher the dose, and nothing else is measurably changed', () => {
  expectEffect({ treatments: ['forehead', 'glabella', 'crows_feet'], lowers: 'wrinkles', mayChange: [] });
});

test('a texture laser refines pores, with the fine lines and roughness between them', () => {
  expectEffect({ treatments: ['texture'], lowers: 'pores', mayChange: ['wrinkles', 'hydration'] });
});

test('a redness laser calms inflammation and nothing else', () => {
  expectEffect({ treatments: ['redness'], lowers: 'inflammation', mayChange: [] });
});

test('a pigment laser fades spots, and with them dark pits and lines they lie on', () => {
  expectEffect({ treatments: ['pigment'], lowers: 'spots', mayChange: ['pores', 'wrinkles'] });
});

test('filler in the nasolabial fold fills the fold', () => {
  expectEffect({ treatments: ['nasolabial'], lowers: 'sag', mayChange: [] });
});

test('lip filler changes no score of the skin', () => {
  for (const { prepared, before } of faces) {
    const after = treated(prepared, ['lips'], 1);
    expect(measurablyChanged(before, after)).toEqual([]);
  }
});

interface Effect {
  readonly treatments: readonly TreatmentName[];
  readonly lowers: RawMetricName;
  readonly mayChange: readonly (typeof scoreNames)[number][];
}

function expectEffect({ treatments, lowers, mayChange }: Effect): void {
  for (const { prepared, before } of faces) {
    const half = treated(prepared, treatments, 0.35);
    const full = treated(prepared, treatments, 1);
    expect(half.raw[lowers]).toBeLessThan(before.raw[lowers]);
    expect(full.raw[lowers]).toBeLessThan(half.raw[lowers]);
    const others = measurablyChanged(before, full).filter((name) => sourceOf(name) !== lowers);
    expect(others.filter((name) => !mayChange.includes(name))).toEqual([]);
  }
}

function treated(prepared: PreparedFace, treatments: readonly TreatmentName[], share: number): SkinMeasurement {
  const recipe = treatments.reduce((all, name) => withDose(all, name, doseResponse[name].max * share), emptyRecipe);
  return measureSkin(render(prepared, recipe), prepared.landmarks) as SkinMeasurement;
}

function measurablyChanged(before: SkinMeasurement, after: SkinMeasurement) {
  const [first, second] = [scoreSkin(before), scoreSkin(after)];
  return scoreNames.filter((name) => isMeasurableChange(first.scores[name], second.scores[name]));
}
