import { useState } from 'react';
import type { Rendering } from '#contract/drafts.ts';
import { call } from '#web/lib/api.ts';
import { useWorkspace } from '../case/workspace-context.ts';

/** Tracks which pictures were opened at full size. The service stores this, so that the doctor need not open them again after a reload. */
export function useSeen(renderings: readonly Rendering[]) {
  const { studioCase } = useWorkspace();
  const [seen, setSeen] = useState<readonly string[]>([]);
  const pictures = renderings.map((one) => (seen.includes(one.id) ? { ...one, is_seen: true } : one));
  const see = (id: string) => {
    if (pictures.find((one) => one.id === id)?.is_seen !== false) return;
    // If the call fails, the picture stays unseen: the line stays open, and the doctor can open the picture again.
    void call.simulation
      .seeRendering({ case_id: studioCase.id, rendering_id: id })
      .then(() => setSeen((before) => [...before, id]))
      .catch(() => {});
  };
  return { pictures, see };
}
