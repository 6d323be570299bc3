declare global {
  interface Window {
    /** Answers that the document asked for before any module was loaded, by address and input; see documents.ts. */
    flairaEarly?: Record<string, Promise<Response>>;
  }
}

/** A page asks its first questions as soon as it stands; what nobody has asked for by then is out of date. */
const KEPT_MS = 10_000;
// The build reads this module outside of browsers as well, where there is nothing to forget.
if (globalThis.window) setTimeout(() => delete window.flairaEarly, KEPT_MS);

/** The answer to a question that the document asked already. Each is given once: who asks again wants to know anew. */
export function earlyAnswer(address: string, input: unknown): Promise<Response> | undefined {
  const key = new URL(address).pathname + JSON.stringify(input ?? {});
  const answer = window.flairaEarly?.[key];
  delete window.flairaEarly?.[key];
  return answer;
}
