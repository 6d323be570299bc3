import { useState } from 'react';
import type { Rendering } from '#contract/drafts.ts';
import { call } from '#web/lib/api.ts';
import { useWorkspace } from '../case/workspace-context.ts';

/** Which pictures were opened at full size. The service keeps it, so that a reload asks for none of them again. */
export function useSeen(renderings: readonly Rendering[]) {
  const { studioCase } = useWorkspace();
  const [seen, setSeen] = useState<readonly string[]>([]);
  const pictures = renderings.map((one) => (seen.includes(one.id) ? { ...one, is_seen: true } : one));
  const see = (id: string) => {
    if (pictures.find((one) => one.id === id)?.is_seen !== false) return;
    // A look that the service did not hear of does not count: the line stays open, and the picture can be opened again.
    void call.simulation
      .seeRendering({ case_id: studioCase.id, rendering_id: id })
      .then(() => setSeen((before) => [...before, id]))
      .catch(() => {});
  };
  return { pictures, see };
}
