import { DEMO_PASSWORD } from '../../demo/people.ts';

export const publicPages = ['/home', '/offer', '/fr/home', '/fr/offer', '/pricing', '/faq', '/practitioners'];
/** Pages for signed-in people. */
export const memberPages = [
  '/community',
  '/fr/community',
  '/community/explore',
  '/community/f/skincarescience',
  '/community/t/peeling',
  '/community/p/newest',
  '/community/search?q=skin',
];

export const isForMembers = (page: string): boolean => /^(\/fr)?\/community([/?]|$)/.test(page);

/**
 * Returns the address of a page. The newest post has another address in each set of demo data, so the function looks it
 * up.
 */
export async function addressOf(base: string, page: string, cookie: string): Promise<string> {
  if (!page.endsWith('/newest')) return page;
  const headers = { 'content-type': 'application/json', origin: base, cookie };
  const answer = await fetch(`${base}/rpc/list_feed`, { method: 'POST', headers, body: '{"sort":"latest"}' });
  const { rows } = (await answer.json()) as { rows: { id: string }[] };
  return page.replace('newest', rows[0]?.id ?? 'none');
}

/** Signs in a member of the demo data, and returns the cookie. */
export async function signIn(base: string): Promise<string> {
  const answer = await fetch(`${base}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: base },
    body: JSON.stringify({ email: 'alice@flaira.example', password: DEMO_PASSWORD }),
  });
  if (!answer.ok) throw new Error(`nobody can sign in: ${answer.status}`);
  return answer.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
}
