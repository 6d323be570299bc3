import { useEffect, useState } from 'react';

const tick_ms = 30_000;

/** The present moment, twice a minute, so that a time that passes is noticed while the page is open. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tick_ms);
    return () => clearInterval(timer);
  }, []);
  return now;
}
