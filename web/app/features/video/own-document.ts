import { useEffect } from 'react';

const visitPath = /^(?:\/fr)?\/visit\//;

/** The microphone is allowed by the headers of the document. A page that was reached without loading one, as after signing in, has those of another page. */
function isOwnDocument(): boolean {
  const [document] = performance.getEntriesByType('navigation');
  return !document || visitPath.test(new URL(document.name).pathname);
}

/** False while the page is being loaded as a document of its own. */
export function useOwnDocument(isReady: boolean): boolean {
  const isOwn = isOwnDocument();
  useEffect(() => {
    if (isReady && !isOwn) location.reload();
  }, [isReady, isOwn]);
  return isOwn;
}
