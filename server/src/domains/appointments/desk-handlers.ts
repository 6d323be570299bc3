import { implement } from '@orpc/server';
import { appointmentsAdmin } from '#contract/appointments-admin.ts';
import type { Context } from '#server/platform/context.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import { handleInbox, listInbox } from './inbox.ts';
import { listScheduled } from './list-scheduled.ts';
import { checkProviderTime, getProvider, listProviders, saveProvider } from './providers.ts';
import { deleteView, listViews, saveView } from './views.ts';

const os = implement(appointmentsAdmin).$context<RequestContext>();

/** What lies around the appointments on the administrators' desk: calendar, inbox, providers and saved views. */
export const deskHandlers = (ctx: Context, adminOf: (context: RequestContext) => SignedIn) => ({
  adminListScheduled: os.adminListScheduled.handler(({ context, input }) =>
    listScheduled(ctx, adminOf(context), input),
  ),
  adminInboxList: os.adminInboxList.handler(({ context, input }) =>
    listInbox(ctx, adminOf(context), input ?? { limit: 50, is_handled: false }),
  ),
  adminInboxHandle: os.adminInboxHandle.handler(({ context, input }) =>
    handleInbox(ctx, adminOf(context), input.inbox_id, input.is_handled),
  ),
  adminListProviders: os.adminListProviders.handler(({ context, input }) =>
    listProviders(ctx, adminOf(context), input?.search ?? '', input?.limit ?? 50),
  ),
  adminGetProvider: os.adminGetProvider.handler(({ context, input }) =>
    getProvider(ctx, adminOf(context), input.provider_id),
  ),
  adminSaveProvider: os.adminSaveProvider.handler(({ context, input }) => saveProvider(ctx, adminOf(context), input)),
  adminCheckProviderTime: os.adminCheckProviderTime.handler(({ context, input }) =>
    checkProviderTime(ctx, adminOf(context), input),
  ),
  adminListViews: os.adminListViews.handler(({ context }) => listViews(ctx, adminOf(context))),
  adminSaveView: os.adminSaveView.handler(({ context, input }) => saveView(ctx, adminOf(context), input)),
  adminDeleteView: os.adminDeleteView.handler(async ({ context, input }) => ({
    deleted: await deleteView(ctx, adminOf(context), input.view_id),
  })),
});
