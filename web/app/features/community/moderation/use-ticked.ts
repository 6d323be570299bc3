import { useState } from 'react';
import { CommunityLimits } from '#contract/community/terms.ts';

/** Returns the selected cases. A case that has left the queue is no longer selected. */
export function useTicked<Case extends { id: string }>(cases: readonly Case[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const chosen = cases.filter(({ id }) => ids.has(id));
  return {
    chosen,
    has: (id: string) => ids.has(id),
    isFull: chosen.length >= CommunityLimits.together_max,
    toggle: (id: string) =>
      setIds((before) => {
        const next = new Set(before);
        if (!next.delete(id) && chosen.length < CommunityLimits.together_max) next.add(id);
        return next;
      }),
    clear: () => setIds(new Set()),
  };
}
