import { type RefObject, useEffect, useState } from 'react';
import type { PhotoEntry } from '#contract/intake.ts';
import { alignmentOf, matrixOf } from '#engine/geometry/align-photos.ts';
import { useWorkspace } from '../case/workspace-context.ts';
import { canvasOf, drawingOn, show } from './pixels.ts';
import { liveSide } from './painter.ts';
import type { OpenPose } from './pose-store.ts';
import { liveSize } from './scaled-pose.ts';

/**
 * The largest distance between two aligned faces, in millimetres. It is the root mean square distance between their
 * stable points. If the distance is larger, the head is treated as turned.
 */
const WELL_ALIGNED_MM = 2;

/**
 * Draws a photo of an earlier set in place of the current photo, with the faces aligned. Returns how well they are
 * aligned.
 */
export function useEarlier(
  earlier: PhotoEntry | null,
  pose: OpenPose | null,
  before: RefObject<HTMLCanvasElement | null>,
): 'aligned' | 'turned' | 'busy' | 'failed' | null {
  const { poses } = useWorkspace();
  const [state, setState] = useState<'aligned' | 'turned' | 'busy' | 'failed' | null>(null);
  useEffect(() => {
    const canvas = before.current;
    if (!earlier || !pose || !canvas) return setState(null);
    let isOver = false;
    setState('busy');
    const now = liveSize(pose, liveSide());
    void poses.open(earlier).then((then) => {
      if (isOver) return;
      if (!then) return setState('failed');
      const alignment = alignmentOf(then.landmarks, now.landmarks);
      canvas.width = now.picture.width;
      canvas.height = now.picture.height;
      const context = drawingOn(canvas);
      context.imageSmoothingQuality = 'high';
      context.setTransform(...matrixOf(alignment));
      context.drawImage(canvasOf(then.picture), 0, 0);
      context.resetTransform();
      setState(alignment.residual_mm <= WELL_ALIGNED_MM ? 'aligned' : 'turned');
    });
    return () => {
      isOver = true;
      show(now.picture, canvas);
    };
  }, [earlier, pose, poses, before]);
  return state;
}
