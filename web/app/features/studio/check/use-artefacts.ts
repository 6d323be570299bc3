import { useCallback, useEffect, useState } from 'react';
import type { PhotoEntry } from '#contract/intake.ts';
import type { MarkedArtefact } from '#engine/check/mark-artefacts.ts';
import { type RenderClient, startRenderClient } from '#engine/worker/render-client.ts';
import { useDraft, useWorkspace } from '../case/workspace-context.ts';
import { useMarkedPose } from '../stage/use-marked-pose.ts';
import { drawable } from '../treatment/treatments.ts';

export type Artefacts = 'checking' | 'failed' | readonly MarkedArtefact[];

export interface LiveCheck {
  /** The results of the check, or null if there is nothing to check. */
  artefacts: Artefacts | null;
  retry: () => void;
}

/**
 * The check starts after this many milliseconds without a change of doses, brush strokes or face points. The check
 * therefore never slows a moving slider.
 */
const SETTLED_MS = 900;

/**
 * Draws the current image at full size in a worker and checks it, while the doctor continues to work. The service
 * checks stored images again.
 */
export function useArtefacts(photo: PhotoEntry | undefined): LiveCheck {
  const { isEditable } = useWorkspace();
  const { recipes, style, markings } = useDraft().content;
  const { pose } = useMarkedPose(photo?.id ?? '', photo?.pose ?? 'front');
  const [artefacts, setArtefacts] = useState<Artefacts | null>(null);
  const [tries, setTries] = useState(0);
  const [checker, setChecker] = useState<Promise<RenderClient> | null>(null);

  // A new worker replaces the old one for another photo, after a correction of the face points, and when the doctor
  // tries again.
  useEffect(() => {
    if (!isEditable || !pose) return;
    void tries;
    const client = startRenderClient();
    const ready = client.prepare(pose.photoId, pose.picture, pose.landmarks).then(() => client);
    ready.catch(() => {});
    setChecker(ready);
    return () => {
      client.terminate();
      setChecker(null);
      setArtefacts(null);
    };
  }, [isEditable, pose, tries]);

  const recipe = recipes[style];
  const brush = markings.poses[photo?.pose ?? 'front'].brush;
  useEffect(() => {
    if (!checker || !pose) return;
    const stop = new AbortController();
    setArtefacts('checking');
    const check = () =>
      checker
        .then((client) => client.check(pose.photoId, drawable(recipe), { brush, signal: stop.signal }))
        .then(
          (found) => !stop.signal.aborted && setArtefacts(found),
          () => !stop.signal.aborted && setArtefacts('failed'),
        );
    const timer = setTimeout(() => void check(), SETTLED_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [checker, pose, recipe, brush]);

  const retry = useCallback(() => setTries((before) => before + 1), []);
  return { artefacts, retry };
}
