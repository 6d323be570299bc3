import type { Context } from '#server/platform/context.ts';
import type { Accounts } from '#server/platform/domain.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import type { RequestHeaders } from '#server/platform/http/exchange.ts';
import type { Auth } from './create-auth.ts';
import { noteUse } from './own/use-of-session.ts';
import { readSession, tokenReader } from './read-session.ts';
import { visitorLanguage } from './visitor-language.ts';

/**
 * Returns a function that finds the caller from the headers of a request. If the session is missing, forged or expired,
 * the caller is a visitor. The function does not extend sessions. The browser extends its session by calling
 * /api/auth/get-session, because only the answer to that call can extend the cookie.
 */
export function callerResolver(ctx: Context, auth: Auth): Accounts['resolveCaller'] {
  const reader = auth.$context.then(({ authCookies, secret }) =>
    tokenReader({ name: authCookies.sessionToken.name, secret }),
  );
  return async (headers) => {
    const token = (await reader)(headers);
    const session = token === undefined ? undefined : await readSession(ctx.db, token);
    if (!session) return aVisitor(headers);
    await noteUse(ctx, session);
    return {
      kind: 'user',
      userId: session.user_id,
      role: session.role,
      secondFactor: session.second_factor || skipsSecondFactor(ctx, session.is_demo),
      sessionId: session.id,
      language: session.language,
    };
  };
}

const aVisitor = (headers: RequestHeaders): Caller => ({ kind: 'visitor', language: visitorLanguage(headers) });

/**
 * Returns true for a demo account outside of production. Such an account needs no second factor, so that newcomers can
 * try it. In production a demo account is treated like any other account.
 */
export const skipsSecondFactor = (ctx: Context, isDemo: boolean): boolean =>
  isDemo && ctx.config.nodeEnv !== 'production';
