import { beforeAll, describe, expect, test } from 'vitest';
import { demoFace } from '../../test/demo-faces.ts';
import type { DemoFace } from '../../test/demo-faces.ts';
import { doseResponse, tunedTable } from '../dose-response.ts';
import { similarityOf } from '../maths/similarity.ts';
import type { Vector } from '../maths/similarity.ts';
import { emptyRecipe, strengthsOf, withDose } from '../recipe.ts';
import type { Dose } from '../recipe.ts';
import { areaVectors } from './face-mesh.ts';
import { faceVolumes } from './face-volumes.ts';
import type { FaceVolumes } from './face-volumes.ts';
import { fillerNames, fillers, raised_mL } from './fillers.ts';
import type { FillerName } from './fillers.ts';
import { faceTopology, meanFace } from './topology.ts';

let poses: { face: DemoFace; volumes: FaceVolumes }[];
beforeAll(async () => {
  const faces = await Promise.all([
    demoFace('A', 'front', 800),
    demoFace('B', 'right', 800),
    demoFace('B', 'left', 800),
  ]);
  poses = faces.map((face) => ({ face, volumes: faceVolumes(face.landmarks) }));
});

const given = (name: FillerName, dose: Dose) => strengthsOf(withDose(emptyRecipe, name, dose));
const sidesOf = (name: FillerName) => (doseResponse[name].per === 'area' ? 1 : 2);

describe.each(fillerNames.filter((name) => name !== 'jawline'))('%s', (name) => {
  test('a usual dose raises the surface by the injected millilitres, in every pose', () => {
    for (const { face, volumes } of poses)
      for (const dose of [0.1, fillers[name].usual_mL])
        expect(volumeUnder(volumes, name, dose) / (dose * sidesOf(name)), `${face.name}, ${dose} mL`).toBeCloseTo(1, 2);
  });

  test('above the usual dose, each further millilitre raises the surface by less', () => {
    const { usual_mL } = fillers[name];
    const risen = [1, 1.5, 2].map((share) => raised_mL(name, given(name, usual_mL * share), 'right'));
    expect(risen[0]).toBeCloseTo(usual_mL, 6);
    expect(risen[1]! - risen[0]!).toBeLessThan(0.5 * usual_mL);
    expect(risen[2]! - risen[1]!).toBeLessThan(risen[1]! - risen[0]!);
    expect(risen[2]!).toBeLessThan(2 * usual_mL);
  });
});

test('a small volume equals the volume between the surfaces before and after', () => {
  const { volumes } = poses[0]!;
  const { positions, topology } = volumes.mesh;
  const moves = volumes.movesOf(given('cheek', 0.1))!;
  const moved = positions.map((v, i) => v + moves[i]!);
  const areas = [positions, moved].map((at) => areaVectors(at, topology.triangles, topology.count));
  const [before, after] = [positions, moved].map((at, n) => at.reduce((sum, v, i) => sum + (v * areas[n]![i]!) / 3, 0));
  expect(Math.abs((after! - before!) / 200 - 1)).toBeLessThan(0.01);
});

test('a jaw gains at most the injected volume, because a round jaw is not widened', () => {
  const slim = volumeUnder(poses[1]!.volumes, 'jawline', 1);
  expect(slim).toBeGreaterThan(1);
  expect(slim).toBeLessThan(2.02);
});

test('a dose on one side raises that side only', () => {
  const { mesh, movesOf } = poses[0]!.volumes;
  const highest = (moves: Float32Array, side: 1 | -1) => {
    let most = 0;
    for (let i = 0; i < moves.length; i += 3) {
      const [x] = mesh.fit.own([mesh.positions[i]!, mesh.positions[i + 1]!, mesh.positions[i + 2]!]);
      if (x * side > 10) most = Math.max(most, Math.hypot(moves[i]!, moves[i + 1]!, moves[i + 2]!));
    }
    return most;
  };
  for (const name of ['cheek', 'lower_lip'] as const) {
    const moves = movesOf(given(name, { right: 0.3, left: 0 }))!;
    expect(highest(moves, -1), name).toBeGreaterThan(0.2);
    expect(highest(moves, 1), name).toBe(0);
  }
});

test('half the v0 in a doctor’s table gives the volume of twice the dose', () => {
  const table = tunedTable({ chin: { v0: doseResponse.chin.v0 / 2 } });
  const recipe = withDose(emptyRecipe, 'chin', 0.5);
  expect(raised_mL('chin', strengthsOf(recipe, table), 'right')).toBeCloseTo(1, 6);
});

test('a treatment other than a filler does not move the surface', () => {
  expect(poses[0]!.volumes.movesOf(strengthsOf(withDose(emptyRecipe, 'masseter', 20)))).toBeNull();
});

test('the mesh faces the camera, contains every landmark and does not move landmarks in x and y', () => {
  const { face, volumes } = poses[0]!;
  const { mmPerPx, normals, positions, topology } = volumes.mesh;
  for (const index of [4, 9, 152, 50, 280]) expect(normals[3 * index + 2], `${index}`).toBeLessThan(-0.3);
  face.landmarks.slice(0, 468).forEach(([x, y], i) => {
    expect(positions[3 * i]).toBeCloseTo(x * mmPerPx, 3);
    expect(positions[3 * i + 1]).toBeCloseTo(y * mmPerPx, 3);
  });
  expect(topology.neighbours.filter((around) => around.length === 0)).toEqual([]);
  expect(faceTopology()).toBe(topology);
});

test('the fit of one face to another finds a known rotation, scale and shift', () => {
  const [cos, sin] = [Math.cos(0.6), Math.sin(0.6)];
  const made = meanFace.map(
    ([x, y, z]): Vector => [2 * (cos * x + sin * z) + 5, 2 * y - 7, 2 * (cos * z - sin * x) + 1],
  );
  const fit = similarityOf(meanFace, made);
  expect(fit.scale).toBeCloseTo(2, 5);
  expect(fit.axes[0][2]).toBeCloseTo(-sin, 5);
  expect(fit.apply(meanFace[4]!)[0]).toBeCloseTo(made[4]![0], 4);
  expect(fit.own(made[4]!)[1]).toBeCloseTo(2 * meanFace[4]![1], 4);
});

/** Returns the volume in mL by which a dose raises the surface. */
function volumeUnder({ mesh, movesOf }: FaceVolumes, name: FillerName, dose: number): number {
  const moves = movesOf(given(name, dose))!;
  const areas = areaVectors(mesh.positions, mesh.topology.triangles, mesh.topology.count);
  return moves.reduce((sum, v, i) => sum + v * areas[i]!, 0) / 1000;
}
