import { beforeAll, expect, test, vi } from 'vitest';
import { demoFace, people } from '../../test/demo-faces.ts';
import { paintFace } from '../../test/painted-face.ts';
import type { Landmarks, Picture } from '../picture.ts';
import { findSkin } from '../regions/skin-mask.ts';
import type { SkinColour } from '../regions/skin-mask.ts';
import { workAreaOf } from '../regions/work-area.ts';
import { measureSkin } from './measure-skin.ts';
import { scoreErrors, scoreNames, scoreValues, sourceOf } from './score-scale.ts';
import { highlightModes, skinTones, withSkin } from './test-support/recolour.ts';
import type { HighlightMode, Rows } from './test-support/recolour.ts';

// Each test measures one face five times.
vi.setConfig({ testTimeout: 120_000 });

/** Largest allowed difference between the scores of two skin tones, in points. */
const mostDrift = 2;

interface Face {
  readonly picture: Picture;
  readonly landmarks: Landmarks;
}

let faces: Record<string, Face>;
beforeAll(async () => {
  const demos = await Promise.all(people.map((person) => demoFace(person, 'front', 1250)));
  faces = Object.fromEntries(demos.map((face) => [face.name, face]));
  const { landmarks } = await demoFace('A', 'front', 1100);
  faces['painted'] = paintedFace(landmarks);
}, 180_000);

test.each([...people.map((person) => `${person}-front`), 'painted'])('%s scores alike in three skin tones', (name) => {
  const { light, darker } = measuredInTones(faces[name]!);
  const tellable = scoreNames.filter((score) => !light.untold[sourceOf(score)]);
  expect(tellable).toEqual(expect.arrayContaining(['sebum', 'wrinkles', 'elasticity', 'inflammation']));
  const before = scoreValues(light.raw);
  for (const { mode, l, dark } of darker) {
    const told = scoreNames.filter((score) => !dark.untold[sourceOf(score)]);
    // Highlights that keep their brightness on darker skin may be oil or a strong lamp, so sebum may have no value.
    // Every other score must have a value.
    expect(tellable.filter((score) => !told.includes(score))).toEqual(
      mode === 'kept' && dark.untold.sebum === 'strong_light' ? ['sebum'] : [],
    );
    const after = scoreValues(dark.raw);
    for (const score of told) {
      // Without a reference in the photo the strength of the lamp is unknown. A weak highlight that keeps its
      // brightness changes the sebum score by at most the error of this score (`scoreErrors`).
      const most = mode === 'kept' && score === 'sebum' ? scoreErrors.sebum : mostDrift;
      expect(Math.abs(after[score] - before[score]), `${score} at L* ${l}, highlights ${mode}`).toBeLessThanOrEqual(
        most,
      );
    }
  }
});

/**
 * Measures the face in three tones. On light skin, both kinds of highlights give nearly the same image, so only one of
 * them is measured.
 */
function measuredInTones({ picture, landmarks }: Face) {
  const { colour } = findSkin(workAreaOf(picture, landmarks));
  const measured = (tone: SkinColour, mode: HighlightMode) => {
    const found = measureSkin(withSkin(picture, colour, tone, mode, rowsOf(landmarks, picture)), landmarks);
    if (found.kind === 'refused') throw new Error(`Refused at L* ${tone.l}: ${found.code}`);
    return found;
  };
  const [lightest, ...darkerTones] = skinTones;
  return {
    light: measured(lightest!, 'recoloured'),
    darker: highlightModes.flatMap((mode) =>
      darkerTones.map((tone) => ({ mode, l: tone.l, dark: measured(tone, mode) })),
    ),
  };
}

/**
 * Returns the rows of the face with a wide margin. Only these rows are recoloured, because recolouring a whole large
 * photo takes as long as measuring it.
 */
function rowsOf(landmarks: Landmarks, { height }: Picture): Rows {
  const ys = landmarks.map(([, y]) => y);
  const margin = 0.5 * (Math.max(...ys) - Math.min(...ys));
  return [Math.max(0, Math.floor(Math.min(...ys) - margin)), Math.min(height, Math.ceil(Math.max(...ys) + margin))];
}

/** Paints lines, pits, a flush, a fold and a little shine on skin of one colour. */
function paintedFace(landmarks: Landmarks): Face {
  const size = { width: 1100, height: 1100 };
  const face = paintFace(landmarks, size);
  const [forehead, rightCheek, leftCheek, rightFold] = [151, 50, 280, 206];
  for (const down of [-0.12, 0, 0.12])
    face.line(face.at(forehead, -0.5, down), face.at(forehead, 0.5, down), 0.02 * face.d, [-5, 0, 0]);
  for (let n = 0; n < 64; n++) {
    const [across, down] = [((n % 8) - 3.5) * 0.05, (Math.floor(n / 8) - 3.5) * 0.05];
    for (const cheek of [rightCheek, leftCheek]) face.disc(face.at(cheek, across, down), 0.009 * face.d, [-4, 0, 0]);
  }
  face.disc(face.at(leftCheek), 0.15 * face.d, [-1, 6, 1]);
  face.line(face.at(rightFold, 0.05, -0.15), face.at(rightFold, -0.05, 0.15), 0.08 * face.d, [-4, 0, 0]);
  face.disc(face.at(forehead), 0.06 * face.d, [12, -5, -7]);
  return { picture: face.picture(), landmarks };
}
