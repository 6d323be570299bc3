import { useRef } from 'react';

/**
 * Runs one call at a time. A second click may happen before the button shows that it is busy, so clicks are ignored
 * while a call is in progress.
 */
export function useOneAtATime() {
  const isUnderWay = useRef(false);
  return {
    run(send: () => void) {
      if (isUnderWay.current) return;
      isUnderWay.current = true;
      send();
    },
    over() {
      isUnderWay.current = false;
    },
  };
}
