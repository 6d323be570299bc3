/** One of our drawings, inserted into the page so that the first view waits for no second file. The file has no text and no style attributes. */
export function InlineDrawing({ svg, className }: { svg: string; className?: string }) {
  // oxlint-disable-next-line react/no-danger -- the text of our own file, inserted at build time
  return <span className={className} aria-hidden="true" dangerouslySetInnerHTML={{ __html: svg }} />;
}
