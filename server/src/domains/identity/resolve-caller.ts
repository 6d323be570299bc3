import type { Context } from '#server/platform/context.ts';
import type { Accounts } from '#server/platform/domain.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import type { RequestHeaders } from '#server/platform/http/exchange.ts';
import type { Auth } from './create-auth.ts';
import { noteUse } from './own/use-of-session.ts';
import { readSession, tokenReader } from './read-session.ts';
import { visitorLanguage } from './visitor-language.ts';

/**
 * Finds out who sent these headers. A missing, forged or expired session is a visitor. Sessions are only read here: the browser's own call of
 * /api/auth/get-session prolongs them, because only its answer can prolong the cookie.
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

/** Demo accounts let a newcomer look around; in production they are treated like any other. */
export const skipsSecondFactor = (ctx: Context, isDemo: boolean): boolean =>
  isDemo && ctx.config.nodeEnv !== 'production';
