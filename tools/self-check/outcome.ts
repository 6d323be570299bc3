/** Thrown by a check that cannot decide on this machine. */
export class Skipped extends Error {}

/** Thrown by a failed check. The message names the fault and the remedy. */
export class Failed extends Error {}

export interface Check {
  readonly name: string;
  /** The check returns a sentence about its result. */
  readonly run: () => Promise<string>;
}

export interface Outcome {
  readonly name: string;
  readonly state: 'passed' | 'failed' | 'skipped';
  readonly says: string;
}

/** Removes addresses, which may contain passwords. Libraries quote addresses in their error messages. */
const withoutAddresses = (text: string): string => text.replace(/\b[a-z0-9+]+:\/\/\S+/gi, 'the address');

/** Runs every check, even if an earlier one fails. */
export async function runChecks(checks: readonly Check[], onOutcome: (outcome: Outcome) => void): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const { name, run } of checks) {
    const outcome = await run().then(
      (says) => ({ name, state: 'passed' as const, says }),
      (error: Error) => ({
        name,
        state: error instanceof Skipped ? ('skipped' as const) : ('failed' as const),
        says: error instanceof Failed || error instanceof Skipped ? error.message : withoutAddresses(reasonOf(error)),
      }),
    );
    outcomes.push(outcome);
    onOutcome(outcome);
  }
  return outcomes;
}

export function reasonOf(error: unknown): string {
  const { message, code, cause } = error as Error & { code?: string };
  return message || code || (cause ? reasonOf(cause) : 'no reason was given');
}

export const lineOf = ({ name, state, says }: Outcome): string => `${state.padEnd(7)}  ${name}: ${says}`;
