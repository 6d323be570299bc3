import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { type Shown, shownAfter } from './announcer.ts';
import { hasPicture } from './camera.ts';
import type { FaceCheck, GuidanceCode } from './face-check.ts';
import { type Hold, heldAfter, shareHeld } from './hold.ts';
import { PatientEyes } from './patient-eyes.ts';
import type { PhotoKind } from './poses.ts';

interface Wishes {
  video: RefObject<HTMLVideoElement | null>;
  /** The detector. It is null if there is no detector, or while no photo can be taken, for example during an upload. */
  check: FaceCheck | null;
  pose: PhotoKind;
  /** Called when a face without faults has not moved for long enough. */
  onHeld: () => void;
  /** Called if the detector must be restarted. */
  onRestart: () => void;
  /** Called if no method of reading frames works in this browser. */
  onBroken: () => void;
}

export interface Guide {
  guidance: GuidanceCode | null;
  /** The filled share of the ring, from 0 to 1. */
  held: number;
  /** Whether the shutter works at this moment. */
  mayShoot: boolean;
}

const blank: Guide = { guidance: null, held: 0, mayShoot: false };

/** Assesses one frame at a time. The next frame is read only after the result of the previous frame. */
export function useGuide({ video, check, pose, onHeld, onRestart, onBroken }: Wishes): Guide {
  const [guide, setGuide] = useState<Guide>(blank);
  const [eyes] = useState(() => new PatientEyes());
  const held = useEffectEvent(onHeld);
  const failed = useEffectEvent((next: 'restart' | 'end') => (next === 'restart' ? onRestart() : onBroken()));

  useEffect(() => {
    setGuide(blank);
    if (!check) return;
    let isOver = false;
    const watch = async () => {
      let hold: Hold | null = null;
      let shown: Shown<GuidanceCode | null> = { value: null, candidate: null, since: 0 };
      while (!isOver) {
        await nextFrame();
        if (isOver || !video.current || !hasPicture(video.current)) continue;
        const seen = await eyes.look(check, video.current, pose, () => isOver);
        if (isOver) return;
        if (seen === 'again') continue;
        if (seen === 'restart' || seen === 'end') return failed(seen);
        const { guidance, still, mayShoot } = seen;
        const now = performance.now();
        hold = heldAfter(hold, still, now);
        shown = shownAfter(shown, guidance, now);
        const share = shareHeld(hold);
        setGuide({ guidance: shown.value, held: share, mayShoot });
        if (share >= 1) {
          isOver = true;
          held();
        }
      }
    };
    void watch();
    return () => {
      isOver = true;
    };
  }, [check, pose, video, eyes]);

  return guide;
}

/** Waits for the next animation frame. Animation frames stop in a hidden tab, so the detector stops, too. */
function nextFrame(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => resolve()));
}
