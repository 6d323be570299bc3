import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { compileGraph } from './compile-graph.ts';
import type { CompiledGraph } from './compile-graph.ts';
import { readGraph } from './graph-file.ts';
import type { GraphFile } from './graph-file.ts';
import { startKernels } from './kernels.ts';
import { sizeOf } from './values.ts';

type FileNode = GraphFile['json']['modelTopology']['node'][number];

/** The constants of a graph, by name. */
type Constants = Record<
  string,
  { readonly shape: readonly number[]; readonly of: readonly number[]; readonly isWhole?: boolean }
>;

const whole = (...of: number[]) => ({ shape: [of.length], of, isWhole: true });
const numbers = (shape: number[], ...of: number[]) => ({ shape, of });
const texts = (text: string) => ({ s: btoa(text) });
const list = (...i: number[]) => ({ list: { i: i.map(String) } });

async function compile(
  shape: readonly number[],
  nodes: readonly FileNode[],
  constants: Constants = {},
  outputs: readonly string[] = [nodes.at(-1)!.name],
): Promise<CompiledGraph> {
  const file = createRequire(import.meta.url).resolve('@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm-simd.wasm');
  const kernels = await startKernels(await WebAssembly.compile(await readFile(file)));
  return compileGraph(kernels, fileOf(shape, nodes, constants), outputs);
}

function fileOf(shape: readonly number[], nodes: readonly FileNode[], constants: Constants): GraphFile {
  const weights = Object.entries(constants).map(([name, { shape: lengths, isWhole }]) => ({
    name,
    shape: lengths,
    dtype: isWhole ? 'int32' : 'float32',
  }));
  const bytes = Object.values(constants).flatMap(({ of, isWhole }) => [
    ...new Uint8Array((isWhole ? Int32Array.from(of) : Float32Array.from(of)).buffer),
  ]);
  const input = { name: 'x', op: 'Placeholder', attr: { shape: { shape: { dim: shape.map((size) => ({ size })) } } } };
  const consts = weights.map(({ name }) => ({ name, op: 'Const' }));
  return {
    json: { modelTopology: { node: [input, ...consts, ...nodes] }, weightsManifest: [{ weights }] },
    weights: Uint8Array.from(bytes).buffer,
  };
}

const upTo = (...shape: number[]) => Float32Array.from({ length: sizeOf(shape) }, (_, index) => index);

test('a convolution with SAME padding has the odd row at the end and adds the bias before Relu', async () => {
  const graph = await compile(
    [1, 2, 2, 1],
    [
      {
        name: 'y',
        op: '_FusedConv2D',
        input: ['x', 'filter', 'bias'],
        attr: {
          strides: list(1, 1, 1, 1),
          padding: texts('SAME'),
          fused_ops: { list: { s: [btoa('BiasAdd'), btoa('Relu')] } },
        },
      },
    ],
    { filter: numbers([2, 2, 1, 1], 1, 10, 100, 1000), bias: numbers([1], -2000) },
  );

  expect(graph.run(Float32Array.of(1, 2, 3, 4))).toEqual([Float32Array.of(2321, 0, 0, 0)]);
});

test('a depthwise convolution filters each channel separately, and pooling has no padding', async () => {
  const graph = await compile(
    [1, 2, 2, 2],
    [
      {
        name: 'own',
        op: 'DepthwiseConv2dNative',
        input: ['x', 'filter'],
        attr: { strides: list(1, 1, 1, 1), padding: texts('VALID') },
      },
      {
        name: 'y',
        op: 'MaxPool',
        input: ['own'],
        attr: { ksize: list(1, 2, 2, 1), strides: list(1, 2, 2, 1), padding: texts('VALID') },
      },
    ],
    { filter: numbers([1, 1, 2, 1], 10, -1) },
    ['own', 'y'],
  );

  expect(graph.run(upTo(1, 2, 2, 2))).toEqual([
    Float32Array.of(0, -1, 20, -3, 40, -5, 60, -7),
    Float32Array.of(60, -1),
  ]);
});

test('slices support start, stop, step, dropped axes and indices from the end', async () => {
  const slice = (name: string, masks: Record<string, number>): FileNode => ({
    name,
    op: 'StridedSlice',
    input: ['x', `${name}/begin`, `${name}/end`, `${name}/strides`],
    attr: Object.fromEntries(Object.entries(masks).map(([mask, i]) => [`${mask}_mask`, { i: String(i) }])),
  });
  const graph = await compile(
    [2, 4],
    [slice('stepped', { begin: 1, end: 1 }), slice('row', { shrink_axis: 1 }), slice('last', { begin: 1, end: 3 })],
    {
      'stepped/begin': whole(0, 1),
      'stepped/end': whole(0, 4),
      'stepped/strides': whole(1, 2),
      'row/begin': whole(1),
      'row/end': whole(2),
      'row/strides': whole(1),
      'last/begin': whole(0, -1),
      'last/end': whole(0, 0),
      'last/strides': whole(1, 1),
    },
    ['stepped', 'row', 'last'],
  );

  expect(graph.run(upTo(2, 4))).toEqual([
    Float32Array.of(1, 3, 5, 7),
    Float32Array.of(4, 5, 6, 7),
    Float32Array.of(3, 7),
  ]);
});

