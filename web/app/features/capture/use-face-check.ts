import { useCallback, useEffect, useState } from 'react';
import { type FaceCheckState, PatientStart } from './patient-start.ts';

const load = async () => (await import('./start-face-check.ts')).startFaceCheck();

/** The detector: fetched and started on the first call of `start`, one for the life of the page. */
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
    /** A photo was taken as the detector stands now. */
    onTaken: useCallback(() => isWithout && starting.goWithout(), [starting, isWithout]),
  };
}
