import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from '#server/platform/context.ts';
import { type Auth, createAuth } from '../create-auth.ts';
import { REFUSED } from './outward.ts';
import { discover, PROVIDER, ProviderAway } from './provider.ts';

/**
 * A function that answers two kinds of calls. Calls of the first kind send the browser to the provider. With calls of
 * the second kind, the provider sends the browser back.
 */
export type ProfessionalDoor = (request: Request) => Promise<Response>;

/**
 * The maximum duration of a call, in milliseconds. After this time the service treats the provider as unreachable. This
 * duration is longer than the time limit for a single answer of the provider (`provider.ts`).
 */
const PATIENCE_MS = 15_000;
/**
 * Returns the function for calls to the provider, or undefined if no provider is configured. The first call reads the
 * URLs of the provider's endpoints from the provider. If the provider does not answer, each later call tries to read
 * them again. The service can therefore start while the provider is down.
 */
export function professionalDoor(ctx: Context): ProfessionalDoor | undefined {
  const config = ctx.config.openId;
  if (!config) return undefined;
  let opened: Promise<Auth> | undefined;
  const open = async (): Promise<Auth> => {
    const auth = createAuth(ctx, { config, found: await discover(config) });
    const { socialProviders } = await auth.$context;
    if (!socialProviders.some(({ id }) => id === PROVIDER))
      throw new ProviderAway('its discovery document is not enough');
    return auth;
  };
  return async (request) => {
    opened ??= open();
    const auth = await opened.catch((error: unknown) => {
      opened = undefined;
      if (!(error instanceof ProviderAway)) throw error;
      ctx.log.warn({ part: 'accounts', reason: error.message }, 'provider of professionals');
      return undefined;
    });
    const answer = auth && (await Promise.race([auth.handler(request), pause(PATIENCE_MS, undefined, { ref: false })]));
    return answer ?? away(request, ctx.config.publicUrl);
  };
}

function away(request: Request, publicUrl: string): Response {
  if (request.method === 'GET') return Response.redirect(`${publicUrl}${REFUSED}&error=PROVIDER_AWAY`, 302);
  return Response.json({ code: 'PROVIDER_AWAY' }, { status: 503 });
}
