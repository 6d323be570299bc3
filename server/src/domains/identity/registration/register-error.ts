/** Thrown if a register gives no answer, or an invalid one. The practitioner's registration may still be valid. */
export class RegisterError extends Error {
  override readonly name = 'RegisterError';
}
