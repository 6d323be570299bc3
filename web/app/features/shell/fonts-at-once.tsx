/** Visitors from another of our pages have our fonts cached and see them at once. */
const script = `document.referrer.startsWith(location.origin+'/')&&document.documentElement.removeAttribute('data-fonts')`;

export function FontsAtOnce() {
  // oxlint-disable-next-line react/no-danger -- a script of ours, without anything from outside
  return <script dangerouslySetInnerHTML={{ __html: script }} />;
}
