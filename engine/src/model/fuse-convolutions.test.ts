import { readFile } from 'node:fs/promises';
import { loadGraphModel } from '@tensorflow/tfjs-converter';
import { type Tensor, tensor } from '@tensorflow/tfjs-core';
import { expect, test } from 'vitest';
import { sharedFaceModel } from '../../test/demo-faces.ts';
import type { ModelFiles } from './face-model.ts';
import { fuseConvolutions, type GraphNode } from './fuse-convolutions.ts';

const conv = (name: string, x: string): GraphNode => ({ name, op: 'Conv2D', input: [x, 'filter'], attr: { T: 1 } });
const constants = ['filter', 'bias', 'slope'].map((name) => ({ name, op: 'Const' }));
const stepsOf = (nodes: readonly GraphNode[]) =>
  fuseConvolutions([...constants, ...nodes])
    .filter(({ op }) => op !== 'Const')
    .map(({ name, op, input }) => [name, op, ...(input ?? [])]);

test('bias and leaky step go into the convolution, under the name of the last', () => {
  const sum = { name: 'sum', op: 'AddV2', input: ['conv', 'bias'] };
  const leaky = { name: 'leaky', op: 'Prelu', input: ['sum', 'slope'] };
  expect(stepsOf([conv('conv', 'x'), sum])).toEqual([['sum', '_FusedConv2D', 'x', 'filter', 'bias']]);
  expect(stepsOf([conv('conv', 'x'), sum, leaky])).toEqual([['leaky', '_FusedConv2D', 'x', 'filter', 'bias', 'slope']]);
});

test('what somebody else reads stays', () => {
  const twice = [conv('conv', 'x'), { name: 'sum', op: 'AddV2', input: ['conv', 'bias'] }];
  const reader = { name: 'reader', op: 'Mul', input: ['conv:0', 'sum'] };
  expect(stepsOf([...twice, reader]).map(([name]) => name)).toEqual(['conv', 'sum', 'reader']);
});

test('a sum with what was skipped comes after the bias', () => {
  const nodes = [
    conv('conv', 'x'),
    { name: 'both', op: 'AddN', input: ['skipped', 'conv'] },
    { name: 'sum', op: 'AddV2', input: ['bias', 'both'] },
  ];
  expect(stepsOf(nodes)).toEqual([
    ['conv', '_FusedConv2D', 'x', 'filter', 'bias'],
    ['sum', 'AddV2', 'skipped', 'conv'],
  ]);
});

test('the face mesh computes the same in fewer steps', async () => {
  await sharedFaceModel();
  const file = (ending: string) => new URL(`../../models/facemesh-attention-pinto.${ending}`, import.meta.url);
  const json = JSON.parse(await readFile(file('json'), 'utf8')) as ModelFiles['json'];
  const weightData = new Uint8Array(await readFile(file('bin'))).buffer;
  const weightSpecs = json.weightsManifest.flatMap((group) => group.weights);
  const { node } = json.modelTopology;
  const fused = fuseConvolutions(node);
  expect(node.length - fused.length).toBeGreaterThan(80);

  const input = tensor(
    Float32Array.from({ length: 192 * 192 * 3 }, (_, i) => (1 + Math.sin(i / 7) * Math.cos(i / 997)) / 2),
    [1, 192, 192, 3],
  );
  const valuesOf = async (nodes: readonly GraphNode[]) => {
    const load = async () => ({
      modelTopology: { ...json.modelTopology, node: nodes },
      signature: json.signature,
      weightSpecs,
      weightData,
    });
    const outputs = (await loadGraphModel({ load })).execute(input) as Tensor[];
    return outputs.map((output) => [...output.dataSync()]);
  };
  const [before, after] = [await valuesOf(node), await valuesOf(fused)];
  expect(after.map(({ length }) => length)).toEqual(before.map(({ length }) => length));
  for (const [at, values] of before.entries())
    for (const [i, value] of values.entries()) expect(Math.abs(value - after[at]![i]!)).toBeLessThan(0.01);
});
