import { appointmentsAdmin } from '#contract/appointments-admin.ts';
import type { Context } from '#server/platform/context.ts';
import { implementContract } from '#server/platform/http/implement-contract.ts';
import { handleInbox, listInbox } from './inbox.ts';
import { listScheduled } from './list-scheduled.ts';
import { checkProviderTime, getProvider, listProviders, saveProvider } from './providers.ts';
import { deleteView, listViews, saveView } from './views.ts';

const os = implementContract(appointmentsAdmin);

/** What lies around the appointments on the administrators' desk: calendar, inbox, providers and saved views. */
export const deskHandlers = (ctx: Context) => ({
  adminListScheduled: os.adminListScheduled.handler(({ context, input }) => listScheduled(ctx, context.caller, input)),
  adminInboxList: os.adminInboxList.handler(({ context, input }) =>
    listInbox(ctx, context.caller, input ?? { limit: 50, is_handled: false }),
  ),
  adminInboxHandle: os.adminInboxHandle.handler(({ context, input }) =>
    handleInbox(ctx, context.caller, input.inbox_id, input.is_handled),
  ),
  adminListProviders: os.adminListProviders.handler(({ context, input }) =>
    listProviders(ctx, context.caller, input?.search ?? '', input?.limit ?? 50),
  ),
  adminGetProvider: os.adminGetProvider.handler(({ context, input }) =>
    getProvider(ctx, context.caller, input.provider_id),
  ),
  adminSaveProvider: os.adminSaveProvider.handler(({ context, input }) => saveProvider(ctx, context.caller, input)),
  adminCheckProviderTime: os.adminCheckProviderTime.handler(({ context, input }) =>
    checkProviderTime(ctx, context.caller, input),
  ),
  adminListViews: os.adminListViews.handler(({ context }) => listViews(ctx, context.caller)),
  adminSaveView: os.adminSaveView.handler(({ context, input }) => saveView(ctx, context.caller, input)),
  adminDeleteView: os.adminDeleteView.handler(async ({ context, input }) => ({
    deleted: await deleteView(ctx, context.caller, input.view_id),
  })),
});
