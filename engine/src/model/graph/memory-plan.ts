/** A piece of memory that is needed from one step to another, both included. */
export interface Need {
  readonly size: number;
  readonly first: number;
  readonly last: number;
}

export interface MemoryPlan {
  /** The position of each need, in the given order. */
  readonly at: readonly number[];
  readonly size: number;
}

/** Sizes are rounded up to this many elements, so that every piece starts at a whole vector and kernels may read past its end. */
const grain = 16;

/**
 * Places needs so that no two that are alive at the same step overlap. The largest comes first, each at the lowest
 * place that is free for its whole life. The memory is near the smallest possible, but not always the smallest.
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
