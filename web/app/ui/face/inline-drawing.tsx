/** A drawing of ours that stands in the page itself: a first view waits for no second file. Its file has no words and no style attributes. */
export function InlineDrawing({ svg, className }: { svg: string; className?: string }) {
  // oxlint-disable-next-line react/no-danger -- the text of a file of ours, put in at build time
  return <span className={className} aria-hidden="true" dangerouslySetInnerHTML={{ __html: svg }} />;
}
