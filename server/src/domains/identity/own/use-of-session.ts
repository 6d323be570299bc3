import type { Context } from '#server/platform/context.ts';
import type { RequestHeaders } from '#server/platform/http/exchange.ts';

const STEP_MS = 5 * 60_000;

/** Stores the time at which a session was last used. It writes at most once in five minutes. */
export async function noteUse(ctx: Context, session: { id: string; used_at?: Date | null | undefined }): Promise<void> {
  const now = new Date();
  if (session.used_at && now.getTime() - session.used_at.getTime() < STEP_MS) return;
  await ctx.db.updateTable('sessions').set({ used_at: now }).where('id', '=', session.id).execute();
}

/**
 * Returns the country that our own proxy states in its configured header. Other headers are ignored, because any client
 * can send them.
 */
export function countryIn(ctx: Context, headers: RequestHeaders | undefined): string | null {
  const { countryHeader } = ctx.config;
  const country = countryHeader ? headers?.get(countryHeader)?.toUpperCase() : undefined;
  return country && /^[A-Z]{2}$/.test(country) ? country : null;
}
