/** Structured data about a page, for machines. Browsers never run it, regardless of the policy. */
export function JsonLd({ data }: { data: Record<string, unknown> }) {
  // A closing tag inside a text would end the element.
  const text = JSON.stringify({ '@context': 'https://schema.org', ...data }).replaceAll('<', '\\u003c');
  // oxlint-disable-next-line react/no-danger -- React would escape quotation marks, which JSON needs
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: text }} />;
}
