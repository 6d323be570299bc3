/** Everything that is wrong with the variables, one sentence each. Names variables, never their values. */
export function faultsIn(given: Readonly<Record<string, string>>): string[];
export const NAMES: readonly string[];
