import { useEffect, useMemo, useState } from 'react';
import type { Pose } from '#contract/intake.ts';
import { useDraft, usePose, useWorkspace } from '../case/workspace-context.ts';
import { corrected } from './marked-pose.ts';
import type { OpenPose, PoseState } from './pose-store.ts';

/** Returns a photo with the doctor's corrections of its face points. */
export function useMarkedPose(photoId: string, pose: Pose): { state: PoseState; pose: OpenPose | null } {
  const { poses } = useWorkspace();
  const { seeds, corrections } = useDraft().content.markings.poses[pose];
  const state = usePose(photoId);
  const found = state.kind === 'ready' ? state.pose : null;
  const [refined, setRefined] = useState<{ from: OpenPose; seeds: typeof seeds; pose: OpenPose } | null>(null);
  useEffect(() => {
    if (!found || seeds.length === 0) return;
    let isOver = false;
    poses.refine(found, seeds).then(
      (again) => !isOver && setRefined({ from: found, seeds, pose: again ?? found }),
      () => !isOver && setRefined({ from: found, seeds, pose: found }),
    );
    return () => void (isOver = true);
  }, [poses, found, seeds]);
  // The result of the first detection stays visible until the second detection has finished.
  const base = seeds.length > 0 && refined?.from === found && refined.seeds === seeds ? refined.pose : found;
  const marked = useMemo(() => base && corrected(base, corrections), [base, corrections]);
  return { state, pose: marked };
}
