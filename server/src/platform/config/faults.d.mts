/**
 * Returns everything that is wrong with the variables, one sentence for each fault. The sentences name variables and
 * never contain their values.
 */
export function faultsIn(given: Readonly<Record<string, string>>): string[];
/** Returns whether an address names this machine. Data that is sent to such an address does not cross a network. */
export function isThisMachine(url: string): boolean;
export const NAMES: readonly string[];
