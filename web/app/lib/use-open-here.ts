import { useCallback, useState } from 'react';
import { useLocation } from 'react-router';

/** Returns the state of an overlay on the current page. Every change of the address closes the overlay. */
export function useOpenHere(isOpenAtFirst = false): [boolean, (isOpen: boolean) => void] {
  const { key } = useLocation();
  const [openAt, setOpenAt] = useState(isOpenAtFirst ? key : null);
  const setOpen = useCallback((isOpen: boolean) => setOpenAt(isOpen ? key : null), [key]);
  return [openAt === key, setOpen];
}
