/** A register gave no answer, or an invalid one. It says nothing about the doctor. */
export class RegisterError extends Error {
  override readonly name = 'RegisterError';
}
