import { useCallback, useEffect, useRef } from 'react';
import type { CaptureAction } from './capture-state.ts';
import { readLeadId } from './lead.ts';
import { kinds, type PhotoKind } from './poses.ts';

/** A photo that was taken and will be sent. */
export interface TakenPhoto {
  blob: Blob;
  /** True if the detector accepted the photo for its pose or expression. */
  isVerified: boolean;
}

interface Wishes {
  isRetake: boolean;
  dispatch: (action: CaptureAction) => void;
  /** Returns the sentence that describes an error. */
  explain: (error: unknown) => string;
}

export class LeadMissing extends Error {}

/**
 * Sends each photo as soon as it is taken. If sending fails, the person can send the photo again without taking it
 * again.
 */
export function useUploads({ isRetake, dispatch, explain }: Wishes) {
  const waiting = useRef(new Map<PhotoKind, TakenPhoto>());
  const running = useRef(new Map<PhotoKind, AbortController>());
  const previews = useRef<string[]>([]);

  const send = useCallback(
    (pose: PhotoKind) =>
      sendNewest(pose, {
        waiting: waiting.current,
        running: running.current,
        dispatch,
        explain,
        store: (photo, onProgress, signal) => store(pose, photo, isRetake, onProgress, signal),
      }),
    [isRetake, dispatch, explain],
  );

  const upload = useCallback(
    (pose: PhotoKind, photo: TakenPhoto) => {
      const preview = URL.createObjectURL(photo.blob);
      previews.current.push(preview);
      waiting.current.set(pose, photo);
      dispatch({ type: 'shot', pose, preview });
      return send(pose);
    },
    [dispatch, send],
  );

  const retry = useCallback(
    (pose: PhotoKind) => {
      dispatch({ type: 'retrying', pose });
      return send(pose);
    },
    [dispatch, send],
  );

  useEffect(() => {
    const sending = running.current;
    const urls = previews.current;
    return () => {
      for (const control of sending.values()) control.abort();
      for (const url of urls) URL.revokeObjectURL(url);
    };
  }, []);

  return { upload, retry };
}

interface Sending extends Pick<Wishes, 'dispatch' | 'explain'> {
  waiting: Map<PhotoKind, TakenPhoto>;
  running: Map<PhotoKind, AbortController>;
  store: (photo: TakenPhoto, onProgress: (share: number) => void, signal: AbortSignal) => Promise<void>;
}

/**
 * Sends the newest photo of a pose. A running request for an earlier photo of the pose is aborted. If that request
 * finishes anyway, its result is ignored. The newer photo stays available for another attempt.
 */
export async function sendNewest(pose: PhotoKind, { waiting, running, dispatch, explain, store }: Sending) {
  const photo = waiting.get(pose);
  if (!photo) return;
  running.get(pose)?.abort();
  const control = new AbortController();
  running.set(pose, control);
  const { signal } = control;
  try {
    await store(photo, (share) => signal.aborted || dispatch({ type: 'progressed', pose, share }), signal);
    if (signal.aborted) return;
    waiting.delete(pose);
    dispatch({ type: 'stored', pose });
  } catch (error) {
    if (!signal.aborted) dispatch({ type: 'failed', pose, message: explain(error) });
  }
}

async function store(
  pose: PhotoKind,
  { blob, isVerified }: TakenPhoto,
  isRetake: boolean,
  onProgress: (share: number) => void,
  signal: AbortSignal,
) {
  const { sendPhoto } = await import('./upload.ts');
  const fields = { pose, is_verified: String(isVerified) };
  if (isRetake) {
    const { path } = await sendPhoto({ path: '/rpc/upload_user_photo', fields, photo: blob }, onProgress, signal);
    const { call } = await import('#web/lib/api.ts');
    signal.throwIfAborted();
    await call.intake.appendUserPhoto({ pose, path });
    return;
  }
  const leadId = readLeadId();
  if (!leadId) throw new LeadMissing();
  await sendPhoto(
    { path: '/rpc/upload_lead_photo', fields: { ...fields, lead_id: leadId }, photo: blob },
    onProgress,
    signal,
  );
}

/** Returns the addresses of photos by pose and expression. */
export function previewsOf(
  photos: readonly { pose: PhotoKind; thumb_url: string; url: string }[],
): Partial<Record<PhotoKind, string>> {
  return Object.fromEntries(
    kinds.flatMap((kind) => photos.filter((photo) => photo.pose === kind).map((photo) => [kind, photo.url])),
  );
}
