import { useCallback, useEffect, useRef } from 'react';
import type { Call } from './call.ts';

/** Shares the screen if the browser supports this. The person may stop it at any time with a control of the browser. */
export function useScreen(call: Call) {
  const track = useRef<MediaStreamTrack | null>(null);

  const stop = useCallback(() => {
    if (!track.current) return;
    track.current.onended = null;
    track.current.stop();
    track.current = null;
    call.put('screen', null);
    if (call.snapshot().shows?.kind === 'screen') call.tell({ shows: null });
  }, [call]);

  const toggle = useCallback(async () => {
    if (track.current) return stop();
    // If the person refuses in the browser's dialog, this is a choice and not an error.
    const stream = await navigator.mediaDevices.getDisplayMedia({ video: true }).catch(() => undefined);
    const shown = stream?.getVideoTracks()[0];
    if (!shown) return;
    track.current = shown;
    shown.onended = stop;
    call.put('screen', shown);
    call.tell({ shows: { kind: 'screen' } });
  }, [call, stop]);

  useEffect(() => stop, [stop]);
  const isPossible = 'mediaDevices' in navigator && 'getDisplayMedia' in navigator.mediaDevices;
  return { isPossible, toggle: () => void toggle(), stop };
}
