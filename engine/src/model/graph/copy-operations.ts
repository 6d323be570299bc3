import { numberOf } from './graph-file.ts';
import type { Kernels } from './kernels.ts';
import type { Place, Prepare, Prepared, Step, Value } from './values.ts';
import { axisOf, knownOf, sizeOf } from './values.ts';

/**
 * Operations that move elements without changing them. Each element is copied as four bytes, regardless of its type.
 */

/** Copies a part of the input: every n-th element of a range along each axis. */
const stridedSlice: Prepare = (node, [input, begin, end, strides]) => {
  const { shape } = input!;
  if (numberOf(node, 'ellipsis_mask', 0) || numberOf(node, 'new_axis_mask', 0)) {
    throw new Error(`${node.op} ${node.name} adds axes, which is not known`);
  }
  const [first, last, steps] = [knownOf(node, begin), knownOf(node, end), knownOf(node, strides)];
  const isSet = (mask: string, axis: number) => ((numberOf(node, mask, 0) >> axis) & 1) === 1;
  const fromFront = (index: number, length: number) =>
    Math.max(0, Math.min(length, index < 0 ? index + length : index));
  const parts = shape.map((length, axis) => {
    const step = steps[axis] ?? 1;
    if (step < 1) throw new Error(`${node.op} ${node.name} goes backwards, which is not known`);
    const isWhole = axis >= first.length;
    const start = isWhole || isSet('begin_mask', axis) ? 0 : fromFront(first[axis]!, length);
    if (isSet('shrink_axis_mask', axis)) return { start, step, length: 1, isDropped: true };
    const stop = isWhole || isSet('end_mask', axis) ? length : fromFront(last[axis]!, length);
    return { start, step, length: Math.max(0, Math.ceil((stop - start) / step)), isDropped: false };
  });
  const apart = distances(shape);
  const table = tableOf(
    parts.map(({ length }) => length),
    parts.map(({ step }, axis) => step * apart[axis]!),
    parts.reduce((sum, { start }, axis) => sum + start * apart[axis]!, 0),
  );
  return rearranged(
    input!,
    parts.flatMap(({ length, isDropped }) => (isDropped ? [] : [length])),
    table,
  );
};

const transpose: Prepare = (node, [input, order]) => {
  const axes = knownOf(node, order);
  const apart = distances(input!.shape);
  const shape = axes.map((axis) => input!.shape[axis]!);
  const steps = axes.map((axis) => apart[axis]!);
  return rearranged(input!, shape, tableOf(shape, steps, 0));
};

/** Copies the entries of one axis that a constant list of indices selects. */
const gather: Prepare = (node, [input, indices, axes]) => {
  const { shape } = input!;
  const chosen = knownOf(node, indices);
  const axis = axisOf(knownOf(node, axes)[0]!, shape.length);
  const inner = sizeOf(shape.slice(axis + 1));
  const table = tableOf([...shape.slice(0, axis), 1, inner], [...distances(shape).slice(0, axis), 0, 1], 0);
  const found = new Int32Array(table.length * chosen.length);
  for (let i = 0; i < found.length; i++) {
    const row = Math.floor(i / inner);
    const outer = Math.floor(row / chosen.length);
    found[i] = table[outer * inner + (i % inner)]! + chosen[row % chosen.length]! * inner;
  }
  return rearranged(input!, [...shape.slice(0, axis), ...indices!.shape, ...shape.slice(axis + 1)], found);
};

/**
 * Copies rows that lie along the input's last axis. The second input states which rows: for each row, one index on
 * every other axis.
 */
const gatherRows: Prepare = (node, [input, indices]) => {
  const { shape, type } = input!;
  const depth = indices!.shape.at(-1)!;
  if (depth !== shape.length - 1) throw new Error(`${node.op} ${node.name} does not gather rows`);
  const length = shape.at(-1)!;
  const count = sizeOf(indices!.shape) / depth;
  const apart = distances(shape);
  return {
    shape: [...indices!.shape.slice(0, -1), length],
    type,
    bind:
      (kernels, [from, where], to) =>
      () => {
        const { ints } = kernels;
        for (let row = 0, index = where!.at; row < count; row++) {
          let start = from!.at;
          for (let axis = 0; axis < depth; axis++) start += ints[index++]! * apart[axis]!;
          ints.copyWithin(to.at + row * length, start, start + length);
        }
      },
  };
};

/** Joins tensors along an axis. */
const concat: Prepare = (node, given) => {
  const inputs = given.slice(0, -1);
  return joined(inputs, axisOf(knownOf(node, given.at(-1))[0]!, inputs[0]!.shape.length));
};

