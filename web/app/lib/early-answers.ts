/** The id of the element that contains, as JSON, the answers to the page's first calls. */
export const ANSWERS_ID = 'first-answers';

/** The time in milliseconds after which an unused answer is out of date. */
const KEPT_MS = 10_000;

let answers: Record<string, unknown> | undefined;
if (!import.meta.env.SSR) setTimeout(() => (answers = {}), KEPT_MS);

/**
 * Returns the answer to a call, if the service put it into the document (`first-view.server.tsx`). Each answer is
 * returned only once, because a repeated call needs a current answer.
 */
export function earlyAnswer(address: string, input: unknown): Promise<Response> | undefined {
  answers ??= JSON.parse(document.getElementById(ANSWERS_ID)?.textContent ?? '{}') as Record<string, unknown>;
  const key = new URL(address).pathname + JSON.stringify(input ?? {});
  if (!Object.hasOwn(answers, key)) return undefined;
  const answer = JSON.stringify(answers[key]);
  delete answers[key];
  return Promise.resolve(new Response(answer, { headers: { 'content-type': 'application/json' } }));
}
