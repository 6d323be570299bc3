import { useEffect, useState } from 'react';
import { readLeadId } from '#web/features/capture/lead.ts';
import { poses } from '#web/features/capture/poses.ts';

/** 'unknown' also when the service cannot be asked: nobody is sent away because of a lost connection. */
export type Photos = 'unknown' | 'missing' | 'complete';

/** Whether this browser has handed in its three photos. */
export function usePhotos(): Photos {
  const [photos, setPhotos] = useState<Photos>('unknown');
  useEffect(() => {
    let isOver = false;
    const set = (found: Photos) => !isOver && setPhotos(found);
    const leadId = readLeadId();
    if (!leadId) set('missing');
    else
      import('#web/features/capture/lead-calls.ts')
        .then(({ storedPoses }) => storedPoses(leadId))
        .then((stored) => set(poses.every((pose) => stored.includes(pose)) ? 'complete' : 'missing'))
        .catch((error: unknown) => set(isRefusal(error) ? 'missing' : 'unknown'));
    return () => {
      isOver = true;
    };
  }, []);
  return photos;
}

/** The service answered that this lead is not there for us. */
function isRefusal(error: unknown): boolean {
  const status = Number((error as { status?: unknown } | null)?.status);
  return status >= 400 && status < 500;
}
