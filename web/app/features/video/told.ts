import { type Style, Styles } from '#contract/drafts.ts';
import { type Pose, Poses } from '#contract/intake.ts';

/**
 * An image of the case that is shown in the call. The message to the other side names only the pose and the style of
 * the image. It contains no pixels, because both sides can load the image. Without a style, only the photo is shown.
 */
export interface PictureShown {
  readonly kind: 'picture';
  readonly pose: Pose;
  readonly style: Style | null;
}
export type Shown = PictureShown | { readonly kind: 'screen' } | null;

/**
 * The state that each side sends to the other, in addition to sound and video. It is sent directly between the
 * browsers.
 */
export interface Told {
  readonly isMuted: boolean;
  readonly isCameraOff: boolean;
  readonly shows: Shown;
}

export const nothingTold: Told = { isMuted: false, isCameraOff: false, shows: null };

/** Parses a message from the other browser. Returns undefined if this page cannot read it. */
export function readTold(text: unknown): Told | undefined {
  try {
    const { isMuted, isCameraOff, shows } = JSON.parse(String(text)) as Record<string, unknown>;
    return { isMuted: isMuted === true, isCameraOff: isCameraOff === true, shows: readShown(shows) };
  } catch {
    return undefined;
  }
}

function readShown(value: unknown): Shown {
  const { kind, pose, style } = (value ?? {}) as Record<string, unknown>;
  if (kind === 'screen') return { kind };
  const knownPose = Poses.find((each) => each === pose);
  if (kind !== 'picture' || !knownPose) return null;
  return { kind, pose: knownPose, style: Styles.find((each) => each === style) ?? null };
}
