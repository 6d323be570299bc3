/**
 * An expected "no": a code that the contract declares for the procedure, with the data it declares. Never logged as a fault, never
 * reported. `http/` turns it into the status of the contract; a code that the procedure does not declare is a fault.
 *
 * Throw it inside a transaction to roll the transaction back.
 */
export class Refusal extends Error {
  readonly code: string;
  readonly data: unknown;

  /**
   * @param code a key of the refusals in contract/, e.g. 'NOT_FOUND'
   * @param data what the contract declares for that code, e.g. `{ min_px: 640 }`
   */
  constructor(code: string, data?: unknown) {
    super(code);
    this.name = 'Refusal';
    this.code = code;
    this.data = data;
  }
}

/** `INVALID_INPUT` for a field that only the server can judge: field path → codes, all at once. */
export const invalidInput = (fields: Record<string, string[]>): Refusal => new Refusal('INVALID_INPUT', { fields });
