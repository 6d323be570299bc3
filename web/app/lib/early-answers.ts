declare global {
  interface Window {
    /** Answers to calls that the document made before any module was loaded, by address and input (documents.ts). */
    flairaEarly?: Record<string, Promise<Response>>;
  }
}

/** If the page has not used an answer within this time, the answer is out of date. */
const KEPT_MS = 10_000;
// The build also runs this module outside browsers, where there is nothing to forget.
if (globalThis.window) setTimeout(() => delete window.flairaEarly, KEPT_MS);

/**
 * The answer to a call that the document already made. Each answer is given once, because a repeated call wants a fresh
 * one.
 */
export function earlyAnswer(address: string, input: unknown): Promise<Response> | undefined {
  const key = new URL(address).pathname + JSON.stringify(input ?? {});
  const answer = window.flairaEarly?.[key];
  delete window.flairaEarly?.[key];
  return answer;
}
