/** A piece of memory that is needed from the step `first` to the step `last`, both included. `size` is in elements. */
export interface Need {
  readonly size: number;
  readonly first: number;
  readonly last: number;
}

export interface MemoryPlan {
  /** The position of each need in the memory, in the order of the needs. */
  readonly at: readonly number[];
  readonly size: number;
}

/**
 * Sizes are rounded up to a multiple of this number of elements, so that every piece starts at a whole vector. The same
 * number is added to each size, because kernels may read beyond the end of a piece.
 */
const grain = 16;

/**
 * Places needs in memory so that needs of the same step do not overlap. It places the largest first, each at the lowest
 * position that is free during all its steps. The total is close to the smallest possible size, but not always equal.
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
