import { usersAdmin as contract } from '#contract/admin.ts';
import type { Context } from '#server/platform/context.ts';
import { implementContract } from '#server/platform/http/implement-contract.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { endUserSessions, setUserPlan, setUserRole, suspendUser } from './change-users.ts';
import { getUser, listUsers, mustFind } from './look-up-users.ts';

/** Procedures about people, for administrators. None of them acts in the name of another person. */
export function usersAdminRouter(ctx: Context) {
  const os = implementContract(contract);
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
