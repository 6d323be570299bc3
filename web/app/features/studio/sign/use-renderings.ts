import { useCallback, useEffect, useRef, useState } from 'react';
import type { StudioCase } from '#contract/cases.ts';
import { call } from '#web/lib/api.ts';
import { refusalOf } from '#web/lib/refusal.ts';
import { useDraft, useWorkspace } from '../case/workspace-context.ts';
import type { DraftStore } from '../draft/draft-store.ts';
import { makeRenderings, PoseUnreadable } from './make-renderings.ts';
import type { RunState } from './rendering-run.ts';

export type Failure = 'plan' | 'unsaved' | 'no_face' | 'outdated' | 'taken' | 'closed' | 'refused' | 'connection';

function failureOf(error: unknown): Failure {
  if (error instanceof PoseUnreadable) return 'no_face';
  const code = refusalOf(error)?.code;
  if (code === 'DRAFT_OUTDATED') return 'outdated';
  if (code === 'CASE_TAKEN') return 'taken';
  if (code === 'CASE_NOT_OPEN') return 'closed';
  if (!code) console.error('A picture could not be made or stored.', error);
  return code ? 'refused' : 'connection';
}

/**
 * The images are drawn once doses and markings have not changed for this many milliseconds. The doctor can continue to
 * write while they are drawn.
 */
const EARLY_MS = 4000;

export interface Run {
  state: RunState;
  start: () => Promise<void>;
  cancel: () => void;
}

/**
 * Draws and stores the missing images of the draft. The drawing starts when the review opens, or earlier if the plan is
 * complete and the doses and markings have not changed for a while. A change of a dose or a marking stops the drawing.
 * The doctor can also cancel the drawing and continue it later.
 */
export function useRenderings({ mayStart, isReviewed }: { mayStart: boolean; isReviewed: boolean }): Run {
  const { studioCase, draft, poses } = useWorkspace();
  const { recipes, markings } = useDraft().content;
  const [state, setState] = useState<RunState>({ kind: 'preparing' });
  const abort = useRef<AbortController>(null);
  const early = useRef<ReturnType<typeof setTimeout>>(undefined);

  const start = useCallback(async () => {
    // The review may open before the timer ends. The timer must then not start a second run.
    clearTimeout(early.current);
    abort.current?.abort();
    const own = new AbortController();
    abort.current = own;
    const tell = (next: RunState) => {
      if (!own.signal.aborted) setState(next);
    };
    tell({ kind: 'preparing' });
    try {
      const saved = await readSaved(studioCase.id, draft);
      if (own.signal.aborted) return;
      if (typeof saved === 'string') return tell({ kind: 'failed', reason: saved });
      const { content } = draft.snapshot();
      const { renderings } = await makeRenderings({
        photos: saved.photos,
        recipes: content.recipes,
        markings: content.markings,
        // If `marks` is null, the image was stored before the automatic check existed. Such images are drawn and
        // checked again.
        stored: saved.renderings.filter(({ marks }) => marks !== null),
        openPose: (photo) => poses.openMarked(photo, content.markings.poses[photo.pose]),
        upload: ({ pose, style }, file) =>
          call.simulation.uploadRendering({ case_id: studioCase.id, version: saved.draft.version, pose, style, file }),
        signal: own.signal,
        onState: tell,
      });
      tell({ kind: 'ready', renderings });
    } catch (error) {
      if (own.signal.aborted) return;
      tell({ kind: 'failed', reason: failureOf(error) });
    }
  }, [studioCase.id, draft, poses]);

  // A change of doses or markings needs new images.
  useEffect(() => {
    void [recipes, markings];
    abort.current?.abort();
    setState({ kind: 'preparing' });
    if (!mayStart) return;
    early.current = setTimeout(() => void start(), EARLY_MS);
    return () => {
      clearTimeout(early.current);
      abort.current?.abort();
    };
  }, [start, mayStart, recipes, markings]);

  const newest = useRef(state);
  useEffect(() => void (newest.current = state));
  useEffect(() => {
    const { kind } = newest.current;
    const isUnderWay = kind === 'rendering' || kind === 'ready';
    if (isReviewed && mayStart && !isUnderWay) void start();
  }, [isReviewed, mayStart, start]);

  const cancel = () => {
    abort.current?.abort();
    setState({ kind: 'cancelled' });
  };
  return { state, start, cancel };
}

/**
 * Saves the draft and loads the stored case, which must have the same version. The case is always loaded again, because
 * another window may have changed the list of images.
 */
async function readSaved(case_id: string, draft: DraftStore): Promise<StudioCase | Failure> {
  // If the doctor types in the meantime, the versions differ. The loop therefore tries several times.
  for (let tries = 0; tries < 3; tries++) {
    if (!(await draft.flush())) return 'unsaved';
    const newest = await call.simulation.getStudioCase({ case_id });
    if (newest.draft.version === draft.snapshot().save.version) return newest;
  }
  return 'outdated';
}
