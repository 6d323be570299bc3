import { APIError } from 'better-auth/api';
import type { ReadingLanguage, Role } from '#contract/base.ts';
import type { Context } from '#server/platform/context.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import type { Auth } from './create-auth.ts';
import { noteUse } from './own/use-of-session.ts';
import { visitorLanguage } from './visitor-language.ts';

/** The cookie is prolonged by the browser's own call of /api/auth/get-session only: prolonging the session here would not prolong the cookie. */
const query = { disableRefresh: true };

/** Who sent these headers. A missing, forged or expired session is a visitor. */
export async function resolveCaller(ctx: Context, auth: Auth, headers: Headers): Promise<Caller> {
  const visitor: Caller = { kind: 'visitor', language: visitorLanguage(headers) };
  if (!headers.has('cookie')) return visitor;
  const found = await auth.api.getSession({ headers, query }).catch(unlessFault);
  // A session that was opened while the account was being suspended opens nothing either.
  if (!found || found.user.suspended_at) return visitor;
  const { session, user } = found;
  await noteUse(ctx, session);
  return {
    kind: 'user',
    userId: user.id,
    role: user.role as Role,
    secondFactor: session.second_factor === true || skipsSecondFactor(ctx, user.is_demo === true),
    sessionId: session.id,
    language: user.language as ReadingLanguage,
  };
}

/** Demo accounts let a newcomer look around; in production they count like any other. */
export const skipsSecondFactor = (ctx: Context, isDemo: boolean): boolean =>
  isDemo && ctx.config.nodeEnv !== 'production';

function unlessFault(error: unknown): null {
  if (error instanceof APIError && error.statusCode < 500) return null;
  throw error;
}
