import { useEffect, useState } from 'react';
import { onServiceTime, serviceNow } from './service-clock.ts';

const tick_ms = 30_000;

/**
 * Returns the current time of the service. It is updated twice a minute, so that an open page reacts when a deadline
 * passes. It is also updated when the clock of the device turns out to be wrong.
 */
export function useNow(): number {
  const [now, setNow] = useState(serviceNow);
  useEffect(() => {
    const update = () => setNow(serviceNow());
    const timer = setInterval(update, tick_ms);
    const stop = onServiceTime(update);
    return () => {
      clearInterval(timer);
      stop();
    };
  }, []);
  return now;
}
