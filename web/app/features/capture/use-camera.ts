import { useCallback, useEffect, useRef, useState } from 'react';
import { type Facing, isTooSmall, stopStream, videoWishes } from './camera.ts';

export type CameraState =
  | { status: 'closed' }
  | { status: 'opening' }
  | { status: 'live'; stream: MediaStream }
  /**
   * `reason` determines which advice is shown. The browser's own message is not used, because it may be in another
   * language.
   */
  | { status: 'failed'; reason: 'refused' | 'missing' | 'busy' | 'small' | 'narrow' | 'unknown' };

const reasons: Record<string, 'refused' | 'missing' | 'busy'> = {
  NotAllowedError: 'refused',
  SecurityError: 'refused',
  NotFoundError: 'missing',
  OverconstrainedError: 'missing',
  NotReadableError: 'busy',
  AbortError: 'busy',
};

export function cameraFailure(error: unknown): CameraState {
  const name = error instanceof Error ? error.name : '';
  return { status: 'failed', reason: reasons[name] ?? 'unknown' };
}

/** Opens and closes the camera. Leaving the page closes it. */
export function useCamera() {
  const [state, setState] = useState<CameraState>({ status: 'closed' });
  const stream = useRef<MediaStream | null>(null);
  /** Counts the calls of `open` and `close`. If a stream arrives after a later call, it is not used. */
  const opening = useRef(0);

  const close = useCallback(() => {
    opening.current += 1;
    stopStream(stream.current);
    stream.current = null;
    setState({ status: 'closed' });
  }, []);

  /** Closes the camera, because its image is too small. Some cameras are large enough if the device is held sideways. */
  const refuseSmall = useCallback(
    (width: number, height: number) => {
      close();
      setState({ status: 'failed', reason: isTooSmall(height, width) ? 'small' : 'narrow' });
    },
    [close],
  );

  const open = useCallback(async (facing: Facing = 'user') => {
    const mine = ++opening.current;
    stopStream(stream.current);
    setState({ status: 'opening' });
    try {
      if (!navigator.mediaDevices) throw new DOMException('', 'NotFoundError');
      const isUpright = matchMedia('(orientation: portrait)').matches;
      const opened = await navigator.mediaDevices.getUserMedia({ video: videoWishes(isUpright, facing), audio: false });
      if (mine !== opening.current) return stopStream(opened);
      stream.current = opened;
      // The stream ends if another application takes the camera or the camera is unplugged.
      opened
        .getVideoTracks()[0]
        ?.addEventListener('ended', () => mine === opening.current && setState({ status: 'failed', reason: 'busy' }));
      setState({ status: 'live', stream: opened });
    } catch (error) {
      if (mine === opening.current) setState(cameraFailure(error));
    }
  }, []);

  useEffect(() => {
    addEventListener('pagehide', close);
    return () => {
      removeEventListener('pagehide', close);
      opening.current += 1;
      stopStream(stream.current);
    };
  }, [close]);

  return { state, open, close, refuseSmall };
}
