import type { Editor } from '@tiptap/core';
import {
  Bold,
  Image as ImageIcon,
  Italic,
  Link,
  List,
  ListOrdered,
  type LucideIcon,
  Quote,
  Table,
  Underline,
  Video,
} from 'lucide-react';

export type PanelName = 'link' | 'table' | 'video';
type ToolName = 'bold' | 'italic' | 'underline' | 'bulletList' | 'orderedList' | 'blockquote' | 'image' | PanelName;

export interface Tool {
  name: ToolName;
  icon: LucideIcon;
  /** The action of the tool. Tools without an action open a panel, and the image tool asks for a file. */
  run?: (editor: Editor) => unknown;
}

const chain = (editor: Editor) => editor.chain().focus();

/** The tools in the order of the toolbar, with a line between the groups. */
const groups: readonly (readonly Tool[])[] = [
  [
    { name: 'bold', icon: Bold, run: (editor) => chain(editor).toggleBold().run() },
    { name: 'italic', icon: Italic, run: (editor) => chain(editor).toggleItalic().run() },
    { name: 'underline', icon: Underline, run: (editor) => chain(editor).toggleUnderline().run() },
  ],
  [
    { name: 'bulletList', icon: List, run: (editor) => chain(editor).toggleBulletList().run() },
    { name: 'orderedList', icon: ListOrdered, run: (editor) => chain(editor).toggleOrderedList().run() },
    { name: 'blockquote', icon: Quote, run: (editor) => chain(editor).toggleBlockquote().run() },
  ],
  [
    { name: 'link', icon: Link },
    { name: 'table', icon: Table },
    { name: 'image', icon: ImageIcon },
    { name: 'video', icon: Video },
  ],
];

const media: readonly ToolName[] = ['image', 'video'];

/** Returns the tools of an editor. An editor without media has no tools for images and videos. */
export const groupsFor = (hasMedia: boolean): typeof groups =>
  hasMedia ? groups : groups.map((tools) => tools.filter(({ name }) => !media.includes(name)));

export type TableAct = 'addRow' | 'addColumn' | 'deleteRow' | 'deleteColumn' | 'deleteTable';

/** Tools that are shown while the cursor is in a table. */
export const tableActs: Record<TableAct, (editor: Editor) => unknown> = {
  addRow: (editor) => chain(editor).addRowAfter().run(),
  addColumn: (editor) => chain(editor).addColumnAfter().run(),
  deleteRow: (editor) => chain(editor).deleteRow().run(),
  deleteColumn: (editor) => chain(editor).deleteColumn().run(),
  deleteTable: (editor) => chain(editor).deleteTable().run(),
};