/** Joins tensors of one shape along a new first axis. */
const pack: Prepare = (node, inputs) => {
  if (numberOf(node, 'axis', 0) !== 0) throw new Error(`${node.op} ${node.name} is not along the first axis`);
  return joined(
    inputs.map((input) => ({ ...input, shape: [1, ...input.shape] })),
    0,
  );
};

/** Adds zeros after the end of the last axis. */
const pad: Prepare = (node, [input, given]) => {
  const paddings = knownOf(node, given);
  const added = paddings.at(-1)!;
  if (paddings.slice(0, -1).some((count) => count !== 0)) throw new Error(`${node.op} ${node.name} is not at the end`);
  const { shape, type } = input!;
  const length = shape.at(-1)!;
  const rows = sizeOf(shape) / length;
  return {
    shape: [...shape.slice(0, -1), length + added],
    type,
    bind:
      (kernels, [from], to) =>
      () => {
        kernels.ints.fill(0, to.at, to.at + rows * (length + added));
        copyRows(kernels.ints, from!.at, to.at, rows, length, length + added);
      },
  };
};

const reshape: Prepare = (node, [input, given]) => {
  const wanted = knownOf(node, given);
  const size = sizeOf(input!.shape);
  const known = sizeOf(wanted.filter((length) => length >= 0));
  const shape = wanted.map((length) => (length < 0 ? size / known : length));
  if (sizeOf(shape) !== size) throw new Error(`${node.name} makes ${shape} of ${input!.shape}`);
  return { shape, type: input!.type };
};

const identity: Prepare = (_node, [input]) => ({ shape: input!.shape, type: input!.type });

/** Returns the shape of the input. It is a constant, because all shapes are fixed. */
const shapeOf: Prepare = (_node, [input]) => ({
  shape: [input!.shape.length],
  type: 'int32',
  known: Int32Array.from(input!.shape),
});

export const copyOperations: Record<string, Prepare> = {
  StridedSlice: stridedSlice,
  Transpose: transpose,
  GatherV2: gather,
  GatherNd: gatherRows,
  ConcatV2: concat,
  Pack: pack,
  Pad: pad,
  Reshape: reshape,
  Identity: identity,
  Shape: shapeOf,
};

/** Returns the distance between neighbouring elements along each axis, in elements. */
function distances(shape: readonly number[]): number[] {
  return shape.map((_, axis) => sizeOf(shape.slice(axis + 1)));
}

/**
 * Returns, for each element of a result with the given lengths, the position of its source: `start` plus the sum of
 * index × distance over all axes.
 */
function tableOf(lengths: readonly number[], apart: readonly number[], start: number): Int32Array {
  let table = [start];
  lengths.forEach((length, axis) => {
    table = table.flatMap((from) => Array.from({ length }, (_, index) => from + index * apart[axis]!));
  });
  return Int32Array.from(table);
}

function rearranged(input: Value, shape: readonly number[], table: Int32Array): Prepared {
  const isRun = table.every((from, index) => from === table[0]! + index);
  const bind = (kernels: Kernels, [from]: readonly Place[], to: Place): Step =>
    isRun
      ? () => void kernels.ints.copyWithin(to.at, from!.at + table[0]!, from!.at + table[0]! + table.length)
      : () => {
          const { ints } = kernels;
          for (let i = 0; i < table.length; i++) ints[to.at + i] = ints[from!.at + table[i]!]!;
        };
  return { shape, type: input.type, bind };
}

function joined(inputs: readonly Value[], axis: number): Prepared {
  const { shape, type } = inputs[0]!;
  const rows = sizeOf(shape.slice(0, axis));
  const lengths = inputs.map((input) => sizeOf(input.shape.slice(axis)));
  const total = lengths.reduce((sum, length) => sum + length, 0);
  const along = inputs.reduce((sum, input) => sum + input.shape[axis]!, 0);
  return {
    shape: [...shape.slice(0, axis), along, ...shape.slice(axis + 1)],
    type,
    bind: (kernels, places, to) => () => {
      let at = to.at;
      places.slice(0, inputs.length).forEach((place, index) => {
        copyRows(kernels.ints, place.at, at, rows, lengths[index]!, total);
        at += lengths[index]!;
      });
    },
  };
}

/** Smallest number of elements for which one call per row is faster than a loop. */
const longRow = 32;

/** Copies consecutive rows to rows that start `apart` elements apart. */
function copyRows(ints: Int32Array, from: number, to: number, rows: number, length: number, apart: number): void {
  for (let row = 0; row < rows; row++) {
    const source = from + row * length;
    const target = to + row * apart;
    if (length >= longRow) ints.copyWithin(target, source, source + length);
    else for (let i = 0; i < length; i++) ints[target + i] = ints[source + i]!;
  }
}
