import { type RefObject, useEffect, useEffectEvent, useState } from 'react';

export type ScannerState = 'starting' | 'searching' | 'not_gs1' | 'no_camera' | 'failed';

const BETWEEN_LOOKS_MS = 150;
/** The requested camera and resolution. The resolution is enough for a code of 3 cm at a distance of 20 cm. */
const wishes = { video: { facingMode: 'environment', width: { ideal: 1280 } }, audio: false } as const;

/**
 * Searches the camera's frames for a code while the dialog is open. `onText` returns whether the code was useful. If
 * not, the search continues. The library for codes is loaded on demand.
 */
export function useScanner(
  screen: RefObject<HTMLVideoElement | null>,
  onText: (text: string) => boolean,
): ScannerState {
  const [state, setState] = useState<ScannerState>('starting');
  const take = useEffectEvent(onText);
  useEffect(() => {
    const closing = new AbortController();
    const { signal } = closing;
    const tell = (next: ScannerState) => {
      if (!signal.aborted) setState(next);
    };
    watch(screen, signal, tell, take).catch(() => tell('failed'));
    return () => closing.abort();
  }, [screen]);
  return state;
}

async function watch(
  screen: RefObject<HTMLVideoElement | null>,
  signal: AbortSignal,
  tell: (state: ScannerState) => void,
  take: (text: string) => boolean,
): Promise<void> {
  const stream = await openCamera();
  if (!stream) return tell('no_camera');
  const stop = () => {
    for (const track of stream.getTracks()) track.stop();
  };
  signal.addEventListener('abort', stop);
  const video = screen.current;
  if (signal.aborted || !video) return stop();
  video.srcObject = stream;
  await video.play().catch(() => undefined);
  const { scanCode } = await import('./scan-code.ts');
  tell('searching');
  while (!signal.aborted) {
    const picture = frameOf(video);
    const text = picture && (await scanCode(picture));
    if (signal.aborted || (text && take(text))) return;
    if (text) tell('not_gs1');
    await new Promise((next) => setTimeout(next, BETWEEN_LOOKS_MS));
  }
}

/** Opens the camera. Returns null if there is no camera, or if the person does not allow its use. */
async function openCamera(): Promise<MediaStream | null> {
  try {
    return await navigator.mediaDevices.getUserMedia(wishes);
  } catch {
    return null;
  }
}

function frameOf(video: HTMLVideoElement): ImageData | null {
  const { videoWidth: width, videoHeight: height } = video;
  if (width === 0) return null;
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  context?.drawImage(video, 0, 0);
  return context?.getImageData(0, 0, width, height) ?? null;
}
