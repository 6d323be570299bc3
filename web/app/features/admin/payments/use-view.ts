import { useQueryParams } from '#web/lib/use-query-params.ts';

export const Views = ['payments', 'subscriptions', 'faults'] as const;
export type View = (typeof Views)[number];

/** View and search, as they stand in the address. */
export function usePutQuery() {
  const [params, put] = useQueryParams();
  const view = Views.find((one) => one === params.get('show')) ?? 'payments';
  return { view, search: params.get('q') ?? '', put };
}
