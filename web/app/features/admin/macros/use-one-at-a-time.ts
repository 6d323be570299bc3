import { useRef } from 'react';

/** A second click comes before the button is drawn as busy: it is let go while the first one is under way. */
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
