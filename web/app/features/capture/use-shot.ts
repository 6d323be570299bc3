import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { takePhoto } from './camera.ts';
import type { FaceCheck, GuidanceCode, Verdict } from './face-check.ts';
import { accepted, mayInsist, type Refusals, refusedOnce } from './insist.ts';
import type { PhotoKind } from './poses.ts';
import type { TakenPhoto } from './use-uploads.ts';
import type { Words } from './words.ts';

/**
 * The time in milliseconds for which a refusal is shown before the guide continues. The person can read two short
 * sentences in this time.
 */
const reading_ms = 3500;

const elsewhere: readonly GuidanceCode[] = ['face_front', 'turn_left', 'turn_right', 'turn_less', 'one_face'];

export interface Shot {
  /** The address of the photo that is being assessed. The frame shows this photo instead of the camera image. */
  frozen: string | null;
  /** The reason why the last photo was refused, as a sentence. */
  refusal: string | null;
  /** The place of the fault in the frozen photo. */
  verdict: Verdict | null;
  /**
   * The frozen photo and the reason for its refusal. Not null after repeated refusals: the person may then send the
   * photo anyway.
   */
  offer: { blob: Blob; reason: string } | null;
}

const blank: Shot = { frozen: null, refusal: null, verdict: null, offer: null };

function released({ frozen }: Shot): Shot {
  if (frozen) URL.revokeObjectURL(frozen);
  return blank;
}

interface Wishes {
  video: RefObject<HTMLVideoElement | null>;
  check: FaceCheck | null;
  pose: PhotoKind;
  words: Words;
  onTaken: (pose: PhotoKind, photo: TakenPhoto) => void;
}

/**
 * Takes a photo when the person presses the shutter or the ring is full, and assesses it. If the photo may be sent, the
 * hook passes it to `onTaken`.
 */
export function useShot({ video, check, pose, words, onTaken }: Wishes) {
  const [shot, setShot] = useState<Shot>(blank);
  const isBusy = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const refusals = useRef<Refusals>({});
  const poseNow = useRef(pose);

  /** Removes the frozen photo, so that the camera is visible again. */
  const goOn = useCallback(() => setShot(released), []);
  // A change of the pose discards the frozen photo of the previous pose.
  useEffect(() => {
    poseNow.current = pose;
    return goOn;
  }, [pose, goOn]);

  /** Shows the reason for a refusal over the photo for `reading_ms`. */
  const refuse = useCallback((refusal: string, { frozen, verdict }: Pick<Shot, 'frozen' | 'verdict'> = blank) => {
    clearTimeout(timer.current);
    setShot({ ...blank, frozen, verdict, refusal });
    // A newer refusal may have replaced this one. In that case, the photo of the newer refusal must stay visible.
    timer.current = setTimeout(() => setShot((now) => (now.refusal === refusal ? released(now) : now)), reading_ms);
  }, []);

  const take = useCallback(async () => {
    if (isBusy.current || !video.current) return;
    isBusy.current = true;
    try {
      const blob = await takePhoto(video.current);
      const frozen = URL.createObjectURL(blob);
      setShot({ ...blank, frozen });
      const { verdict, isVerified } = await judged(check, blob, pose);
      if (!verdict) {
        refusals.current = accepted(refusals.current, pose);
        onTaken(pose, { blob, isVerified });
        return goOn();
      }
      refusals.current = refusedOnce(refusals.current, pose);
      if (poseNow.current !== pose) return goOn();
      const reason = words.refused(verdict.fault, pose);
      if (mayInsist(refusals.current, pose, verdict.fault))
        return setShot({ frozen, verdict, refusal: null, offer: { blob, reason } });
      refuse(reason, { frozen, verdict });
    } catch (error) {
      goOn();
      refuse(words.shotFailed(error));
    } finally {
      isBusy.current = false;
    }
  }, [video, check, pose, words, onTaken, goOn, refuse]);

  function insist() {
    if (shot.offer) onTaken(pose, { blob: shot.offer.blob, isVerified: false });
    goOn();
  }
  return { shot, take, refuse, insist, goOn };
}

/**
 * A detector that has not assessed a photo within this many milliseconds is treated as failed. A phone that runs out of
 * memory may end the detector without an error.
 */
export const judging_ms = 30_000;

/**
 * Assesses a photo with the detector. Without a working detector every photo is accepted as unverified, and a doctor
 * checks it.
 */
export async function judged(
  check: FaceCheck | null,
  photo: Blob,
  pose: PhotoKind,
): Promise<{ verdict: Verdict | null; isVerified: boolean }> {
  if (!check) return { verdict: null, isVerified: false };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The face check does not answer')), judging_ms);
  });
  try {
    return { verdict: await Promise.race([check.judge(photo, pose), late]), isVerified: true };
  } catch (error) {
    console.warn('The face check failed on a photo; a person will look at it.', error);
    return { verdict: null, isVerified: false };
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Returns whether this guidance explains why the shutter does not work. Such guidance asks the person to turn the head,
 * or to be alone in front of the camera.
 */
export function isAboutThePose(guidance: GuidanceCode | null): guidance is GuidanceCode {
  return guidance !== null && elsewhere.includes(guidance);
}
