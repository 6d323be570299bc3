import { useSearchParams } from 'react-router';

/**
 * The query of the address, and a way to change some of it: an empty value takes a name away. The change is made to the address itself and not to what was
 * drawn of it last, so that two quick changes add up.
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
