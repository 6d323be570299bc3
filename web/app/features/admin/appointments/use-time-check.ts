import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import type { adminAppointmentRefusals } from '#contract/appointments-admin.ts';
import { api } from '#web/lib/api.ts';
import { refusalOf } from '#web/lib/refusal.ts';

interface Asked {
  appointment_id: string;
  provider_id: string | null;
  provider_name: string;
  wall_time: string;
  instant: string | null;
  timezone: string;
}

type Code = keyof typeof adminAppointmentRefusals;

export interface TimeCheck {
  /** The two instants that the person can choose from if a clock change makes the local time ambiguous or invalid. */
  choice: { code: Extract<Code, 'TIME_DOES_NOT_EXIST' | 'TIME_IS_AMBIGUOUS'>; instants: [string, string] } | undefined;
  /** Other appointments of the provider within an hour of this time. */
  bookings: { appointment_id: string; number: string; scheduled_at: string }[];
}

/**
 * Checks the chosen appointment time while the form is being filled in, so that problems are shown before the form is
 * sent.
 */
export function useTimeCheck(asked: Asked): TimeCheck {
  const { wall_time, instant, ...rest } = useDeferredValue(asked);
  const scheduled_at = instant ?? wall_time;
  const isAskable = scheduled_at !== '' && rest.provider_name.trim() !== '';
  const { data, error } = useQuery(
    api.appointmentsAdmin.adminCheckProviderTime.queryOptions({
      input: { ...rest, provider_name: rest.provider_name.trim(), scheduled_at },
      enabled: isAskable,
      staleTime: 0,
    }),
  );
  return { choice: isAskable ? choiceOf(error) : undefined, bookings: isAskable ? (data?.with ?? []) : [] };
}

/**
 * Whether the fields for the time already show the problem of this error: the person has to choose between two instants
 * or to confirm a double booking. No error message is then needed.
 */
export const isAskedByFields = (error: unknown, { choice, bookings }: TimeCheck): boolean =>
  refusalOf(error)?.code === 'DOUBLE_BOOKED'
    ? bookings.length > 0
    : choiceOf(error) !== undefined && choice !== undefined;

/** Returns the two instants that the service proposes in its refusal. Returns undefined for any other error. */
function choiceOf(error: unknown): TimeCheck['choice'] {
  const { code, data } = refusalOf(error) ?? {};
  if (code === 'TIME_DOES_NOT_EXIST') {
    const { before, after } = data as { before: string; after: string };
    return { code, instants: [before, after] };
  }
  if (code === 'TIME_IS_AMBIGUOUS') {
    const { earlier, later } = data as { earlier: string; later: string };
    return { code, instants: [earlier, later] };
  }
  return undefined;
}
