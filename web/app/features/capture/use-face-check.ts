import { useCallback, useEffect, useRef, useState } from 'react';
import type { FaceCheck } from './face-check.ts';

/** The models are three megabytes; who waits longer than this may take photos without them. */
const patience_ms = 20_000;

export type FaceCheckState = { status: 'idle' | 'starting' | 'unavailable' } | { status: 'ready'; check: FaceCheck };

/** The detector: fetched and started on the first call of `start`, one for the life of the page. */
export function useFaceCheck() {
  const [state, setState] = useState<FaceCheckState>({ status: 'idle' });
  const started = useRef<Promise<FaceCheck | null> | null>(null);
  const running = useRef<FaceCheck | null>(null);

  const start = useCallback((): Promise<FaceCheck | null> => {
    started.current ??= startPatiently().then((check) => {
      running.current = check;
      setState(check ? { status: 'ready', check } : { status: 'unavailable' });
      return check;
    });
    setState((before) => (before.status === 'idle' ? { status: 'starting' } : before));
    return started.current;
  }, []);

  /** A worker that stops answering is no detector any more. */
  const giveUp = useCallback(() => {
    running.current?.close();
    running.current = null;
    started.current = Promise.resolve(null);
    setState({ status: 'unavailable' });
  }, []);

  useEffect(
    () => () => {
      running.current?.close();
      started.current = null;
    },
    [],
  );

  return { state, start, giveUp };
}

async function startPatiently(): Promise<FaceCheck | null> {
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), patience_ms));
  const check = import('./start-face-check.ts').then(({ startFaceCheck }) => startFaceCheck());
  try {
    return await Promise.race([check, late]);
  } catch (error) {
    console.warn('The face check did not start; photos will be looked at by a person.', error);
    return null;
  }
}
