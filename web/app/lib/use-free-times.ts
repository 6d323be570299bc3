import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { AppointmentLimits } from '#contract/appointments.ts';
import { BookingLimits } from '#contract/bookings.ts';
import { api } from './api.ts';
import { queryClient } from './query.ts';

const day_ms = 86_400_000;

interface Asked {
  service_id: string;
  site_id: string;
  /** Absent: anybody who does it. */
  practitioner_id?: string | undefined;
}

/** Free times of a service that patients take themselves, a month at a time. Months without any are passed over, up to `daysAhead` from now. */
export function useFreeTimes(asked: Asked, daysAhead: number) {
  const [now] = useState(() => Date.now());
  // A day more, because the last day ends at midnight of the place.
  const end = now + (daysAhead + 1) * day_ms;
  const toOf = (from: string) => Math.min(Date.parse(from) + BookingLimits.days * day_ms, end);
  const query = useInfiniteQuery(
    api.bookings.listSlots.infiniteOptions({
      input: (from: string) => ({ ...asked, from, to: new Date(toOf(from)).toISOString() }),
      initialPageParam: new Date(now).toISOString(),
      getNextPageParam: (page, _pages, from) =>
        page.more_from ?? (toOf(from) < end ? new Date(toOf(from)).toISOString() : undefined),
      staleTime: 0,
      refetchInterval: AppointmentLimits.refresh_s * 1000,
    }),
  );
  const pages = query.data?.pages;
  const slots = pages?.flatMap((page) => page.slots);
  const isPassing = slots?.length === 0 && query.hasNextPage && !query.isFetchNextPageError;
  const { fetchNextPage, isFetching } = query;
  useEffect(() => {
    if (isPassing && !isFetching) void fetchNextPage();
  }, [isPassing, isFetching, fetchNextPage]);
  return {
    query,
    /** Undefined while nothing is known. */
    slots: isPassing ? undefined : slots,
    names: new Map(pages?.flatMap((page) => page.practitioners).map(({ id, name }) => [id, name])),
  };
}

/** Times on the screen are asked for again, because one of them was not free. */
export const refreshFreeTimes = () => queryClient.invalidateQueries({ queryKey: api.bookings.listSlots.key() });
