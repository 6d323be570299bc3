import { flagOf } from './graph-file.ts';
import type { Prepare } from './values.ts';
import { axisOf, knownOf, sizeOf } from './values.ts';

/**
 * Operations on at most a few hundred elements, as plain loops. The mesh model uses them to place the squares around
 * lips and eyes.
 */

/** Reduces all elements along one axis to one element, for example to their sum. */
function reduce(start: number, join: (sum: number, element: number) => number): Prepare {
  return (node, [input, axes]) => {
    const { shape, type } = input!;
    const [axis, ...more] = knownOf(node, axes).map((given) => axisOf(given, shape.length));
    if (axis === undefined || more.length > 0 || type !== 'float32') {
      throw new Error(`${node.op} ${node.name} is not along one axis of numbers`);
    }
    const length = shape[axis]!;
    const inner = sizeOf(shape.slice(axis + 1));
    const count = sizeOf(shape) / length;
    return {
      shape: shape.flatMap((size, index) => (index !== axis ? [size] : flagOf(node, 'keep_dims') ? [1] : [])),
      type,
      bind:
        (kernels, [from], to) =>
        () => {
          const { floats } = kernels;
          for (let i = 0; i < count; i++) {
            let element = from!.at + Math.floor(i / inner) * length * inner + (i % inner);
            let sum = start;
            for (let k = 0; k < length; k++, element += inner) sum = join(sum, floats[element]!);
            floats[to.at + i] = sum;
          }
        },
    };
  };
}

/**
 * Multiplies matrices over the last two axes. The other axes must be equally long in both inputs, or one input is a
 * single matrix that is used for all.
 */
const matrixProduct: Prepare = (node, [a, b]) => {
  const turnA = flagOf(node, 'adj_x');
  const turnB = flagOf(node, 'adj_y');
  const [lastOfA, lastOfB] = [a!.shape.slice(-2), b!.shape.slice(-2)] as [[number, number], [number, number]];
  const [rows, inner] = turnA ? [lastOfA[1], lastOfA[0]] : lastOfA;
  const [innerOfB, columns] = turnB ? [lastOfB[1], lastOfB[0]] : lastOfB;
  const [outerOfA, outerOfB] = [a!.shape.slice(0, -2), b!.shape.slice(0, -2)];
  const [countOfA, countOfB] = [sizeOf(outerOfA), sizeOf(outerOfB)];
  const count = Math.max(countOfA, countOfB);
  const outer = countOfA < countOfB ? outerOfB : outerOfA;
  if (inner !== innerOfB || [countOfA, countOfB].some((one) => one !== count && one !== 1)) {
    throw new Error(`${node.op} ${node.name} multiplies ${a!.shape} and ${b!.shape}`);
  }
  return {
    shape: [...outer, rows, columns],
    type: 'float32',
    bind:
      (kernels, [first, second], to) =>
      () => {
        const { floats } = kernels;
        let at = to.at;
        for (let n = 0; n < count; n++) {
          const left = first!.at + (n % countOfA) * rows * inner;
          const right = second!.at + (n % countOfB) * inner * columns;
          for (let row = 0; row < rows; row++) {
            for (let column = 0; column < columns; column++) {
              let sum = 0;
              for (let k = 0; k < inner; k++) {
                const l = turnA ? k * rows + row : row * inner + k;
                const r = turnB ? column * inner + k : k * columns + column;
                sum = Math.fround(sum + Math.fround(floats[left + l]! * floats[right + r]!));
              }
              floats[at++] = sum;
            }
          }
        }
      },
  };
};

/** Converts floats to whole numbers, rounded towards zero. */
const cast: Prepare = (node, [input]) => {
  if (node.attributes['DstT']?.type !== 'DT_INT32' || input!.type !== 'float32') {
    throw new Error(`${node.op} ${node.name} is not from numbers to whole numbers`);
  }
  const count = sizeOf(input!.shape);
  return {
    shape: input!.shape,
    type: 'int32',
    bind:
      (kernels, [from], to) =>
      () => {
        const { floats, ints } = kernels;
        for (let i = 0; i < count; i++) ints[to.at + i] = floats[from!.at + i]!;
      },
  };
};

export const smallOperations: Record<string, Prepare> = {
  Sum: reduce(0, (sum, element) => sum + element),
  Prod: reduce(1, (product, element) => product * element),
  Max: reduce(Number.NEGATIVE_INFINITY, Math.max),
  Min: reduce(Number.POSITIVE_INFINITY, Math.min),
  BatchMatMulV2: matrixProduct,
  Cast: cast,
};
