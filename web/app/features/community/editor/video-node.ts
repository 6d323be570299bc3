import { Node } from '@tiptap/core';
import { videoOf } from '../parts/video.ts';

/** A video in a text. In the editor it is a box with the provider's name, and nothing is loaded. */
export const VideoNode = Node.create({
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
