import { type AppointmentStatus, AppointmentStatuses } from '#contract/appointment-status.ts';

/**
 * The filter of the list. The page's address contains the filter, so everyone who opens a link to the list sees the
 * same filter.
 */
export interface ListFilter {
  status: AppointmentStatus | '';
  search: string;
  /** A coordinator's id, 'none' for appointments without a coordinator, or empty for no filter. */
  coordinator: string;
  isOverdue: boolean;
  /** The first and the last day of the period in which the request was made, in the form 2026-11-20. */
  requestedFrom: string;
  requestedTo: string;
  /** The first and the last day of the period in which the appointment takes place. */
  scheduledFrom: string;
  scheduledTo: string;
  /** The country of the treatment, as two letters. */
  country: string;
  /** The id of a provider. */
  provider: string;
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

/** The empty values of the filters in the dialog. */
export const noDetails = {
  requestedFrom: '',
  requestedTo: '',
  scheduledFrom: '',
  scheduledTo: '',
  country: '',
  provider: '',
} as const satisfies Partial<ListFilter>;

export type Details = Pick<ListFilter, keyof typeof noDetails>;

export const noFilter: ListFilter = { status: '', search: '', coordinator: '', isOverdue: false, ...noDetails };

const day = /^\d{4}-\d\d-\d\d$/;
/**
 * For each filter of the dialog, the name of its parameter in the page's address, and the pattern of its valid values.
 * A value that does not match, for example in a mistyped link, is ignored.
 */
const inAddress = {
  requestedFrom: { name: 'asked_from', fits: day },
  requestedTo: { name: 'asked_to', fits: day },
  scheduledFrom: { name: 'visit_from', fits: day },
  scheduledTo: { name: 'visit_to', fits: day },
  country: { name: 'country', fits: /^[A-Z]{2}$/ },
  provider: { name: 'provider', fits: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/ },
} as const satisfies Record<keyof Details, { name: string; fits: RegExp }>;
const detailNames = Object.keys(inAddress) as (keyof Details)[];

/** Returns whether a text is a day of the calendar, in the form 2026-11-20. */
export const isDay = (text: string): boolean => {
  if (!day.test(text)) return false;
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
};

function readDetail(params: URLSearchParams, detail: keyof Details): string {
  const { name, fits } = inAddress[detail];
  const text = params.get(name) ?? '';
  return (fits === day ? isDay(text) : fits.test(text)) ? text : '';
}

export function readFilter(params: URLSearchParams): ListFilter {
  const status = params.get('status');
  const details = Object.fromEntries(detailNames.map((detail) => [detail, readDetail(params, detail)])) as Details;
  return {
    status: AppointmentStatuses.find((known) => known === status) ?? '',
    search: params.get('q') ?? '',
    coordinator: params.get('who') ?? '',
    isOverdue: params.has('late'),
    ...details,
  };
}

/** Returns a part of the filter as parameters of the address. An empty value removes its parameter. */
export function paramsOf(part: Partial<ListFilter>): Record<string, string> {
  const { status, search, coordinator, isOverdue } = part;
  const details = detailNames.flatMap((detail) => {
    const value = part[detail];
    return value === undefined ? [] : [[inAddress[detail].name, value] as const];
  });
  return {
    ...(status !== undefined && { status }),
    ...(search !== undefined && { q: search }),
    ...(coordinator !== undefined && { who: coordinator }),
    ...(isOverdue !== undefined && { late: isOverdue ? '1' : '' }),
    ...Object.fromEntries(details),
  };
}

const zone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/**
 * Returns the filter as input of the query, without empty fields. Days begin and end in the reader's time zone, as in
 * the list.
 */
export function queryOf(filter: ListFilter) {
  const { status, search, coordinator, isOverdue, country, provider } = filter;
  const { requestedFrom, requestedTo, scheduledFrom, scheduledTo } = filter;
  const hasDays = requestedFrom || requestedTo || scheduledFrom || scheduledTo;
  return {
    ...(status && { status }),
    ...(search && { search }),
    ...(coordinator && { coordinator }),
    ...(isOverdue && { is_overdue: true }),
    ...(requestedFrom && { requested_from: requestedFrom }),
    ...(requestedTo && { requested_to: requestedTo }),
    ...(scheduledFrom && { scheduled_from: scheduledFrom }),
    ...(scheduledTo && { scheduled_to: scheduledTo }),
    ...(hasDays && { timezone: zone() }),
    ...(country && { country }),
    ...(provider && { provider_id: provider }),
  };
}

type Saved<T> = T | null | undefined;

/** Converts a saved filter into a filter of the list. */
export function filterOf(saved: {
  status?: Saved<string>;
  search?: Saved<string>;
  coordinator?: Saved<string>;
  is_overdue?: boolean | undefined;
  requested_from?: Saved<string>;
  requested_to?: Saved<string>;
  scheduled_from?: Saved<string>;
  scheduled_to?: Saved<string>;
  country?: Saved<string>;
  provider_id?: Saved<string>;
}): ListFilter {
  return {
    status: AppointmentStatuses.find((known) => known === saved.status) ?? '',
    search: saved.search ?? '',
    coordinator: saved.coordinator ?? '',
    isOverdue: saved.is_overdue ?? false,
    requestedFrom: saved.requested_from ?? '',
    requestedTo: saved.requested_to ?? '',
    scheduledFrom: saved.scheduled_from ?? '',
    scheduledTo: saved.scheduled_to ?? '',
    country: saved.country ?? '',
    provider: saved.provider_id ?? '',
  };
}
