import { focusOnce } from '../parts/focus-once.ts';
import type { RichEditorProps } from './rich-editor.tsx';
import styles from './rich-editor.module.css';

type Props = Pick<RichEditorProps, 'label' | 'placeholder' | 'isSmall' | 'takesFocus'> & {
  typed: React.RefObject<string>;
};

/** Looks like the editor and keeps what is typed while the editor loads. The editor begins with it. */
export function EarlyText({ label, placeholder, isSmall, takesFocus, typed }: Props) {
  return (
    <div className={styles.box} data-small={isSmall || undefined} aria-busy="true">
      <div className={styles.toolbar} />
      <textarea
        ref={takesFocus ? focusAtEnd : undefined}
        className={styles.early}
        aria-label={label}
        placeholder={placeholder}
        defaultValue={typed.current}
        onChange={(event) => {
          typed.current = event.target.value;
        }}
      />
    </div>
  );
}

function focusAtEnd(field: HTMLTextAreaElement | null) {
  focusOnce(field);
  field?.setSelectionRange(field.value.length, field.value.length);
}
