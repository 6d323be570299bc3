import { bookings as contract } from '#contract/bookings.ts';
import type { Context } from '#server/platform/context.ts';
import { implementContract } from '#server/platform/http/implement-contract.ts';
import { listSlots, listSlotsForDesk } from './find-slots.ts';
import { addBusyCalendar, listMyCalendars, removeBusyCalendar } from './calendars/busy-calendars.ts';
import { listSiteFeeds, makeFeed, revokeFeed } from './calendars/feeds.ts';

/** Maps each procedure to its use case. The declaration of each procedure defines which callers are admitted. */
export function bookingsRouter(ctx: Context) {
  const os = implementContract(contract);
  return os.router({
    listSlots: os.listSlots.handler(({ context, input }) => listSlots(ctx, context.caller, input)),
    adminListSlots: os.adminListSlots.handler(({ context, input }) => listSlotsForDesk(ctx, context.caller, input)),
    listMyCalendars: os.listMyCalendars.handler(({ context }) => listMyCalendars(ctx, context.caller)),
    makeMyCalendarFeed: os.makeMyCalendarFeed.handler(async ({ context: { caller }, input }) => {
      const address = await makeFeed(ctx, caller, { user_id: caller.userId }, input.shows_names);
      return { ...(await listMyCalendars(ctx, caller)), address };
    }),
    revokeMyCalendarFeed: os.revokeMyCalendarFeed.handler(async ({ context: { caller }, input }) => {
      await revokeFeed(ctx, caller, input.id, 'person');
      return listMyCalendars(ctx, caller);
    }),
    addBusyCalendar: os.addBusyCalendar.handler(({ context, input }) => addBusyCalendar(ctx, context.caller, input)),
    removeBusyCalendar: os.removeBusyCalendar.handler(({ context, input }) =>
      removeBusyCalendar(ctx, context.caller, input.id),
    ),
    adminListSiteCalendars: os.adminListSiteCalendars.handler(({ context }) => listSiteFeeds(ctx, context.caller)),
    adminMakeSiteCalendar: os.adminMakeSiteCalendar.handler(async ({ context, input: { site_id, shows_names } }) => ({
      address: await makeFeed(ctx, context.caller, { site_id }, shows_names),
    })),
    deskListSiteCalendars: os.deskListSiteCalendars.handler(({ context }) => listSiteFeeds(ctx, context.caller)),
    deskMakeSiteCalendar: os.deskMakeSiteCalendar.handler(async ({ context, input: { site_id, shows_names } }) => ({
      address: await makeFeed(ctx, context.caller, { site_id }, shows_names),
    })),
    deskRevokeSiteCalendar: os.deskRevokeSiteCalendar.handler(async ({ context, input }) => {
      await revokeFeed(ctx, context.caller, input.id, 'site');
      return {};
    }),
    adminRevokeSiteCalendar: os.adminRevokeSiteCalendar.handler(async ({ context, input }) => {
      await revokeFeed(ctx, context.caller, input.id, 'site');
      return {};
    }),
  });
}
