/** Returns the outcome of a call: `done`, or the code of the refusal. */
export const codeOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'done',
    (error) => error.code ?? String(error),
  );
