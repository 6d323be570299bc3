/**
 * Inserts one of our drawings into the page, so that the first view does not wait for a second file. The file contains
 * no text and no style attributes.
 */
export function InlineDrawing({ svg, className }: { svg: string; className?: string }) {
  // oxlint-disable-next-line react/no-danger -- the text of our own file, inserted at build time
  return <span className={className} aria-hidden="true" dangerouslySetInnerHTML={{ __html: svg }} />;
}
