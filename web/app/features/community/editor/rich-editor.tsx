import { Editor } from '@tiptap/core';
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Initials } from '../parts/letter.tsx';
import { extensions } from './extensions.ts';
import { mentionList, type MentionList, type PersonFound } from './mention-list.ts';
import type { PictureFacts } from '../write/upload-image.ts';
import { Toolbar } from './toolbar.tsx';
import { type Uploaded, useUploads } from './uploads.ts';
import styles from './rich-editor.module.css';

export interface RichEditorProps {
  label: string;
  placeholder: string;
  /** The initial HTML. Later changes of this prop are ignored. */
  initial: string;
  onChange: (html: string, isEmpty: boolean) => void;
  /** Uploads an image. Undefined if the service removes images and videos from the text: the editor offers neither. */
  uploadImage?: (file: File, facts: PictureFacts) => Promise<Uploaded>;
  /**
   * Called with the difference when the number of images that are not in the text yet rises or falls. The form must not
   * send the text before all of them are in it.
   */
  onUploading?: (change: number) => void;
  findPeople: (name: string) => Promise<PersonFound[]>;
  /** True for the editor of a comment, which is small at first and grows with its text. */
  isSmall?: boolean;
  /** True if the writer has just opened the editor. The editor then takes the focus. */
  takesFocus?: boolean;
  describedBy?: string;
  /** Text that was typed while the editor was loading. The editor adds it at the end, and clears the ref. */
  typedRef?: React.RefObject<string>;
  /** Another person's text. The editor inserts it as a quote after the existing text. */
  quote?: string | undefined;
}

/**
 * The editor for texts. It is larger than all other code of the community, so only `lazy-editor.tsx` imports this file.
 */
export default function RichEditor(props: RichEditorProps) {
  const place = useRef<HTMLDivElement>(null);
  const [mentions] = useState(() => mentionList((name) => props.findPeople(name)));
  const editor = useEditor(props, place, mentions);
  const { t } = useTranslation('community');
  const [pictures, setPictures] = useState<File[]>([]);
  const hasMedia = props.uploadImage !== undefined;
  const { take: upload, isBusy } = useUploads(editor, props.uploadImage, t('editor.image.alt'), props.onUploading);

  return (
    <div className={styles.box} data-small={props.isSmall || undefined}>
      {editor && (
        <Toolbar
          editor={editor}
          hasMedia={hasMedia}
          pictures={pictures}
          onPictures={setPictures}
          onUpload={(facts) => void upload(pictures, facts)}
          isUploading={isBusy}
        />
      )}
      <div
        ref={place}
        className={styles.area}
        onPasteCapture={(event) => hasMedia && takeImages(event, event.clipboardData.files, setPictures)}
        // A dropped image is also taken from an editor without media, because the browser would open it otherwise.
        onDropCapture={(event) => takeImages(event, event.dataTransfer.files, hasMedia ? setPictures : undefined)}
      />
      <MentionPopup list={mentions} />
    </div>
  );
}

/**
 * Takes pasted or dropped images. They need the same confirmation as chosen images. Without `take`, they are ignored.
 */
function takeImages(event: React.SyntheticEvent, files: FileList, take?: (files: File[]) => void) {
  const images = [...files].filter(({ type }) => type.startsWith('image/'));
  if (images.length === 0) return;
  event.preventDefault();
  event.stopPropagation();
  take?.(images);
}

function useEditor(
  props: RichEditorProps,
  place: React.RefObject<HTMLElement | null>,
  mentions: ReturnType<typeof mentionList>,
) {
  const [editor, setEditor] = useState<Editor | null>(null);
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });

  // A layout effect creates the editor before the browser handles the next key press. The field in which the person was
  // typing is already gone, so letters would be lost if the editor were created later.
  useLayoutEffect(() => {
    const { label, placeholder, initial, takesFocus, describedBy, quote, typedRef, uploadImage } = latest.current;
    const made = new Editor({
      element: place.current,
      injectCSS: false,
      extensions: extensions(placeholder, mentions, uploadImage !== undefined),
      content: initial,
      autofocus: takesFocus ? 'end' : false,
      editorProps: {
        attributes: {
          'aria-label': label,
          'aria-multiline': 'true',
          role: 'textbox',
          ...(describedBy && { 'aria-describedby': describedBy }),
        },
      },
      onUpdate: ({ editor: now }) => latest.current.onChange(now.isEmpty ? '' : now.getHTML(), now.isEmpty),
    });
    if (quote) putQuote(made, quote);
    const hasTyped = Boolean(typedRef?.current);
    if (typedRef && hasTyped) putTyped(made, typedRef);
    // The editor's own focus command waits for the next frame, and keys pressed until then would be lost.
    if (takesFocus || hasTyped) made.view.focus();
    setEditor(made);
    return () => {
      made.destroy();
      setEditor(null);
    };
  }, [place, mentions]);

  return editor;
}

function putTyped(editor: Editor, typedRef: React.RefObject<string>): void {
  const lines = typedRef.current.split('\n');
  const paragraphs = lines.map((text) => ({ type: 'paragraph', ...(text && { content: [{ type: 'text', text }] }) }));
  editor.chain().focus('end').insertContent(paragraphs).run();
  typedRef.current = '';
}

function putQuote(editor: Editor, text: string): void {
  const words = { type: 'paragraph', content: [{ type: 'text', text }] };
  const quote = [{ type: 'blockquote', content: [words] }, { type: 'paragraph' }];
  editor.chain().focus('end').insertContent(quote).run();
}

/**
 * The list of people to mention. The editor keeps the focus. The arrow keys and Enter act on this list. Screen readers
 * announce the number of people.
 */
function MentionPopup({ list }: { list: MentionList }) {
  const { t } = useTranslation('community');
  const { people, current, at } = useSyncExternalStore(list.subscribe, list.read);
  const isOpen = people.length > 0 && at !== undefined;
  return (
    <>
      <p role="status" className="visually-hidden">
        {isOpen && `${t('editor.mention.count', { count: people.length })} ${people[current]?.name}`}
      </p>
      {isOpen && (
        <ul
          className={styles.people}
          ref={(element) => {
            element?.style.setProperty('left', `${at.left}px`);
            element?.style.setProperty('top', `${at.bottom + 6}px`);
          }}
        >
          {people.map((person, index) => (
            <li key={person.id}>
              <button
                type="button"
                tabIndex={-1}
                data-current={index === current || undefined}
                onMouseDown={(event) => {
                  event.preventDefault();
                  list.choose(index);
                }}
              >
                <Initials name={person.name} />
                <bdi>{person.name}</bdi>
                {person.note && (
                  <span className="muted small">
                    <bdi>{person.note}</bdi>
                  </span>
                )}
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
