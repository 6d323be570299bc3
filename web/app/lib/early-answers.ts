declare global {
  interface Window {
    /**
     * Responses to calls that the document made before any module was loaded, by address and input. `documents.ts`
     * writes these calls.
     */
    flairaEarly?: Record<string, Promise<Response>>;
  }
}

/** The time in milliseconds after which an unused response is out of date. */
const KEPT_MS = 10_000;
// The build also runs this module outside a browser, where there are no responses to delete.
if (globalThis.window) setTimeout(() => delete window.flairaEarly, KEPT_MS);

/**
 * Returns the response to a call that the document already made. Each response is returned only once, because a
 * repeated call needs a current response.
 */
export function earlyAnswer(address: string, input: unknown): Promise<Response> | undefined {
  const key = new URL(address).pathname + JSON.stringify(input ?? {});
  const answer = window.flairaEarly?.[key];
  delete window.flairaEarly?.[key];
  return answer;
}
