import { useEffect } from 'react';

const visitPath = /^(?:\/fr)?\/visit\//;

/**
 * Whether this document was loaded as the page of a visit. Only the headers of that page allow the microphone. After
 * navigation within the app, for example after signing in, the headers are those of another page.
 */
function isOwnDocument(): boolean {
  const [document] = performance.getEntriesByType('navigation');
  return !document || visitPath.test(new URL(document.name).pathname);
}

/**
 * Reloads the page if its document was loaded for another page. Returns false until the document was loaded for the
 * visit.
 */
export function useOwnDocument(isReady: boolean): boolean {
  const isOwn = isOwnDocument();
  useEffect(() => {
    if (isReady && !isOwn) location.reload();
  }, [isReady, isOwn]);
  return isOwn;
}
