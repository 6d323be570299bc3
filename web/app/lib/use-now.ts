import { useEffect, useState } from 'react';

const tick_ms = 30_000;

/** Returns the current time. It is updated twice a minute, so that an open page reacts when a deadline passes. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tick_ms);
    return () => clearInterval(timer);
  }, []);
  return now;
}
