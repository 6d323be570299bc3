import { findUser, mailPerson } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';

/** Something is waiting on the dashboard; what it is stays there. `eventId` keeps a repeated delivery from being a second mail. */
export async function mailPublication(ctx: Context, userId: string, eventId: number): Promise<void> {
  const person = await findUser(ctx.db, userId);
  if (person)
    await mailPerson(ctx, ctx.db, person, 'simulation_published', {
      path: '/dashboard',
      key: `simulation_published:${eventId}`,
    });
}
