/**
 * The script for visitors who come from another of our pages. Our fonts are then in the browser's cache, so the page
 * uses them at once.
 */
const script = `document.referrer.startsWith(location.origin+'/')&&document.documentElement.removeAttribute('data-fonts')`;

export function FontsAtOnce() {
  // oxlint-disable-next-line react/no-danger -- our own script, without any outside data
  return <script dangerouslySetInnerHTML={{ __html: script }} />;
}
