/** Thrown if a register gives no answer or an invalid answer. The practitioner's registration may still be valid. */
export class RegisterError extends Error {
  override readonly name = 'RegisterError';
}
