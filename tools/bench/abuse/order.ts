/** What an attacker is told: it runs in a process of its own, below the service in priority, because the two share the machine. */
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
