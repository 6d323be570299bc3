import { useRef } from 'react';

/**
 * A second click may arrive before the button is drawn as busy, so it is ignored while the first call is in progress.
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
