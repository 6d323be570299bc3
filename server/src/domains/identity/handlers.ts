import { account } from '#contract/account.ts';
import { usersAdmin } from '#contract/admin.ts';
import { choices } from '#contract/choices.ts';
import { identity as contract } from '#contract/identity.ts';
import type { Context } from '#server/platform/context.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { implementContract } from '#server/platform/http/implement-contract.ts';
import { withUser } from '#server/platform/db/db.ts';
import { bytesOf } from '#server/platform/http/received-file.ts';
import './identity.table.ts';
import { endUserSessions, setUserPlan, setUserRole, suspendUser } from './admin/change-users.ts';
import { getUser, listUsers, mustFind } from './admin/look-up-users.ts';
import { choicesOf, setChoices } from './choices/keep-choices.ts';
import type { Consent } from './consents.queries.ts';
import { giveConsent, listMyConsents, withdrawConsent } from './manage-consent.ts';
import { removeAvatar, setAvatar } from './own/avatar.ts';
import { confirmEmailChange, requestEmailChange } from './own/change-email.ts';
import { getMyDetails, setMyBirthDate, setMyDetails } from './own/details.ts';
import { endMySession, listMySessions } from './own/devices.ts';
import { deleteEmailChange } from './own/email-changes.queries.ts';
import { ensurePatient } from './patients.queries.ts';
import { askSmsCode, confirmSmsCode, endMySms, getMySms } from './sms/my-sms.ts';
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

/** Procedures about people, for administrators. None of them lets an administrator sign in as another person. */
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

const EVENTS_SHOWN = 30;

/** Returns the procedures for the caller's own account. */
export function accountRouter(ctx: Context) {
  const os = implementContract(account);
  return os.router({
    getMyDetails: os.getMyDetails.handler(({ context }) => getMyDetails(ctx, context.caller)),
    setMyDetails: os.setMyDetails.handler(({ context, input }) => setMyDetails(ctx, context.caller, input)),
    setMyBirthDate: os.setMyBirthDate.handler(({ context, input }) =>
      setMyBirthDate(ctx, context.caller, input.birth_date),
    ),
    getMySms: os.getMySms.handler(({ context }) => getMySms(ctx, context.caller)),
    askSmsCode: os.askSmsCode.handler(({ context, input }) => askSmsCode(ctx, context.caller, input)),
    confirmSmsCode: os.confirmSmsCode.handler(({ context, input }) => confirmSmsCode(ctx, context.caller, input.code)),
    endMySms: os.endMySms.handler(({ context }) => endMySms(ctx, context.caller)),
    uploadMyAvatar: os.uploadMyAvatar.handler(async ({ context: { caller }, input }) => {
      await setAvatar(ctx, caller.userId, await bytesOf(input.file));
      return getMyDetails(ctx, caller);
    }),
    removeMyAvatar: os.removeMyAvatar.handler(async ({ context: { caller } }) => {
      await removeAvatar(ctx, caller.userId);
      return getMyDetails(ctx, caller);
    }),
    requestEmailChange: os.requestEmailChange.handler(async ({ context: { caller }, input }) => {
      await requestEmailChange(ctx, caller, input.email);
      return getMyDetails(ctx, caller);
    }),
    cancelEmailChange: os.cancelEmailChange.handler(async ({ context: { caller } }) => {
      await deleteEmailChange(ctx.db, caller.userId);
      return getMyDetails(ctx, caller);
    }),
    confirmEmailChange: os.confirmEmailChange.handler(async ({ input }) => ({
      state: await confirmEmailChange(ctx, input.token),
    })),
    listMySessions: os.listMySessions.handler(({ context }) => listMySessions(ctx, context.caller)),
    endMySession: os.endMySession.handler(async ({ context: { caller }, input }) => {
      await endMySession(ctx, caller, input.session_id);
      return listMySessions(ctx, caller);
    }),
    listMySecurityEvents: os.listMySecurityEvents.handler(async ({ context }) => {
      const { userId } = context.caller;
      const rows = await ctx.db
        .selectFrom('security_events')
        .select(['id', 'kind', 'at'])
        .where('user_id', '=', userId)
        .orderBy('at', 'desc')
        .limit(EVENTS_SHOWN)
        .execute();
      return rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }));
    }),
  });
}
