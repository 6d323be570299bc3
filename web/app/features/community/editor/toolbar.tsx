import type { Editor } from '@tiptap/core';
import { type KeyboardEvent, type Ref, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { photoTypes } from '#web/lib/picture-kind.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Row } from '#web/ui/layout.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import type { PictureFacts } from '../write/upload-image.ts';
import { Panel } from './panel.tsx';
import { PicturePanel } from './picture-panel.tsx';
import { groupsFor, type PanelName, type TableAct, type Tool, tableActs } from './tools.ts';
import styles from './rich-editor.module.css';

interface Props {
  editor: Editor;
  /** False if the text can have no images and videos. The toolbar then does not offer them. */
  hasMedia: boolean;
  /** The chosen images. They are uploaded after the writer has stated who appears in them. */
  pictures: readonly File[];
  onPictures: (files: File[]) => void;
  onUpload: (facts: PictureFacts) => void;
  isUploading: boolean;
}

/** The toolbar of the editor. The Tab key stops at it only once, and the arrow keys move between its tools. */
export function Toolbar({ editor, hasMedia, pictures, onPictures, onUpload, isUploading }: Props) {
  const { t } = useTranslation('community');
  const [panel, setPanel] = useState<PanelName>();
  const file = useRef<HTMLInputElement>(null);
  const groups = groupsFor(hasMedia);
  const active = useActive(editor);

  const use = (tool: Tool) => {
    setPanel(undefined);
    if (tool.run) tool.run(editor);
    else if (tool.name === 'image') file.current?.click();
    else setPanel(tool.name === panel ? undefined : (tool.name as PanelName));
  };

  return (
    <>
      <Row
        role="toolbar"
        tabIndex={-1}
        aria-label={t('editor.toolbar')}
        align="center"
        wrap
        className={styles.toolbar}
        onKeyDown={moveFocus}
      >
        {groups.map((tools, group) => (
          <Row key={group} gap={2} className={styles.group} role="presentation">
            {tools.map((tool, index) => (
              <IconButton
                key={tool.name}
                size="s"
                icon={tool.icon}
                label={t(`editor.tool.${tool.name}`)}
                tabIndex={group === 0 && index === 0 ? 0 : -1}
                aria-pressed={tool.run ? active.includes(tool.name) : undefined}
                aria-expanded={tool.run || tool.name === 'image' ? undefined : panel === tool.name}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => use(tool)}
              />
            ))}
          </Row>
        ))}
        {isUploading && <Spinner label={t('editor.image.uploading')} />}
        {hasMedia && <PictureInput ref={file} onPictures={onPictures} />}
      </Row>
      {pictures.length > 0 && (
        <PicturePanel
          count={pictures.length}
          onClose={() => onPictures([])}
          onDone={(facts) => {
            onUpload(facts);
            onPictures([]);
          }}
        />
      )}
      {panel && <Panel name={panel} editor={editor} onClose={() => setPanel(undefined)} />}
      {active.includes('table') && <TableTools editor={editor} />}
    </>
  );
}

/**
 * The hidden input that the image tool opens. It is emptied after each choice, so that the same file can be chosen
 * twice.
 */
function PictureInput({ ref, onPictures }: Pick<Props, 'onPictures'> & { ref: Ref<HTMLInputElement> }) {
  const { t } = useTranslation('community');
  return (
    <input
      ref={ref}
      type="file"
      accept={photoTypes}
      multiple
      hidden
      tabIndex={-1}
      aria-label={t('editor.tool.image')}
      onChange={(event) => {
        onPictures([...(event.target.files ?? [])]);
        event.target.value = '';
      }}
    />
  );
}

function TableTools({ editor }: { editor: Editor }) {
  const { t } = useTranslation('community');
  return (
    <Row gap={14} rowGap={4} wrap className={styles.tableTools} role="group" aria-label={t('editor.tool.table')}>
      {(Object.keys(tableActs) as TableAct[]).map((act) => (
        <button
          key={act}
          type="button"
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => tableActs[act](editor)}
        >
          {t(`editor.table.${act}`)}
        </button>
      ))}
    </Row>
  );
}

function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
  const targets: Record<string, number> = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 };
  const target = targets[event.key];
  if (at < 0 || target === undefined) return;
  event.preventDefault();
  const next = buttons.at(target % buttons.length);
  for (const button of buttons) button.tabIndex = button === next ? 0 : -1;
  next?.focus();
}

/** Returns the names of the tools that are active at the cursor. */
function useActive(editor: Editor): string {
  return useSyncExternalStore(
    (listener) => {
      editor.on('transaction', listener);
      return () => void editor.off('transaction', listener);
    },
    () =>
      groupsFor(true)
        .flat()
        .map(({ name }) => name)
        .filter((name) => editor.isActive(name))
        .join(' '),
  );
}
