import { type AnyExtension, Node } from '@tiptap/core';
import { Image } from '@tiptap/extension-image';
import { Mention } from '@tiptap/extension-mention';
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table';
import { Placeholder } from '@tiptap/extensions';
import StarterKit from '@tiptap/starter-kit';
import { videoOf } from '../parts/video.ts';
import type { MentionList } from './mention-list.ts';

/**
 * A table without column widths. Tiptap writes widths as style attributes, which the page's content security policy
 * forbids. The columns have equal widths instead.
 */
const PlainTable = Table.extend({
  renderHTML: () => ['table', ['tbody', 0]],
}).configure({ resizable: false });

/** The attributes of a cell. Widths are left out, because the content security policy forbids style attributes. */
const spans = { colspan: { default: 1 }, rowspan: { default: 1 } };
const PlainCell = TableCell.extend({ addAttributes: () => spans });
const PlainHeader = TableHeader.extend({ addAttributes: () => spans });

/**
 * An image that was uploaded to our service. Other images are not allowed. The image's size is stored, so that the page
 * does not move when the image loads.
 */
const OwnImage = Image.extend({
  addAttributes: () => ({
    src: { default: null },
    alt: { default: '' },
    width: { default: null },
    height: { default: null },
  }),
  parseHTML: () => [{ tag: 'img[src^="/community-assets/"]' }],
});

const Person = Mention.extend({
  addAttributes: () => ({
    id: { default: null, parseHTML: (element: HTMLElement) => element.getAttribute('data-mention') },
  }),
  parseHTML: () => [{ tag: 'span[data-mention]' }],
  renderHTML: ({ node }) => ['span', { 'data-mention': String(node.attrs.id) }, `@${node.attrs.id}`],
  renderText: ({ node }) => `@${node.attrs.id}`,
});

/** A video in a text. In the editor it is a box with the provider's name, and nothing is loaded. */
const VideoNode = Node.create({
  name: 'video',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({
    key: {
      default: null,
      parseHTML: (element) => videoOf(element.getAttribute('data-video'))?.key ?? null,
      rendered: false,
    },
  }),
  parseHTML: () => [{ tag: 'div[data-video]', priority: 60 }],
  renderHTML: ({ node }) => ['div', { 'data-video': String(node.attrs.key) }],
  addNodeView:
    () =>
    ({ node }) => {
      const video = videoOf(node.attrs.key);
      const dom = document.createElement('div');
      dom.dataset.video = node.attrs.key;
      dom.textContent = `▶ ${video?.provider} · ${video?.url.replace('https://', '')}`;
      return { dom };
    },
  renderText: ({ node }) => videoOf(node.attrs.key)?.url ?? '',
});

/**
 * Returns the editor's extensions for the kinds of text that people can write. The toolbar offers all of them except
 * mentions, which are typed with @. The service stores exactly these kinds. Without `hasMedia`, the text can have no
 * images and videos.
 */
export function extensions(placeholder: string, mentions: MentionList, hasMedia: boolean): AnyExtension[] {
  return [
    StarterKit.configure({
      heading: false,
      code: false,
      codeBlock: false,
      horizontalRule: false,
      strike: false,
      dropcursor: false,
      link: {
        openOnClick: false,
        autolink: true,
        defaultProtocol: 'https',
        protocols: ['http', 'https', 'mailto'],
        HTMLAttributes: { rel: null, target: null },
      },
    }),
    PlainTable,
    TableRow,
    PlainHeader,
    PlainCell,
    ...(hasMedia ? [OwnImage, VideoNode] : []),
    Person.configure({ suggestion: mentions.suggestion }),
    Placeholder.configure({ placeholder }),
  ];
}
