/** Orders for the attacker. It runs in its own process, below the service in priority, because they share the machine. */
export interface Order {
  readonly scene: string;
  readonly port: number;
  readonly seconds: number;
  /** Sessions of patients. */
  readonly cookies: readonly string[];
  /** A signed case of the first of them. */
  readonly caseId: string;
  /** The addresses that the attack seems to come from. */
  readonly addresses: readonly string[];
}

/** The result: answers by status, and requests without an answer. */
export interface Told {
  readonly statuses: Readonly<Record<string, number>>;
  readonly calls: number;
}
