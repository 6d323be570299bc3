import { Fragment, type ReactNode } from 'react';
import { LocalisedLink } from '#web/lib/locale.tsx';

/**
 * Draws a translated text. Empty lines separate paragraphs, `- ` starts an item of a list, and `[words](/path)` is a
 * link to one of our pages.
 */
export function RichText({ text }: { text: string }) {
  return text.split('\n\n').map((block, index) => {
    if (!block.startsWith('- ')) return <p key={index}>{withLinks(block)}</p>;
    return (
      <ul key={index}>
        {block.split('\n').map((line) => (
          <li key={line}>{withLinks(line.slice(2))}</li>
        ))}
      </ul>
    );
  });
}

function withLinks(text: string): ReactNode {
  // The parts come in groups of three: a plain text, the text of a link, and the address of this link.
  const parts = text.split(/\[([^\]]+)\]\((\/[^)]*)\)/);
  return parts.map((part, index) => {
    if (index % 3 === 2) return null;
    if (index % 3 === 0) return <Fragment key={index}>{part}</Fragment>;
    return (
      <LocalisedLink key={index} to={parts[index + 1] ?? '/home'} reloadDocument>
        {part}
      </LocalisedLink>
    );
  });
}
