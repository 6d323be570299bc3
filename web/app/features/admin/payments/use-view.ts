import { useSearchParams } from 'react-router';

export const Views = ['payments', 'subscriptions', 'faults'] as const;
export type View = (typeof Views)[number];

/** View and search, as they stand in the address. */
export function usePutQuery() {
  const [params, setParams] = useSearchParams();
  const view = Views.find((one) => one === params.get('show')) ?? 'payments';
  const put = (name: string, value: string) =>
    setParams(
      (before) => {
        if (value) before.set(name, value);
        else before.delete(name);
        return before;
      },
      { replace: true },
    );
  return { view, search: params.get('q') ?? '', put };
}
