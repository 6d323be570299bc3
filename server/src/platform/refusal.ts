/**
 * An expected negative result of a procedure, with a code and data that the contract declares. It is never logged or
 * reported as a fault. `http/` turns it into the HTTP status that the contract declares for its code. A code that the
 * procedure does not declare is a fault.
 *
 * A refusal that is thrown inside a transaction rolls back the transaction.
 */
export class Refusal extends Error {
  readonly code: string;
  readonly data: unknown;

  /**
   * @param code a key of the refusals in contract/, such as 'NOT_FOUND'
   * @param data the declared data of that code, such as `{ min_px: 640 }`
   */
  constructor(code: string, data?: unknown) {
    super(code);
    this.name = 'Refusal';
    this.code = code;
    this.data = data;
  }
}

/**
 * Returns an `INVALID_INPUT` refusal for fields that only the server can check. `fields` maps each field path to its
 * codes.
 */
export const invalidInput = (fields: Record<string, string[]>): Refusal => new Refusal('INVALID_INPUT', { fields });
