/** Whoever comes from another page of ours has our fonts already, and sees the page in them from the first moment. */
const script = `document.referrer.startsWith(location.origin+'/')&&document.documentElement.removeAttribute('data-fonts')`;

export function FontsAtOnce() {
  // oxlint-disable-next-line react/no-danger -- a script of ours, without anything from outside
  return <script dangerouslySetInnerHTML={{ __html: script }} />;
}
