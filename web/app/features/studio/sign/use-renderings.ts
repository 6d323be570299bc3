import { useCallback, useEffect, useRef, useState } from 'react';
import { call } from '#web/lib/api.ts';
import { refusalOf } from '#web/lib/refusal.ts';
import { useWorkspace } from '../case/workspace-context.ts';
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

/** Saves the draft, then makes and stores what is missing of its pictures. Starts by itself once it may, can be cancelled and goes on later. */
export function useRenderings(mayStart: boolean) {
  const { studioCase, draft, poses } = useWorkspace();
  const [state, setState] = useState<RunState>({ kind: 'preparing' });
  const [version, setVersion] = useState(0);
  const abort = useRef<AbortController>(null);

  const start = useCallback(async () => {
    abort.current?.abort();
    const own = new AbortController();
    abort.current = own;
    const tell = (next: RunState) => !own.signal.aborted && setState(next);
    tell({ kind: 'preparing' });
    if (!(await draft.flush())) return tell({ kind: 'failed', reason: 'unsaved' });
    try {
      // What this version already has is asked for, never remembered: another window may have changed it.
      const newest = await call.simulation.getStudioCase({ case_id: studioCase.id });
      const at = draft.snapshot().save.version;
      if (newest.draft.version !== at) return tell({ kind: 'failed', reason: 'outdated' });
      const { recipes, markings } = draft.snapshot().content;
      const { renderings, seal } = await makeRenderings({
        photos: newest.photos,
        recipes,
        markings,
        stored: newest.renderings,
        seal: newest.seal,
        openPose: (photo) => poses.openMarked(photo, markings.poses[photo.pose]),
        upload: ({ pose, style }, file) =>
          call.simulation.uploadRendering({ case_id: studioCase.id, version: at, pose, style, file }),
        signal: own.signal,
        onState: tell,
      });
      setVersion(at);
      tell(seal ? { kind: 'ready', renderings, seal } : { kind: 'failed', reason: 'refused' });
    } catch (error) {
      if (own.signal.aborted) return;
      tell({ kind: 'failed', reason: failureOf(error) });
    }
  }, [studioCase.id, draft, poses]);

  useEffect(() => {
    if (mayStart) void start();
    return () => abort.current?.abort();
  }, [start, mayStart]);

  const cancel = () => {
    abort.current?.abort();
    setState({ kind: 'cancelled' });
  };
  return { state, version, start, cancel };
}
