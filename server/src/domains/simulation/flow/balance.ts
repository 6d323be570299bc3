/** The number of open cases of a practitioner. */
export interface Load {
  readonly practitionerId: string;
  readonly open: number;
}

/**
 * Distributes cases, the most urgent first. Each case is assigned to the doctor with the fewest open cases. Among
 * doctors with equal numbers, the first in the list gets the case, so that the same queue is always distributed in the
 * same way. Without doctors the result is an empty list.
 */
export function balance(
  cases: readonly string[],
  loads: readonly Load[],
): { caseId: string; practitionerId: string }[] {
  const open = new Map(loads.map((load) => [load.practitionerId, load.open]));
  return cases.flatMap((caseId) => {
    const [least] = [...open].sort(([, a], [, b]) => a - b);
    if (!least) return [];
    open.set(least[0], least[1] + 1);
    return [{ caseId, practitionerId: least[0] }];
  });
}
