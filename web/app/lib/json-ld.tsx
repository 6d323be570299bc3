/**
 * Adds structured data about a page for search engines. Browsers never execute this data, so the content security
 * policy does not affect it.
 */
export function JsonLd({ data }: { data: Record<string, unknown> }) {
  // A closing tag inside a text would end the element, so '<' is replaced.
  const text = JSON.stringify({ '@context': 'https://schema.org', ...data }).replaceAll('<', '\\u003c');
  // oxlint-disable-next-line react/no-danger -- React would escape quotation marks, which JSON needs
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: text }} />;
}
