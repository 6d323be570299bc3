import { useEffect } from 'react';

const visitPath = /^(?:\/fr)?\/visit\//;

/**
 * Whether the document was loaded as a visit, because only its headers allow the microphone. After navigation within
 * the app, for example after signing in, the headers are those of another page.
 */
function isOwnDocument(): boolean {
  const [document] = performance.getEntriesByType('navigation');
  return !document || visitPath.test(new URL(document.name).pathname);
}

/** Returns false while the page reloads to become a separate document. */
export function useOwnDocument(isReady: boolean): boolean {
  const isOwn = isOwnDocument();
  useEffect(() => {
    if (isReady && !isOwn) location.reload();
  }, [isReady, isOwn]);
  return isOwn;
}
