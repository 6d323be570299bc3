import { usersAdmin } from '#contract/admin.ts';
import { choices } from '#contract/choices.ts';
import { identity as contract } from '#contract/identity.ts';
import type { Context } from '#server/platform/context.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { implementContract } from '#server/platform/http/implement-contract.ts';
import { withUser } from '#server/platform/db/db.ts';
import { endUserSessions, setUserPlan, setUserRole, suspendUser } from './admin/change-users.ts';
import { getUser, listUsers, mustFind } from './admin/look-up-users.ts';
import { choicesOf, setChoices } from './choices/keep-choices.ts';
import type { Consent } from './consents.queries.ts';
import { giveConsent, listMyConsents, withdrawConsent } from './manage-consent.ts';
import { ensurePatient } from './patients.queries.ts';
import { updateLanguage } from './users.queries.ts';
import { findMyLink, unlinkMine } from './professional/own-link.ts';
import { listPractitioners, verifyPractitioner } from './verify-practitioner.ts';
import { whoAmI } from './who-am-i.ts';

export function identityRouter(ctx: Context) {
  const os = implementContract(contract);
  return os.router({
    whoAmI: os.whoAmI.handler(async ({ context: { caller } }) => {
      const user = await whoAmI(ctx, caller);
      return { is_admin: user?.role === 'admin', user };
    }),
    professionalSignIn: os.professionalSignIn.handler(() => ({ name: ctx.config.openId?.name ?? null })),
    myProfessionalSignIn: os.myProfessionalSignIn.handler(({ context }) => findMyLink(ctx, context.caller)),
    unlinkProfessionalSignIn: os.unlinkProfessionalSignIn.handler(async ({ context: { caller } }) => {
      await unlinkMine(ctx, caller);
      return findMyLink(ctx, caller);
    }),
    isAdmin: os.isAdmin.handler(({ context: { caller } }) => caller.kind === 'user' && caller.role === 'admin'),
    ensurePatientForMe: os.ensurePatientForMe.handler(async ({ context }) => {
      const { userId } = context.caller;
      const patient = await withUser(ctx.db, userId, (tx) => ensurePatient(tx, userId));
      return { patient_id: patient.id };
    }),
    setMyLanguage: os.setMyLanguage.handler(async ({ context, input }) => {
      await updateLanguage(ctx.db, context.caller.userId, input.language);
      return input;
    }),
    listMyConsents: os.listMyConsents.handler(async ({ context }) => {
      return (await listMyConsents(ctx, context.caller.userId)).map(toRecord);
    }),
    giveConsent: os.giveConsent.handler(async ({ context, input }) =>
      toRecord(await giveConsent(ctx, context.caller.userId, input)),
    ),
    withdrawConsent: os.withdrawConsent.handler(async ({ context, input }) => {
      return { withdrawn: await withdrawConsent(ctx, context.caller.userId, input.purpose) };
    }),
    adminListPractitioners: os.adminListPractitioners.handler(() => listPractitioners(ctx)),
    adminVerifyPractitioner: os.adminVerifyPractitioner.handler(({ context, input }) =>
      verifyPractitioner(ctx, context.caller.userId, input),
    ),
  });
}

const toRecord = ({ id, purpose, version, text_hash, language, given_at, withdrawn_at }: Consent) => ({
  id,
  purpose,
  version,
  text_hash,
  language,
  given_at: given_at.toISOString(),
  withdrawn_at: withdrawn_at?.toISOString() ?? null,
});

/** Procedures about people, for administrators. None of them acts in the name of another person. */
export function usersAdminRouter(ctx: Context) {
  const os = implementContract(usersAdmin);
  const changing = async (admin: SignedIn, userId: string, work: (admin: SignedIn) => Promise<void>) => {
    await work(admin);
    return mustFind(ctx, userId);
  };

  return os.router({
    adminListUsers: os.adminListUsers.handler(({ input }) => listUsers(ctx, input ?? { limit: 50 })),
    adminGetUser: os.adminGetUser.handler(({ context, input }) => getUser(ctx, context.caller, input.user_id)),
    adminSetUserRole: os.adminSetUserRole.handler(({ context, input }) =>
      changing(context.caller, input.user_id, (admin) => setUserRole(ctx, admin, input)),
    ),
    adminSetUserPlan: os.adminSetUserPlan.handler(({ context, input }) =>
      changing(context.caller, input.user_id, (admin) => setUserPlan(ctx, admin, input)),
    ),
    adminSuspendUser: os.adminSuspendUser.handler(({ context, input }) =>
      changing(context.caller, input.user_id, (admin) => suspendUser(ctx, admin, input)),
    ),
    adminEndUserSessions: os.adminEndUserSessions.handler(async ({ context, input }) => ({
      ended: await endUserSessions(ctx, context.caller, input),
    })),
  });
}

export function choicesRouter(ctx: Context) {
  const os = implementContract(choices);
  return os.router({
    getMyChoices: os.getMyChoices.handler(({ context }) => choicesOf(ctx.db, context.caller.userId)),
    setMyChoices: os.setMyChoices.handler(({ context, input }) => setChoices(ctx, context.caller.userId, input)),
  });
}
