import { useCallback, useEffect, useState } from 'react';
import { type FaceCheckState, PatientStart } from './patient-start.ts';

const load = async () => (await import('./start-face-check.ts')).startFaceCheck();

/** The detector. The first call of `start` loads and starts it, and it lives as long as the page. */
export function useFaceCheck() {
  const [state, setState] = useState<FaceCheckState>({ status: 'idle' });
  const [starting] = useState(() => new PatientStart(load, setState));
  const isWithout = state.status === 'unavailable';
  useEffect(() => () => starting.stop(), [starting]);
  return {
    state,
    start: useCallback(() => starting.start(), [starting]),
    restart: useCallback(() => starting.restart(), [starting]),
    giveUp: useCallback(() => starting.giveUp(), [starting]),
    /** Called when a photo was taken in the detector's current state. */
    onTaken: useCallback(() => isWithout && starting.goWithout(), [starting, isWithout]),
  };
}
