/** A register gave no answer, or one that is none. Nothing is known of the doctor. */
export class RegisterError extends Error {
  override readonly name = 'RegisterError';
}
