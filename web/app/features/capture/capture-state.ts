import { type Expression, expressions, isExpression, kinds, type PhotoKind, poses } from './poses.ts';

/**
 * The state of one photo. `kept` exists only during a retake: a photo from an earlier visit, which the person can keep
 * or replace. `skipped` means that the person does not want to show this expression. The person can still add it later.
 */
export type Photo =
  | { status: 'pending' }
  | { status: 'skipped' }
  | { status: 'kept'; preview: string }
  | { status: 'uploading'; preview: string; share: number }
  | { status: 'done'; preview: string }
  | { status: 'error'; preview: string; message: string };

export interface Capture {
  /** The kind of photo to take next, or null if none is left. */
  current: PhotoKind | null;
  photos: Readonly<Record<PhotoKind, Photo>>;
  /** The photos that a link requests. If the list is empty, the camera requests every pose. */
  wanted: readonly PhotoKind[];
}

export type CaptureAction =
  | { type: 'resumed'; photos: Partial<Record<PhotoKind, string>>; as: 'done' | 'kept'; wanted?: readonly PhotoKind[] }
  | { type: 'chosen'; pose: PhotoKind }
  | { type: 'shot'; pose: PhotoKind; preview: string }
  | { type: 'progressed'; pose: PhotoKind; share: number }
  | { type: 'stored'; pose: PhotoKind }
  | { type: 'failed'; pose: PhotoKind; message: string }
  | { type: 'retrying'; pose: PhotoKind }
  /** Discards a photo that could not be saved, so that it is taken again. */
  | { type: 'dropped'; pose: PhotoKind }
  /** Skips this expression, or all expressions that have not been taken yet. */
  | { type: 'skipped'; which: Expression | 'all' }
  /** The person has withdrawn the consent, and all photos are deleted. */
  | { type: 'withdrawn' };

const pending = { status: 'pending' } as const;
export const emptyCapture: Capture = {
  current: 'front',
  photos: { front: pending, right: pending, left: pending, frown: pending, raised_brows: pending, smile: pending },
  wanted: [],
};

export function captureAfter(capture: Capture, action: CaptureAction): Capture {
  switch (action.type) {
    case 'resumed': {
      const photos = { ...capture.photos };
      for (const kind of kinds) {
        const preview = action.photos[kind];
        if (preview) photos[kind] = { status: action.as, preview };
      }
      // If all three poses are stored, an earlier visit already offered the expressions. The camera therefore does not
      // request them again, but the review still offers them.
      const isAsked = poses.every((pose) => photos[pose].status !== 'pending');
      const resumed = isAsked ? { ...skipped(photos, 'all') } : photos;
      const { wanted = [] } = action;
      for (const kind of wanted) if (resumed[kind].status === 'skipped') resumed[kind] = pending;
      return { current: nextOf(resumed, wanted), photos: resumed, wanted };
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
    case 'failed': {
      const failed = changed(capture, action.pose, (photo) =>
        'preview' in photo ? { status: 'error', preview: photo.preview, message: action.message } : photo,
      );
      // The person must not continue with a photo that failed. Only the camera shows the reason, so the camera replaces
      // the review.
      return capture.current === null && failed.photos[action.pose].status === 'error'
        ? { ...failed, current: action.pose }
        : failed;
    }
    case 'dropped':
      return { ...capture, current: action.pose, photos: { ...capture.photos, [action.pose]: pending } };
    case 'skipped': {
      const photos = skipped(capture.photos, action.which);
      return { ...capture, current: nextOf(photos, capture.wanted), photos };
    }
    case 'withdrawn':
      return emptyCapture;
    case 'stored': {
      const next = changed(capture, action.pose, (photo) =>
        'preview' in photo ? { status: 'done', preview: photo.preview } : photo,
      );
      // The next photo is requested after each success, unless the person has chosen another photo in the meantime.
      return capture.current === action.pose ? { ...next, current: nextOf(next.photos, next.wanted) } : next;
    }
  }
}

function withPhoto(capture: Capture, kind: PhotoKind, photo: Photo): Capture {
  return { ...capture, photos: { ...capture.photos, [kind]: photo } };
}

function changed(capture: Capture, kind: PhotoKind, change: (photo: Photo) => Photo): Capture {
  return withPhoto(capture, kind, change(capture.photos[kind]));
}

/**
 * Marks expressions as skipped. A photo that is stored or uploading stays. A photo that could not be saved is
 * discarded.
 */
function skipped(photos: Capture['photos'], which: Expression | 'all'): Capture['photos'] {
  const left = { ...photos };
  for (const one of which === 'all' ? expressions : [which]) {
    const { status } = left[one];
    if (status === 'pending' || status === 'error') left[one] = { status: 'skipped' };
  }
  return left;
}

/**
 * Returns the photo to take next. If a link requests photos, the next photo is the first requested photo without a new
 * version, and after those any missing pose. Without a link, the next photo is the first pose without a new photo, and
 * after the poses the first expression that is neither taken nor skipped.
 */
function nextOf(photos: Capture['photos'], wanted: Capture['wanted']): PhotoKind | null {
  const isOpen = (kind: PhotoKind) => photos[kind].status === 'pending' || photos[kind].status === 'error';
  const isNotNew = (kind: PhotoKind) => isOpen(kind) || photos[kind].status === 'kept';
  if (wanted.length > 0) return wanted.find(isNotNew) ?? poses.find(isOpen) ?? null;
  return poses.find(isNotNew) ?? expressions.find(isOpen) ?? null;
}

/**
 * Returns whether the person can continue. All three poses must exist, at least one photo must be new, and no photo may
 * be uploading or failed.
 */
export function isComplete({ photos }: Capture): boolean {
  const there = poses.every((pose) => photos[pose].status === 'done' || photos[pose].status === 'kept');
  const isSettled = kinds.every((kind) => photos[kind].status !== 'uploading' && photos[kind].status !== 'error');
  return there && isSettled && kinds.some((kind) => photos[kind].status === 'done');
}

/** Returns the number n of the current pose or expression, for 'Step n / 3'. */
export function stepOf({ current }: Pick<Capture, 'current'>): number {
  if (!current) return poses.length;
  return 1 + (isExpression(current) ? expressions.indexOf(current) : poses.findIndex((pose) => pose === current));
}
