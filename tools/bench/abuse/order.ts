/**
 * Orders for the attacker. The attacker runs in its own process with a lower priority than the service, because they
 * share the machine.
 */
export interface Order {
  readonly scene: string;
  readonly port: number;
  readonly seconds: number;
  /** Cookies of patients' sessions. */
  readonly cookies: readonly string[];
  /** A signed case of the patient with the first cookie. */
  readonly caseId: string;
  /** The addresses that the attack seems to come from. */
  readonly addresses: readonly string[];
}

/**
 * The result of an attack: the number of calls for each status (`Tell` in requests.ts), and the total number of calls.
 */
export interface Told {
  readonly statuses: Readonly<Record<string, number>>;
  readonly calls: number;
}
