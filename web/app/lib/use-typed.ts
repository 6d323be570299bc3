import { useEffect, useState } from 'react';

/** Returns the typed text after a pause in typing. */
export function useTyped(text: string, pause_ms = 200): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pause_ms);
    return () => clearTimeout(timer);
  }, [text, pause_ms]);
  return settled;
}
