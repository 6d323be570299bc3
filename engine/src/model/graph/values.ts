import type { GraphNode } from './graph-file.ts';
import type { Kernels } from './kernels.ts';

/** Parts of the executor. Values have a shape, places have memory, and steps have everything bound, so that they only run. */

export type ElementType = 'float32' | 'int32';
export type Elements = Float32Array | Int32Array;

/** A value of the graph, row by row. Both types take four bytes an element. `known` holds the elements of a constant. */
export interface Value {
  readonly shape: readonly number[];
  readonly type: ElementType;
  readonly known?: Elements;
}

/**
 * The place of a value: the number by which the kernels know it, and its first element in `Kernels.floats` and
 * `Kernels.ints`.
 */
export interface Place {
  readonly id: number;
  readonly at: number;
}

/** One operation of a frame, bound to its memory. */
export type Step = () => void;

/** The result of an operation. Without `bind` it is the memory of the first input in another shape. */
export interface Prepared extends Value {
  bind?(kernels: Kernels, inputs: readonly Place[], output: Place): Step;
}

/** @throws Error when the node needs something that this executor does not support. */
export type Prepare = (node: GraphNode, inputs: readonly Value[]) => Prepared;

export function sizeOf(shape: readonly number[]): number {
  return shape.reduce((size, length) => size * length, 1);
}

/** The elements of an input that must be constant, such as the axis of a sum. @throws Error when it is not. */
export function knownOf(node: GraphNode, input: Value | undefined): number[] {
  if (!input?.known) throw new Error(`${node.op} ${node.name} needs a constant that is not one`);
  return Array.from(input.known);
}

/** An axis counted from the front. */
export function axisOf(axis: number, rank: number): number {
  return axis < 0 ? axis + rank : axis;
}
