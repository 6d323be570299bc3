import type { GraphNode } from './graph-file.ts';
import type { Kernels } from './kernels.ts';
import { planMemory } from './memory-plan.ts';
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
