import type { Context } from '#server/platform/context.ts';
import type { SecurityEventKind } from './identity.table.ts';
import { type MailTemplate, mailPerson } from './mail-person.ts';
import { deleteSessions, findUser, insertSecurityEvent } from './users.queries.ts';

const templates: Partial<Record<SecurityEventKind, MailTemplate>> = {
  password_changed: 'password_changed',
  password_reset: 'password_changed',
  second_factor_added: 'second_factor_added',
  second_factor_removed: 'second_factor_removed',
  recovery_codes_renewed: 'recovery_codes_renewed',
};

/** The other sessions end: whoever knew the old password is out. `keep` is the token of the session that did it. */
export const notePasswordChange = (ctx: Context, userId: string, keep: string): Promise<void> => note(ctx, userId, 'password_changed', keep);

export const notePasswordReset = (ctx: Context, userId: string): Promise<void> => note(ctx, userId, 'password_reset');

export type SecondFactorChange = 'second_factor_added' | 'second_factor_removed' | 'recovery_codes_renewed';

export const noteSecondFactor = (ctx: Context, userId: string, change: SecondFactorChange, keep: string): Promise<void> =>
  note(ctx, userId, change, keep);

/** Log, notice by mail, end of the other sessions and the word to their browsers: all of it or nothing. */
async function note(ctx: Context, userId: string, kind: SecurityEventKind, keep?: string): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const person = await findUser(tx, userId);
    if (!person) return;
    await insertSecurityEvent(tx, userId, kind);
    const template = templates[kind];
    if (template) await mailPerson(ctx, tx, person, template, { path: '/reset-password' });
    const ended = await deleteSessions(tx, userId, keep);
    if (ended > 0) await ctx.realtime.publish(tx, { userId }, { kind: 'session.ended' });
  });
}
