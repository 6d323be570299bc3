import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Rendering, RenderingMark } from '#contract/drafts.ts';
import { call } from '#web/lib/api.ts';
import { toast } from '#web/ui/toast.ts';
import { useWorkspace } from '../case/workspace-context.ts';

/**
 * Returns the images with what the doctor has done: which images were opened at full size, and which marks were
 * accepted. The service stores both, so that the doctor need not do this twice.
 */
export function useSeen(renderings: readonly Rendering[]) {
  const { t } = useTranslation('studio');
  const { studioCase } = useWorkspace();
  const [seen, setSeen] = useState<readonly string[]>([]);
  const [marks, setMarks] = useState<Readonly<Record<string, RenderingMark[]>>>({});
  const pictures = renderings.map((one) => ({
    ...one,
    is_seen: one.is_seen || seen.includes(one.id),
    marks: marks[one.id] ?? one.marks,
  }));
  const see = (id: string) => {
    if (pictures.find((one) => one.id === id)?.is_seen !== false) return;
    // If the request fails, the image still counts as unseen and its line stays open. The doctor can then open the
    // image again.
    void call.simulation
      .seeRendering({ case_id: studioCase.id, rendering_id: id })
      .then(() => setSeen((before) => [...before, id]))
      .catch(() => {});
  };
  const accept = async (rendering_id: string, mark: number, is_accepted: boolean) => {
    try {
      const answer = await call.simulation.acceptMark({ case_id: studioCase.id, rendering_id, mark, is_accepted });
      setMarks((before) => ({ ...before, [rendering_id]: answer.marks }));
    } catch {
      toast({ kind: 'error', title: t('mark.unsaved'), text: t('mark.unsaved_text') });
    }
  };
  return { pictures, see, accept };
}
