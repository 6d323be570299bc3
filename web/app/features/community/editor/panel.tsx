import type { Editor } from '@tiptap/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readAddress } from '#web/lib/read-address.ts';
import { TextField } from '#web/ui/text-field.tsx';
import { videoOf } from '../parts/video.ts';
import { Shell } from './panel-shell.tsx';
import type { PanelName } from './tools.ts';
import { focusOnce } from '../parts/focus-once.ts';

interface PanelProps {
  editor: Editor;
  onClose: () => void;
}

const panels = { link: LinkPanel, table: TablePanel, video: VideoPanel };
const mostCells = 20;

export function Panel({ name, ...props }: PanelProps & { name: PanelName }) {
  const Chosen = panels[name];
  return <Chosen {...props} />;
}

function LinkPanel({ editor, onClose }: PanelProps) {
  const { t } = useTranslation('community');
  const [text, setText] = useState(String(editor.getAttributes('link').href ?? ''));
  const [isWrong, setWrong] = useState(false);
  const done = () => {
    const chain = editor.chain().focus().extendMarkRange('link');
    const href = addressOf(text);
    if (text.trim() === '') chain.unsetLink().run();
    else if (!href) return setWrong(true);
    else if (editor.state.selection.empty && !editor.isActive('link'))
      chain.insertContent([{ type: 'text', text: text.trim(), marks: [{ type: 'link', attrs: { href } }] }]).run();
    else chain.setLink({ href }).run();
    onClose();
  };
  return (
    <Shell action={t('editor.link.insert')} onDone={done} onClose={onClose}>
      <TextField
        label={t('editor.link.label')}
        type="text"
        inputMode="url"
        ref={focusOnce}
        value={text}
        error={isWrong && t('editor.link.wrong')}
        onChange={(event) => setText(event.target.value)}
      />
    </Shell>
  );
}

/**
 * Returns the address of a link. 'example.org' becomes an https address and 'marion@example.org' an email address. Any
 * other text is refused.
 */
export function addressOf(text: string): string | undefined {
  const written = text.trim();
  if (written === '' || /\s/.test(written)) return undefined;
  if (/^[^@/:]+@[^@/:]+\.[^@/:]+$/.test(written)) return `mailto:${written}`;
  const address = readAddress(/^[a-z][a-z0-9+.-]*:/i.test(written) ? written : `https://${written}`);
  if (address?.protocol === 'mailto:') return address.href;
  const isWeb = address?.protocol === 'https:' || address?.protocol === 'http:';
  return isWeb && /\w\.\w/.test(address.hostname) ? address.href : undefined;
}

function VideoPanel({ editor, onClose }: PanelProps) {
  const { t } = useTranslation('community');
  const [text, setText] = useState('');
  const [isWrong, setWrong] = useState(false);
  const done = () => {
    const video = videoOf(text);
    if (!video) return setWrong(true);
    editor
      .chain()
      .focus()
      .insertContent([{ type: 'video', attrs: { key: video.key } }, { type: 'paragraph' }])
      .run();
    onClose();
  };
  return (
    <Shell action={t('editor.video.insert')} onDone={done} onClose={onClose}>
      <TextField
        label={t('editor.video.label')}
        hint={t('editor.video.hint')}
        type="text"
        inputMode="url"
        ref={focusOnce}
        value={text}
        error={isWrong && t('editor.video.wrong')}
        onChange={(event) => setText(event.target.value)}
      />
    </Shell>
  );
}

const isCount = (text: string) => /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= mostCells;

function TablePanel({ editor, onClose }: PanelProps) {
  const { t } = useTranslation('community');
  const [rows, setRows] = useState('3');
  const [cols, setCols] = useState('3');
  const [isTried, setTried] = useState(false);
  const done = () => {
    setTried(true);
    if (!isCount(rows) || !isCount(cols)) return;
    const size = { rows: Number(rows), cols: Number(cols), withHeaderRow: Number(rows) > 1 };
    editor.chain().focus().insertTable(size).run();
    onClose();
  };
  const wrong = (text: string) => isTried && !isCount(text) && t('editor.table.wrong', { most: mostCells });
  return (
    <Shell action={t('editor.table.insert')} onDone={done} onClose={onClose}>
      <TextField
        label={t('editor.table.rows')}
        inputMode="numeric"
        ref={focusOnce}
        value={rows}
        error={wrong(rows)}
        onChange={(event) => setRows(event.target.value)}
      />
      <TextField
        label={t('editor.table.columns')}
        inputMode="numeric"
        value={cols}
        error={wrong(cols)}
        onChange={(event) => setCols(event.target.value)}
      />
    </Shell>
  );
}
