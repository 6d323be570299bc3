import type { GraphNode } from './graph-file.ts';
import type { Kernels } from './kernels.ts';
import { sizeOf } from './values.ts';
import type { Place, Prepared, Value } from './values.ts';

/** A node whose result is computed for every frame. */
export interface LiveNode {
  readonly node: GraphNode;
  readonly prepared: Prepared;
}

/** Memory that several results share: the result of a node, and results that only reshape it. */
interface Holder {
  readonly size: number;
  readonly first: number;
  last: number;
}

/**
 * Gives every value of a graph its memory. Each constant has its own memory. Results share one block, and reuse its
 * parts. Outputs stay valid until the next run.
 * @param live the nodes in the order in which they run.
 * @returns a function that returns the place of a value by the name of its node.
 */
export function placeValues(
  kernels: Kernels,
  live: readonly LiveNode[],
  values: ReadonlyMap<string, Value>,
  outputs: readonly string[],
): (name: string) => Place {
  const holders = holdersOf(live, outputs);
  const distinct = [...new Set(holders.values())];
  const plan = planMemory(distinct);
  const block = kernels.reserve(plan.size);
  const places = distinct.map(({ size }, index) => kernels.register(block + plan.at[index]!, size));
  const placeOfHolder = new Map(distinct.map((holder, index) => [holder, places[index]!]));
  const constants = new Map<string, Place>();
  return (name) => {
    const holder = holders.get(name);
    if (holder) return placeOfHolder.get(holder)!;
    const place = constants.get(name) ?? kernels.keep(values.get(name)!.known!);
    constants.set(name, place);
    return place;
  };
}

function holdersOf(live: readonly LiveNode[], outputs: readonly string[]): Map<string, Holder> {
  const holders = new Map<string, Holder>();
  live.forEach(({ node, prepared }, step) => {
    for (const name of node.inputs) {
      const holder = holders.get(name);
      if (holder) holder.last = step;
    }
    const shared = prepared.bind ? undefined : holders.get(node.inputs[0] ?? '');
    holders.set(node.name, shared ?? { size: sizeOf(prepared.shape), first: step, last: step });
  });
  for (const name of outputs) holders.get(name)!.last = live.length;
  return holders;
}

/** A piece of memory that is needed from the step `first` to the step `last`, both included. `size` is in elements. */
interface Need {
  readonly size: number;
  readonly first: number;
  readonly last: number;
}

interface MemoryPlan {
  /** The position of each piece in the block, in the order of `needs`. */
  readonly at: readonly number[];
  readonly size: number;
}

/**
 * Sizes are rounded up to a multiple of this number of elements, so that every piece starts at a vector boundary. The
 * same number is added to each size, because kernels may read beyond the end of a piece.
 */
const grain = 16;

/**
 * Places the pieces in one block. Pieces that are needed in the same step do not overlap. The largest piece is placed
 * first, and each piece is placed at the lowest position that is free during all its steps. The total is close to the
 * smallest possible size, but not always equal.
 */
export function planMemory(needs: readonly Need[]): MemoryPlan {
  const at = needs.map(() => 0);
  const placed: number[] = [];
  let size = 0;
  for (const index of needs.map((_, i) => i).sort((a, b) => needs[b]!.size - needs[a]!.size)) {
    const need = needs[index]!;
    const length = lengthOf(need);
    const neighbours = placed
      .filter((other) => needs[other]!.first <= need.last && need.first <= needs[other]!.last)
      .sort((a, b) => at[a]! - at[b]!);
    let start = 0;
    for (const other of neighbours) {
      if (start + length <= at[other]!) break;
      start = Math.max(start, at[other]! + lengthOf(needs[other]!));
    }
    at[index] = start;
    size = Math.max(size, start + length);
    placed.push(index);
  }
  return { at, size };
}

function lengthOf({ size }: Need): number {
  return (Math.ceil(size / grain) + 1) * grain;
}
