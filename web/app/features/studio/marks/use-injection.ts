import { useDraft, useWorkspace } from '../case/workspace-context.ts';
import { drawable } from '../treatment/treatments.ts';
import { changePoint, mirrorPoint, type NewPoint, proposePoints } from './injection-points.ts';
import type { Marked } from './marked.ts';
import { useTools } from './tool-context.ts';

/** Returns the selected point, and the actions on this point and on all points. */
export function useInjection(marked: Marked | null) {
  const { draft } = useWorkspace();
  const { markings, recipes, style } = useDraft().content;
  const { injectionId, treatment, set } = useTools();
  const chosen = markings.injections.find(({ id }) => id === injectionId);
  // Pressing the photo takes the focus from a field, which then stores its value. This value is not rendered yet, so it
  // is taken from the store.
  const newest = () => draft.snapshot().content.markings.injections;
  const change = (next: Partial<NewPoint>, gesture: string | null = null) => {
    if (chosen) draft.setMarkings({ injections: changePoint(newest(), chosen.id, next) }, gesture);
  };
  const propose = () =>
    marked &&
    draft.setMarkings({
      injections: proposePoints(newest(), drawable(recipes[style]), marked, treatment ?? undefined),
    });
  const mirror = () => {
    const id = crypto.randomUUID();
    const next = chosen && marked && mirrorPoint(newest(), chosen.id, id, marked);
    if (!next) return;
    draft.setMarkings({ injections: next });
    set({ injectionId: id });
  };
  const remove = () => {
    draft.setMarkings({ injections: newest().filter(({ id }) => id !== injectionId) });
    set({ injectionId: null });
  };
  return { chosen, change, propose, mirror, remove };
}
