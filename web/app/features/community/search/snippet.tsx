import { Fragment } from 'react';

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&#x27;': "'",
};
const plain = (text: string) => text.replaceAll(/&(?:amp|lt|gt|quot|#39|#x27);/g, (found) => entities[found] ?? found);

/** Draws a text in which only <mark> is markup. The text is split into parts and never inserted as markup. */
export function Snippet({ text }: { text: string }) {
  return text
    .split(/<mark>(.*?)<\/mark>/s)
    .map((part, index) =>
      index % 2 === 1 ? <mark key={index}>{plain(part)}</mark> : <Fragment key={index}>{plain(part)}</Fragment>,
    );
}
