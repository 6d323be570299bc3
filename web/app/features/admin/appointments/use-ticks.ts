import { useState } from 'react';

/** Which rows are ticked, for what is done with several at once. */
export function useTicks() {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  return {
    ticked,
    tick(ids: readonly string[], on: boolean) {
      const next = new Set(ticked);
      for (const id of ids) {
        if (on) next.add(id);
        else next.delete(id);
      }
      setTicked(next);
    },
    clear: () => setTicked(new Set()),
  };
}
