/**
 * Returns everything that is wrong with the variables, one sentence for each fault. The sentences name variables and
 * never contain their values.
 */
export function faultsIn(given: Readonly<Record<string, string>>): string[];
export const NAMES: readonly string[];
