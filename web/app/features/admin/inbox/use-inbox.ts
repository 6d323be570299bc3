import { useInfiniteQuery } from '@tanstack/react-query';
import { AppointmentLimits } from '#contract/appointments.ts';
import { api } from '#web/lib/api.ts';
import type { InboxChosen } from './use-inbox-choice.ts';

/** Loads the entries page by page. They are reloaded regularly, because no event announces the end of a snooze. */
export function useInbox({ choice: { view, assignee, kind }, views }: InboxChosen) {
  const query = useInfiniteQuery(
    api.appointmentsAdmin.adminInboxList.infiniteOptions({
      input: (after: string | null) => ({
        is_handled: view === 'handled',
        is_snoozed: view === 'snoozed',
        assignee,
        ...(kind && { kind }),
        after,
      }),
      enabled: views.isKnown,
      initialPageParam: null as string | null,
      getNextPageParam: ({ next }) => next,
      refetchInterval: ({ state }) => AppointmentLimits.refresh_s * 1000 * Math.max(1, state.data?.pages.length ?? 1),
    }),
  );
  return { query, rows: query.data?.pages.flatMap((page) => page.rows) ?? [], first: query.data?.pages[0] };
}
