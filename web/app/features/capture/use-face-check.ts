import { useCallback, useEffect, useState } from 'react';
import { type FaceCheckState, PatientStart } from './patient-start.ts';

const load = async () => (await import('./start-face-check.ts')).startFaceCheck();

/**
 * Returns the state of the detector and functions for it. The first call of `start` loads the detector, which runs
 * until the page is left.
 */
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
    /** Called when a photo was taken. If the detector was not available, it is not used for later photos either. */
    onTaken: useCallback(() => isWithout && starting.goWithout(), [starting, isWithout]),
  };
}
