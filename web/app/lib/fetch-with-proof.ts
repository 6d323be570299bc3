import { PROOF_HEADER, ProvenPaths } from '#contract/proof-of-work.ts';

type Solve = (challenge: never) => Promise<string | null>;

const solve: Solve = async (challenge) => (await import('./solve-challenge.ts')).proofOf(challenge);

const paths: ReadonlySet<string> = new Set(ProvenPaths);

/**
 * Works like `fetch`, for calls that may require a proof of work. If the service requires a proof, a worker computes it
 * and the call is repeated. The person only notices that a button is busy a little longer.
 */
export async function fetchWithProof(
  input: RequestInfo | URL,
  init?: RequestInit,
  prove: Solve = solve,
): Promise<Response> {
  const address = new URL(input instanceof Request ? input.url : input, location.origin);
  if (!paths.has(address.pathname)) return fetch(input, init);
  const request = new Request(input, init);
  const again = request.clone();
  const answer = await fetch(request);
  if (answer.status !== 428) return answer;
  const asked = await answer.clone().json();
  const proof = await prove(asked.data.challenge as never).catch(() => null);
  if (proof === null) return answer;
  again.headers.set(PROOF_HEADER, proof);
  return fetch(again);
}
