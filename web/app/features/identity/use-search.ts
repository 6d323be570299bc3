import { useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';

const never = () => () => undefined;

/** False while a prerendered page comes to life. */
export const useIsAlive = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

/** The query of the address. Empty while a prerendered page comes to life: its file was written without one. */
export function useSearch(): URLSearchParams {
  const { search } = useLocation();
  return new URLSearchParams(useIsAlive() ? search : '');
}
