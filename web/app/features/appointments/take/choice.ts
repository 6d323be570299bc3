import type { DirectService } from '#contract/direct-appointments.ts';

/** The value that means any practitioner. */
export const ANYBODY = 'any';

export interface Choice {
  readonly service: DirectService;
  readonly site: DirectService['sites'][number];
  /** A practitioner's id, or ANYBODY. */
  readonly who: string;
  /** The time and the practitioner that the patient chose, or null if no time is chosen. */
  readonly time: { readonly starts_at: string; readonly practitioner: DirectService['practitioners'][number] } | null;
}

/**
 * Reads the patient's choice from the parameters of the URL, which contain ids and a start time. Returns undefined if
 * the service is not in the list. A past time, or a value that the service does not offer, is ignored. The default
 * place is the first one. The default practitioner is the doctor who signed the treatment plan, or else any
 * practitioner.
 */
export function choiceOf(
  services: readonly DirectService[],
  params: Pick<URLSearchParams, 'get'>,
  now: number,
): Choice | undefined {
  const service = services.find(({ id }) => id === params.get('service'));
  const site = service?.sites.find(({ id }) => id === params.get('site')) ?? service?.sites[0];
  if (!service || !site) return undefined;
  const practitionerOf = (id: string | null) => service.practitioners.find((one) => one.id === id);
  const asked = params.get('with');
  const who =
    asked === ANYBODY ? ANYBODY : (practitionerOf(asked)?.id ?? practitionerOf(planDoctor(service))?.id ?? ANYBODY);
  const practitioner = practitionerOf(params.get('by'));
  const starts_at = momentOf(params.get('at'));
  const isAhead = starts_at !== null && Date.parse(starts_at) > now;
  return { service, site, who, time: practitioner && isAhead ? { starts_at, practitioner } : null };
}

/**
 * Returns the doctor who signed the treatment plan that contains the service. Returns null if no plan contains it, or
 * if that doctor does not offer it.
 */
export const planDoctor = ({ plan }: Pick<DirectService, 'plan'>): string | null => plan?.practitioner_id ?? null;

function momentOf(text: string | null): string | null {
  if (text === null || !/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) || Number.isNaN(Date.parse(text))) return null;
  return text;
}

/** Separates the services in a signed treatment plan from the others. Both groups keep the order of the list. */
export function byPlan(services: readonly DirectService[]): { planned: DirectService[]; others: DirectService[] } {
  return { planned: services.filter(({ plan }) => plan), others: services.filter(({ plan }) => !plan) };
}

/** Returns the amount that the patient pays online now, and the amount that the patient pays at the clinic later. */
export const dueOf = ({ price_cents, deposit_cents }: Pick<DirectService, 'price_cents' | 'deposit_cents'>) => ({
  now_cents: deposit_cents ?? price_cents,
  rest_cents: price_cents - (deposit_cents ?? price_cents),
});
