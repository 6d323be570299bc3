import { useCallback, useEffect, useRef, useState } from 'react';
import { stopStream, videoWishes } from './camera.ts';

export type CameraState =
  | { status: 'closed' }
  | { status: 'opening' }
  | { status: 'live'; stream: MediaStream }
  /** `reason` chooses the advice, `message` is the browser's own sentence, empty when it has none. */
  | { status: 'failed'; reason: 'refused' | 'missing' | 'busy' | 'unknown'; message: string };

const reasons: Record<string, 'refused' | 'missing' | 'busy'> = {
  NotAllowedError: 'refused',
  SecurityError: 'refused',
  NotFoundError: 'missing',
  OverconstrainedError: 'missing',
  NotReadableError: 'busy',
  AbortError: 'busy',
};

export function cameraFailure(error: unknown): CameraState {
  const { name = '', message = '' } = error instanceof Error ? error : {};
  return { status: 'failed', reason: reasons[name] ?? 'unknown', message };
}

/** The camera, which is on only between `open` and `close`; leaving the page closes it. */
export function useCamera() {
  const [state, setState] = useState<CameraState>({ status: 'closed' });
  const stream = useRef<MediaStream | null>(null);
  /** Counts the openings, so that an answer to a question that was taken back is not used. */
  const opening = useRef(0);

  const close = useCallback(() => {
    opening.current += 1;
    stopStream(stream.current);
    stream.current = null;
    setState({ status: 'closed' });
  }, []);

  const open = useCallback(async () => {
    const mine = ++opening.current;
    stopStream(stream.current);
    setState({ status: 'opening' });
    try {
      if (!navigator.mediaDevices) throw new DOMException('', 'NotFoundError');
      const isUpright = matchMedia('(orientation: portrait)').matches;
      const opened = await navigator.mediaDevices.getUserMedia({ video: videoWishes(isUpright), audio: false });
      if (mine !== opening.current) return stopStream(opened);
      stream.current = opened;
      // Another application or a pulled plug may end it at any time.
      opened
        .getVideoTracks()[0]
        ?.addEventListener(
          'ended',
          () => mine === opening.current && setState({ status: 'failed', reason: 'busy', message: '' }),
        );
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

  return { state, open, close };
}
