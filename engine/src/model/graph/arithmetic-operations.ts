import type { GraphNode } from './graph-file.ts';
import type { Kernels } from './kernels.ts';
import type { ElementType, Place, Prepare, Step, Value } from './values.ts';

/** Operations that the kernels apply element by element. */

/** The numbers by which the kernels identify element types. */
const typeNumber: Record<ElementType, number> = { float32: 0, int32: 1 };

/** Prepares an operation on two tensors. A tensor is repeated along every axis on which its length is 1. */
function binary(kernel: string): Prepare {
  return (node, [a, b]) => {
    const type = a!.type;
    return {
      shape: sharedShape(node, a!.shape, b!.shape),
      type,
      bind: (kernels, [first, second], to) => bindBinary(kernels, kernel, [a!, b!], [first!, second!], to),
    };
  };
}

function bindBinary(
  kernels: Kernels,
  kernel: string,
  [a, b]: [Value, Value],
  [first, second]: [Place, Place],
  to: Place,
): Step {
  const run = kernels.kernel(kernel);
  const shapeOfA = kernels.keepList(a.shape);
  const shapeOfB = kernels.keepList(b.shape);
  const type = typeNumber[a.type];
  return () => void run(first.id, shapeOfA, a.shape.length, second.id, shapeOfB, b.shape.length, type, to.id);
}

/** Adds any number of values of one shape, from the first to the last. */
const addAll: Prepare = (_node, inputs) => {
  const [first] = inputs as [Value];
  return {
    shape: first.shape,
    type: first.type,
    bind(kernels, places, to) {
      const steps = places
        .slice(1)
        .map((place, i) => bindBinary(kernels, 'Add', [first, first], [i === 0 ? places[0]! : to, place], to));
      return () => {
        for (const step of steps) step();
      };
    },
  };
};

function unary(kernel: string): Prepare {
  return (_node, [input]) => ({
    shape: input!.shape,
    type: input!.type,
    bind(kernels, [from], to) {
      const run = kernels.kernel(kernel);
      const type = typeNumber[input!.type];
      return () => void run(from!.id, type, to.id);
    },
  });
}

/** Computes max(x, 0) + slope · min(x, 0), with a slope for every channel. */
const prelu: Prepare = (_node, [input]) => ({
  shape: input!.shape,
  type: 'float32',
  bind(kernels, [from, slopes], to) {
    const run = kernels.kernel('Prelu');
    return () => void run(from!.id, slopes!.id, to.id);
  },
});

export const arithmeticOperations: Record<string, Prepare> = {
  Add: binary('Add'),
  AddV2: binary('Add'),
  Sub: binary('Sub'),
  Mul: binary('Multiply'),
  Minimum: binary('Minimum'),
  Maximum: binary('Maximum'),
  AddN: addAll,
  Square: unary('Square'),
  Rsqrt: unary('Rsqrt'),
  Floor: unary('Floor'),
  Relu: unary('Relu'),
  Prelu: prelu,
};

/** Returns the common shape of two tensors after broadcasting. Their last axes are aligned. */
function sharedShape(node: GraphNode, a: readonly number[], b: readonly number[]): number[] {
  const rank = Math.max(a.length, b.length);
  return Array.from({ length: rank }, (_, index) => {
    const ofA = a[index - rank + a.length] ?? 1;
    const ofB = b[index - rank + b.length] ?? 1;
    if (ofA !== ofB && ofA !== 1 && ofB !== 1) throw new Error(`${node.op} ${node.name} joins ${a} and ${b}`);
    return Math.max(ofA, ofB);
  });
}
