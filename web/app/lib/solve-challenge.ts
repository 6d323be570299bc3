import type { Challenge } from '#contract/challenge.ts';

/** Returns the proof in the form that the service expects, or null if the browser cannot compute it. */
export async function proofOf(challenge: Challenge): Promise<string | null> {
  const worker = new Worker(new URL('./proof-worker.ts', import.meta.url), { type: 'module', name: 'proof' });
  try {
    const solution = await new Promise<unknown>((resolve) => {
      worker.onmessage = ({ data }) => resolve(data);
      worker.onerror = () => resolve(null);
      worker.postMessage(challenge);
    });
    return solution ? btoa(JSON.stringify({ challenge, solution })) : null;
  } finally {
    worker.terminate();
  }
}
