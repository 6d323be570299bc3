import { findUser, mailPerson, type MailTemplate, type SecurityEventKind } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';

const templates: Partial<Record<SecurityEventKind, MailTemplate>> = {
  password_changed: 'password_changed',
  password_reset: 'password_changed',
  second_factor_added: 'second_factor_added',
  second_factor_removed: 'second_factor_removed',
  recovery_codes_renewed: 'recovery_codes_renewed',
  passkey_added: 'passkey_added',
  passkey_removed: 'passkey_removed',
  professional_linked: 'professional_linked',
  professional_unlinked: 'professional_unlinked',
};

/**
 * Sends an email to the person about a change to the security of their account. `eventId` prevents a second email if an
 * event is delivered again.
 */
export async function mailSecurityChange(
  ctx: Context,
  userId: string,
  kind: SecurityEventKind,
  eventId: number,
): Promise<void> {
  const template = templates[kind];
  const person = template && (await findUser(ctx.db, userId));
  if (!template || !person) return;
  await mailPerson(ctx, ctx.db, person, template, {
    path: '/login?mode=reset',
    listedPath: '/account/security',
    key: `${template}:${eventId}`,
  });
}
