import type { GraphNode } from './graph-file.ts';
import type { Kernels } from './kernels.ts';

/**
 * Types of the graph executor. A value has a shape, a place has memory, and a step is an operation with all its inputs
 * bound to memory.
 */

export type ElementType = 'float32' | 'int32';
export type Elements = Float32Array | Int32Array;

/**
 * A value of the graph; its elements are stored row by row. Both element types need four bytes. `known` contains the
 * elements of a constant.
 */
export interface Value {
  readonly shape: readonly number[];
  readonly type: ElementType;
  readonly known?: Elements;
}

/**
 * The place of a value in memory: the id by which the kernels identify it, and the index of its first element in
 * `Kernels.floats` and `Kernels.ints`.
 */
export interface Place {
  readonly id: number;
  readonly at: number;
}

/** One operation, bound to its memory, that runs for every frame. */
export type Step = () => void;

/** The result of an operation. Without `bind`, the result uses the memory of the first input, but has another shape. */
export interface Prepared extends Value {
  bind?(kernels: Kernels, inputs: readonly Place[], output: Place): Step;
}

/** @throws Error when the node needs something that this executor does not support. */
export type Prepare = (node: GraphNode, inputs: readonly Value[]) => Prepared;

export function sizeOf(shape: readonly number[]): number {
  return shape.reduce((size, length) => size * length, 1);
}

/** Returns the elements of a constant input, such as the axis of a sum. @throws Error when it is not constant. */
export function knownOf(node: GraphNode, input: Value | undefined): number[] {
  if (!input?.known) throw new Error(`${node.op} ${node.name} needs a constant that is not one`);
  return Array.from(input.known);
}

/** Returns the index of an axis counted from the front. A negative index counts from the end. */
export function axisOf(axis: number, rank: number): number {
  return axis < 0 ? axis + rank : axis;
}
