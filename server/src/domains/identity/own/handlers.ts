import { account as contract } from '#contract/account.ts';
import type { Context } from '#server/platform/context.ts';
import { bytesOf } from '#server/platform/http/received-file.ts';
import { implementContract } from '#server/platform/http/implement-contract.ts';
import { askSmsCode, confirmSmsCode, endMySms, getMySms } from '../sms/my-sms.ts';
import { removeAvatar, setAvatar } from './avatar.ts';
import { confirmEmailChange, requestEmailChange } from './change-email.ts';
import { getMyDetails, setMyDetails } from './details.ts';
import { endMySession, listMySessions } from './devices.ts';
import { deleteEmailChange } from './email-changes.queries.ts';
import '../identity.table.ts';

const EVENTS_SHOWN = 30;

/** Returns the procedures for the caller's own account. */
export function accountRouter(ctx: Context) {
  const os = implementContract(contract);
  return os.router({
    getMyDetails: os.getMyDetails.handler(({ context }) => getMyDetails(ctx, context.caller)),
    setMyDetails: os.setMyDetails.handler(({ context, input }) => setMyDetails(ctx, context.caller, input)),
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
