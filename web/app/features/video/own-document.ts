import { useEffect } from 'react';

const visitPath = /^(?:\/fr)?\/visit\//;

/**
 * Whether this document was loaded as the page of a visit. Only the headers of that page allow the microphone. If the
 * person navigated here within the app, for example after signing in, the document has the headers of another page.
 */
function isOwnDocument(): boolean {
  const [document] = performance.getEntriesByType('navigation');
  return !document || visitPath.test(new URL(document.name).pathname);
}

/**
 * Reloads the page if its document was loaded for another page. Returns true once the document was loaded for the
 * visit.
 */
export function useOwnDocument(isReady: boolean): boolean {
  const isOwn = isOwnDocument();
  useEffect(() => {
    if (isReady && !isOwn) location.reload();
  }, [isReady, isOwn]);
  return isOwn;
}
