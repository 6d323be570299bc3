import { useEffect, useState } from 'react';
import type { LeadAccess } from './lead-access.ts';

/**
 * Whether the service has the photos. It is also 'unknown' if the service does not respond, so that a lost connection
 * does not stop the person.
 */
export type Photos = 'unknown' | 'missing' | 'complete';

/** Returns whether this browser has sent its three photos. */
export function usePhotos(lead: LeadAccess): Photos {
  const [photos, setPhotos] = useState<Photos>('unknown');
  useEffect(() => {
    let isOver = false;
    photosOf(lead).then((found) => !isOver && setPhotos(found));
    return () => {
      isOver = true;
    };
  }, [lead]);
  return photos;
}

async function photosOf(lead: LeadAccess): Promise<Photos> {
  const leadId = lead.read();
  if (!leadId) return 'missing';
  try {
    return (await lead.hasPhotos(leadId)) ? 'complete' : 'missing';
  } catch (error) {
    return isRefusal(error) ? 'missing' : 'unknown';
  }
}

/** Whether the service refused the call, because the lead does not exist or does not belong to this browser. */
function isRefusal(error: unknown): boolean {
  const status = Number((error as { status?: unknown } | null)?.status);
  return status >= 400 && status < 500;
}
