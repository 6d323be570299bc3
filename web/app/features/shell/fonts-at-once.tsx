/**
 * Visitors from another of our pages have our fonts in the browser's cache. This script makes their page use these
 * fonts at once.
 */
const script = `document.referrer.startsWith(location.origin+'/')&&document.documentElement.removeAttribute('data-fonts')`;

export function FontsAtOnce() {
  // oxlint-disable-next-line react/no-danger -- our own script, without any outside data
  return <script dangerouslySetInnerHTML={{ __html: script }} />;
}
