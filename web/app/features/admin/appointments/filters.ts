import { type AppointmentStatus, AppointmentStatuses } from '#contract/appointment-status.ts';

/** The filter as it stands in the address, so that a link shows the same list to everybody. */
export interface ListFilter {
  status: AppointmentStatus | '';
  search: string;
  /** A coordinator's id, 'none', or nobody in particular. */
  coordinator: string;
  isOverdue: boolean;
}

/** Statuses in the order of the buttons. */
export const StatusFilters = [
  '',
  'pending',
  'in_progress',
  'awaiting_payment',
  'confirmed',
  'cancelled',
  'done',
] as const satisfies readonly ListFilter['status'][];

export const noFilter: ListFilter = { status: '', search: '', coordinator: '', isOverdue: false };

export function readFilter(params: URLSearchParams): ListFilter {
  const status = params.get('status');
  return {
    status: AppointmentStatuses.find((known) => known === status) ?? '',
    search: params.get('q') ?? '',
    coordinator: params.get('who') ?? '',
    isOverdue: params.has('late'),
  };
}

/** A part of the filter as it stands in the address; an empty value takes its name away. */
export const paramsOf = ({ status, search, coordinator, isOverdue }: Partial<ListFilter>): Record<string, string> => ({
  ...(status !== undefined && { status }),
  ...(search !== undefined && { q: search }),
  ...(coordinator !== undefined && { who: coordinator }),
  ...(isOverdue !== undefined && { late: isOverdue ? '1' : '' }),
});

/** As the service is asked; what is not filtered is left out. */
export const queryOf = ({ status, search, coordinator, isOverdue }: ListFilter) => ({
  ...(status && { status }),
  ...(search && { search }),
  ...(coordinator && { coordinator }),
  ...(isOverdue && { is_overdue: true }),
});

/** A saved filter back into one for the address. */
export function filterOf(saved: {
  status?: string | null;
  search?: string | null;
  coordinator?: string | null;
  is_overdue?: boolean;
}): ListFilter {
  return {
    status: AppointmentStatuses.find((known) => known === saved.status) ?? '',
    search: saved.search ?? '',
    coordinator: saved.coordinator ?? '',
    isOverdue: saved.is_overdue ?? false,
  };
}
