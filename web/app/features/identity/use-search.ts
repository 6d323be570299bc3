import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { useHydrated } from '#web/lib/use-hydrated.ts';

/**
 * Returns the query of the address. It is empty while React hydrates a prerendered page, because that page was built
 * without a query.
 */
export function useSearch(): URLSearchParams {
  const { search } = useLocation();
  return new URLSearchParams(useHydrated() ? search : '');
}

/**
 * Returns the token of an emailed link. The token is removed from the address at once, so that no history contains it.
 * `isMissing` is true if the address has no token.
 */
export function useMailedKey(): { token: string; isMissing: boolean } {
  const found = useSearch().get('token');
  const isHydrated = useHydrated();
  const [token, setToken] = useState('');
  useEffect(() => {
    if (!found) return;
    setToken(found);
    const rest = new URLSearchParams(location.search);
    rest.delete('token');
    history.replaceState(history.state, '', location.pathname + (rest.size > 0 ? `?${rest}` : ''));
  }, [found]);
  return { token, isMissing: isHydrated && !found && !token };
}
