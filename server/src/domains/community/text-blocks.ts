import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import type { PageData } from '#server/platform/http/page-template.ts';

type Node = DefaultTreeAdapterTypes.ChildNode;

/**
 * The number of letters in a first view. It is more than any window shows before the scripts have rendered the page.
 */
const ENOUGH = 1600;

/** Returns the beginning of a clean text, paragraph by paragraph, without markup. */
export function blocksOf(html: string): PageData[] {
  const blocks: PageData[] = [];
  let letters = 0;
  for (const node of parseFragment(html).childNodes) {
    if (letters > ENOUGH) break;
    letters += wordsOf(node).length;
    const block = toBlock(node);
    if (block) blocks.push(block);
  }
  return blocks;
}

function toBlock(node: Node): PageData | undefined {
  const words = wordsOf(node).trim();
  switch (node.nodeName) {
    case 'ul':
    case 'ol':
      return { items: childrenOf(node).map(wordsOf).filter(Boolean) };
    case 'h2':
    case 'h3':
      return { heading: words };
    case 'blockquote':
      return { quote: words };
    case 'img':
      return { picture: of(node, 'src'), width: of(node, 'width'), height: of(node, 'height') };
    case 'table':
      return toTable(node);
    default:
      return words ? { words } : undefined;
  }
}

function toTable(table: Node): PageData {
  const rows = childrenOf(table)
    .flatMap((part) => (part.nodeName === 'tr' ? [part] : childrenOf(part)))
    .map((row) => childrenOf(row).filter(({ nodeName }) => nodeName === 'td' || nodeName === 'th'));
  const [first] = rows;
  const hasColumns = first?.every(({ nodeName }) => nodeName === 'th') ?? false;
  const words = rows.map((row) => row.map((cell) => wordsOf(cell).trim()));
  return hasColumns ? { columns: words[0], table: words.slice(1) } : { table: words };
}

const childrenOf = (node: Node): Node[] => ('childNodes' in node ? node.childNodes : []);
export const wordsOf = (node: Node): string =>
  'value' in node ? node.value : node.nodeName === 'br' ? ' ' : childrenOf(node).map(wordsOf).join('');
const of = (node: Node, name: string): string | undefined =>
  'attrs' in node ? node.attrs.find((attribute) => attribute.name === name)?.value : undefined;
