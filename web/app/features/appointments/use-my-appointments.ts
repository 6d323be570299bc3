import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { AppointmentLimits, type MyAppointment } from '#contract/appointments.ts';
import { api, call } from '#web/lib/api.ts';
import { queryClient } from '#web/lib/query.ts';
import { refusalOf } from '#web/lib/refusal.ts';
import { toast } from '#web/ui/toast.ts';

/** The request dialog sends this event. The appointments are then loaded again. */
export const createdEvent = 'appointments:created';

const { my_page, refresh_s } = AppointmentLimits;
const queryKey = [...api.appointments.getMyAppointments.key(), 'pages'];

/**
 * Loads a page of appointments. `getMyAppointments` loads the first page, with up to a hundred appointments. If that
 * call fails for a reason other than a refusal by the service, `getMyAppointmentsV2` loads the first page. Later pages
 * always use `getMyAppointmentsV2`.
 */
async function load(offset: number): Promise<MyAppointment[]> {
  const paged = () => call.appointments.getMyAppointmentsV2({ limit: my_page, offset });
  if (offset > 0) return paged();
  return call.appointments.getMyAppointments().catch((error: unknown) => {
    if (refusalOf(error)) throw error;
    return paged();
  });
}

export const refreshAppointments = () => queryClient.invalidateQueries({ queryKey: api.appointments.key() });

const pages = {
  queryKey,
  queryFn: ({ pageParam }: { pageParam: number }) => load(pageParam),
  initialPageParam: 0,
  getNextPageParam: (page: MyAppointment[], all: MyAppointment[][]) =>
    page.length < my_page ? undefined : all.length * my_page,
};

/**
 * Returns whether the clinic has reserved times that wait for the patient's payment or choice. If so, the page opens
 * the list, which is otherwise collapsed on phones.
 */
export const useHasTimesToAnswer = (): boolean => {
  const { data } = useInfiniteQuery(pages);
  const list = data?.pages.flat() ?? [];
  return list.some(({ alternatives, offer, status_canonical: status }) =>
    status === 'awaiting_payment' ? (offer?.times.length ?? 0) > 0 : alternatives !== null && !alternatives.is_over,
  );
};

/**
 * Returns the signed-in patient's appointments. They are loaded again every minute, after changes by this page, and
 * when the service reports a change.
 */
export function useMyAppointments() {
  const { t } = useTranslation('appointments');
  const query = useInfiniteQuery({ ...pages, refetchInterval: refresh_s * 1000 });
  const list = query.data?.pages.flat();

  useEffect(() => {
    addEventListener(createdEvent, refreshAppointments);
    return () => removeEventListener(createdEvent, refreshAppointments);
  }, []);

  // If the list cannot be reloaded, the old list stays visible, and a toast says that it may be outdated.
  const isStale = query.isRefetchError;
  useEffect(() => {
    if (isStale) toast({ kind: 'info', title: t('list.refreshFailed') });
  }, [isStale, t]);

  const retry = () => void query.refetch();
  return { query, list, retry };
}

export type MyAppointments = ReturnType<typeof useMyAppointments>;
