import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { AppointmentLimits } from '#contract/appointments.ts';
import { BookingLimits, type Slots } from '#contract/bookings.ts';
import { isInPlan, type PlanDays } from '#contract/plan-days.ts';
import { api } from './api.ts';
import type { Day } from './calendar.ts';
import { queryClient } from './query.ts';
import { serviceNow } from './service-clock.ts';

const day_ms = 86_400_000;

interface Asked {
  service_id: string;
  site_id: string;
  /** The practitioner whose slots are loaded. Undefined means all practitioners of the service. */
  practitioner_id?: string | undefined;
}

interface Limits {
  /** The number of days from now up to which slots are loaded. */
  daysAhead: number;
  /** The days that the patient's treatment plan allows. */
  plan?: PlanDays | null | undefined;
  /** The time zone of the place. */
  zone: string;
}

/**
 * Loads the free slots for a clinic's service, one month after the other. It skips months without free slots, up to
 * `daysAhead` days from now. The day in `chosen` is always loaded, so that a reloaded page still shows this day. Slots
 * on days that the treatment plan does not allow are left out, because the service refuses them.
 */
export function useFreeTimes(asked: Asked, { daysAhead, plan, zone }: Limits, chosen: Day | null = null) {
  const [now] = useState(serviceNow);
  // One day is added, because the last day ends at midnight in the time zone of the place.
  const clinicEnd = now + (daysAhead + 1) * day_ms;
  const planEnd = plan?.valid_until ? new Date(plan.valid_until).getTime() + day_ms : clinicEnd;
  const end = Math.min(clinicEnd, planEnd);
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
  const free = pages?.flatMap((page) => page.slots);
  const slots = plan ? free?.filter(({ starts_at }) => isInPlan(plan, starts_at, zone)) : free;
  const loadedTo = endOf(query.data, toOf);
  // In some time zones a day ends 12 hours after its end in UTC. Two days after its start in UTC, the chosen day has
  // therefore ended in every time zone.
  const isShort = chosen !== null && loadedTo !== undefined && loadedTo < Date.parse(chosen) + 2 * day_ms;
  const isPassing = (slots?.length === 0 || isShort) && query.hasNextPage && !query.isFetchNextPageError;
  // No slot is free in the loaded months, and the next month failed to load. It is therefore unknown whether there are
  // free slots.
  const isUnknown = slots?.length === 0 && query.isFetchNextPageError;
  const { fetchNextPage, isFetching } = query;
  useEffect(() => {
    if (isPassing && !isFetching) void fetchNextPage();
  }, [isPassing, isFetching, fetchNextPage]);
  return {
    query,
    /** The free slots. Undefined while more months must be loaded, or if it is unknown whether any slot is free. */
    slots: isPassing || isUnknown ? undefined : slots,
    /** Whether slots may be free on days that the treatment plan does not allow. */
    isCut: slots?.length !== free?.length || end < clinicEnd,
    names: new Map(pages?.flatMap((page) => page.practitioners).map(({ id, name }) => [id, name])),
  };
}

interface Loaded {
  readonly pages: readonly Pick<Slots, 'more_from'>[];
  readonly pageParams: readonly unknown[];
}

/** Returns the time in milliseconds up to which free slots are loaded. */
function endOf(loaded: Loaded | undefined, toOf: (from: string) => number): number | undefined {
  const page = loaded?.pages.at(-1);
  if (!page) return undefined;
  return page.more_from === null ? toOf(loaded?.pageParams.at(-1) as string) : Date.parse(page.more_from);
}

/** Loads the shown slots again, because one of them is no longer free. */
export const refreshFreeTimes = () => queryClient.invalidateQueries({ queryKey: api.bookings.listSlots.key() });