test('transposing, joining, padding, gathering and reshaping change no value', async () => {
  const graph = await compile(
    [1, 2, 3],
    [
      { name: 'turned', op: 'Transpose', input: ['x', 'order'] },
      { name: 'joined', op: 'ConcatV2', input: ['x', 'x', 'axis'] },
      { name: 'padded', op: 'Pad', input: ['x', 'paddings'] },
      { name: 'chosen', op: 'GatherV2', input: ['x', 'indices', 'axis'] },
      { name: 'flat', op: 'Reshape', input: ['turned', 'open'] },
      { name: 'rows', op: 'GatherNd', input: ['x', 'where'] },
    ],
    {
      order: whole(0, 2, 1),
      axis: { shape: [], of: [-1], isWhole: true },
      paddings: { shape: [3, 2], of: [0, 0, 0, 0, 0, 1], isWhole: true },
      indices: whole(2, 0),
      open: whole(-1),
      where: { shape: [3, 2], of: [0, 1, 0, 0, 0, 1], isWhole: true },
    },
    ['flat', 'joined', 'padded', 'chosen', 'rows'],
  );

  expect(graph.run(upTo(1, 2, 3))).toEqual([
    Float32Array.of(0, 3, 1, 4, 2, 5),
    Float32Array.of(0, 1, 2, 0, 1, 2, 3, 4, 5, 3, 4, 5),
    Float32Array.of(0, 1, 2, 0, 3, 4, 5, 0),
    Float32Array.of(2, 0, 5, 3),
    Float32Array.of(3, 4, 5, 0, 1, 2, 3, 4, 5),
  ]);
});

test('matrices are multiplied, also transposed, and sums and maxima run along their axis', async () => {
  const flags = { adj_y: { b: true } };
  const graph = await compile(
    [2, 2, 2],
    [
      { name: 'product', op: 'BatchMatMulV2', input: ['x', 'm'] },
      { name: 'turned', op: 'BatchMatMulV2', input: ['x', 'm'], attr: flags },
      { name: 'sum', op: 'Sum', input: ['x', 'middle'] },
      { name: 'most', op: 'Max', input: ['x', 'middle'], attr: { keep_dims: { b: true } } },
      { name: 'times', op: 'Mul', input: ['most', 'row'] },
    ],
    { m: numbers([2, 2], 0, 1, 10, 100), middle: whole(1), row: numbers([2], 1, -1) },
    ['product', 'turned', 'sum', 'times'],
  );

  expect(graph.run(upTo(2, 2, 2))).toEqual([
    Float32Array.of(10, 100, 30, 302, 50, 504, 70, 706),
    Float32Array.of(1, 100, 3, 320, 5, 540, 7, 760),
    Float32Array.of(2, 4, 10, 12),
    Float32Array.of(2, -3, 6, -7),
  ]);
});

test('values that depend only on constants and shapes are computed once', async () => {
  const graph = await compile(
    [1, 2, 3],
    [
      { name: 'shape', op: 'Shape', input: ['x'] },
      {
        name: 'first',
        op: 'StridedSlice',
        input: ['shape', 'zero', 'one', 'one'],
        attr: { shrink_axis_mask: { i: '1' } },
      },
      { name: 'wanted', op: 'Pack', input: ['first', 'open'] },
      { name: 'y', op: 'Reshape', input: ['x', 'wanted'] },
      { name: 'z', op: 'AddV2', input: ['y', 'y'] },
    ],
    { zero: whole(0), one: whole(1), open: { shape: [], of: [-1], isWhole: true } },
  );

  expect(graph.run(upTo(6))).toEqual([Float32Array.of(0, 2, 4, 6, 8, 10)]);
});

test('the next run does not change an earlier result', async () => {
  const graph = await compile([2], [{ name: 'y', op: 'AddN', input: ['x', 'x', 'x'] }]);
  const [first] = graph.run(Float32Array.of(1, 2));
  graph.run(Float32Array.of(5, 6));

  expect(first).toEqual(Float32Array.of(3, 6));
});

test('an unknown operation, a missing node or a wrong shape is refused with its name', async () => {
  await expect(compile([1], [{ name: 'odd', op: 'Erf', input: ['x'] }])).rejects.toThrow(
    'The operation Erf of odd is not known',
  );
  await expect(compile([1], [{ name: 'y', op: 'Relu', input: ['gone'] }])).rejects.toThrow('no node gone');
  await expect(
    compile([2], [{ name: 'y', op: 'AddV2', input: ['x', 'three'] }], { three: numbers([3], 1, 2, 3) }),
  ).rejects.toThrow('AddV2 y joins 2 and 3');
  const graph = await compile([2], [{ name: 'y', op: 'Relu', input: ['x'] }]);
  expect(() => graph.run(new Float32Array(3))).toThrow(RangeError);
});

test('weights that end too early are refused', () => {
  const { json } = fileOf([1], [], { w: numbers([4], 1, 2, 3, 4) });

  expect(() => readGraph({ json, weights: new ArrayBuffer(8) })).toThrow("The model's weights end before w");
});
