import { expect, onTestFinished, test, vi } from 'vitest';
import { PROOF_HEADER } from '#contract/proof-of-work.ts';
import { fetchWithProof } from './fetch-with-proof.ts';

const SIGN_UP = '/api/auth/sign-up/email';
const needed = () =>
  new Response(JSON.stringify({ code: 'PROOF_NEEDED', data: { challenge: { signature: 'x' } } }), { status: 428 });

/** Mocks the service. The mock refuses calls that contain no valid proof. Returns the received calls. */
function aService() {
  const sent: { path: string; body: string; proof: string | null }[] = [];
  vi.stubGlobal('location', { origin: 'https://flaira.test' });
  vi.stubGlobal('fetch', async (input: Request | string, init?: RequestInit) => {
    const request = new Request(
      new URL(input instanceof Request ? input.url : input, location.origin),
      init ?? (input instanceof Request ? input : undefined),
    );
    const proof = request.headers.get(PROOF_HEADER);
    sent.push({ path: new URL(request.url).pathname, body: await request.text(), proof });
    return proof === 'worked' ? new Response('{}') : needed();
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  return sent;
}

const post = (path: string, prove: () => Promise<string | null>) =>
  fetchWithProof(`https://flaira.test${path}`, { method: 'POST', body: '{"email":"a"}' }, prove);

test('a call that needs a proof is sent again with the same body', async () => {
  const sent = aService();
  const answer = await post(SIGN_UP, async () => 'worked');
  expect(answer.status).toBe(200);
  expect(sent).toEqual([
    { path: SIGN_UP, body: '{"email":"a"}', proof: null },
    { path: SIGN_UP, body: '{"email":"a"}', proof: 'worked' },
  ]);
});

test('a call is not repeated if its proof is refused or cannot be computed', async () => {
  const sent = aService();
  expect((await post(SIGN_UP, async () => 'stale')).status).toBe(428);
  expect(sent).toHaveLength(2);
  expect((await post(SIGN_UP, async () => null)).status).toBe(428);
  expect((await post(SIGN_UP, () => Promise.reject(new Error('no worker')))).status).toBe(428);
  expect(sent).toHaveLength(4);
});

test('no proof is computed for calls that need none', async () => {
  const sent = aService();
  const prove = vi.fn<() => Promise<string | null>>(async () => 'worked');
  expect((await post('/rpc/who_am_i', prove)).status).toBe(428);
  expect(prove).not.toHaveBeenCalled();
  expect(sent).toHaveLength(1);
});
