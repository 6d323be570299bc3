/** Thrown if a register gives no answer, or an invalid one. This says nothing about the practitioner. */
export class RegisterError extends Error {
  override readonly name = 'RegisterError';
}
