import { type Pose, poses } from './poses.ts';

/** One photo on its way. `kept` is a photo from before that may stay as it is when photos are retaken. */
export type Photo =
  | { status: 'pending' }
  | { status: 'kept'; preview: string }
  | { status: 'uploading'; preview: string; share: number }
  | { status: 'done'; preview: string }
  | { status: 'error'; preview: string; message: string };

export interface Capture {
  /** The pose in front of the camera; null when nothing is left to take. */
  current: Pose | null;
  photos: Readonly<Record<Pose, Photo>>;
}

export type CaptureAction =
  | { type: 'resumed'; photos: Partial<Record<Pose, string>>; as: 'done' | 'kept' }
  | { type: 'chosen'; pose: Pose }
  | { type: 'shot'; pose: Pose; preview: string }
  | { type: 'progressed'; pose: Pose; share: number }
  | { type: 'stored'; pose: Pose }
  | { type: 'failed'; pose: Pose; message: string }
  | { type: 'retrying'; pose: Pose }
  /** The photo that could not be saved is taken again. */
  | { type: 'dropped'; pose: Pose };

export const emptyCapture: Capture = {
  current: 'front',
  photos: { front: { status: 'pending' }, right: { status: 'pending' }, left: { status: 'pending' } },
};

export function captureAfter(capture: Capture, action: CaptureAction): Capture {
  switch (action.type) {
    case 'resumed': {
      const photos = { ...capture.photos };
      for (const pose of poses) {
        const preview = action.photos[pose];
        if (preview) photos[pose] = { status: action.as, preview };
      }
      return { current: nextPose(photos), photos };
    }
    case 'chosen':
      return { ...capture, current: action.pose };
    case 'shot':
      return withPhoto(capture, action.pose, { status: 'uploading', preview: action.preview, share: 0 });
    case 'progressed':
      return changed(capture, action.pose, (photo) =>
        photo.status === 'uploading' ? { ...photo, share: action.share } : photo,
      );
    case 'retrying':
      return changed(capture, action.pose, (photo) =>
        'preview' in photo ? { status: 'uploading', preview: photo.preview, share: 0 } : photo,
      );
    case 'failed':
      return changed(capture, action.pose, (photo) =>
        'preview' in photo ? { status: 'error', preview: photo.preview, message: action.message } : photo,
      );
    case 'dropped':
      return { current: action.pose, photos: { ...capture.photos, [action.pose]: { status: 'pending' } } };
    case 'stored': {
      const next = changed(capture, action.pose, (photo) =>
        'preview' in photo ? { status: 'done', preview: photo.preview } : photo,
      );
      // The step advances after each success, but a person who is busy with another pose is not pulled away from it.
      return capture.current === action.pose ? { ...next, current: nextPose(next.photos) } : next;
    }
  }
}

function withPhoto(capture: Capture, pose: Pose, photo: Photo): Capture {
  return { ...capture, photos: { ...capture.photos, [pose]: photo } };
}

function changed(capture: Capture, pose: Pose, change: (photo: Photo) => Photo): Capture {
  return withPhoto(capture, pose, change(capture.photos[pose]));
}

/** The first pose of which no new photo exists yet. */
function nextPose(photos: Capture['photos']): Pose | null {
  return poses.find((pose) => photos[pose].status !== 'done' && photos[pose].status !== 'uploading') ?? null;
}

/** Continue is open only when all three are there, and at least one of them is new. */
export function isComplete({ photos }: Capture): boolean {
  const there = poses.every((pose) => photos[pose].status === 'done' || photos[pose].status === 'kept');
  return there && poses.some((pose) => photos[pose].status === 'done');
}

/** 'Step n / 3': the place of the pose in front of the camera. */
export function stepOf({ current }: Capture): number {
  return current ? poses.indexOf(current) + 1 : poses.length;
}
