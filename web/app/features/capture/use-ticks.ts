import { useEffect, useRef } from 'react';

const quarters = 4;
const tick_ms = 12;
const taken_ms = 60;

/**
 * Returns the length in milliseconds of the vibration after the filled share of the ring has changed. 0 means no
 * vibration.
 */
export function tickFor(before: number, now: number): number {
  if (now <= before) return 0;
  if (now >= 1) return taken_ms;
  return Math.floor(now * quarters) > Math.floor(before * quarters) ? tick_ms : 0;
}

/** Makes a phone vibrate while the ring fills, so that the person need not look at the ring. */
export function useTicks(held: number) {
  const last = useRef(0);
  useEffect(() => {
    const tick = tickFor(last.current, held);
    last.current = held;
    // iPhones do not vibrate from web pages.
    if (tick > 0 && 'vibrate' in navigator) navigator.vibrate(tick);
  }, [held]);
}
