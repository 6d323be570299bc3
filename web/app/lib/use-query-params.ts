import { useSearchParams } from 'react-router';

/**
 * Returns the query of the address, and a function that changes parts of it. An empty value removes a parameter. The
 * function starts from the current address and not from the last rendered one, so that two quick changes both take
 * effect.
 */
export function useQueryParams() {
  const [params, setParams] = useSearchParams();
  const put = (change: Change, { replace = true } = {}) =>
    setParams(changed(location.search, change), { replace, preventScrollReset: true });
  return [params, put] as const;
}

type Change = Readonly<Record<string, string | null>>;

export function changed(query: string, change: Change): URLSearchParams {
  const next = new URLSearchParams(query);
  for (const [name, value] of Object.entries(change)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return next;
}
