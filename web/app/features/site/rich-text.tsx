import { Fragment, type ReactNode } from 'react';
import { LocalisedLink } from '#web/lib/locale.tsx';

/** A text of the catalogue: empty lines separate paragraphs, `- ` starts a line of a list, `[words](/path)` links to our own pages. */
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
  // Of every three parts, the second and third are the words and the address of a link.
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
