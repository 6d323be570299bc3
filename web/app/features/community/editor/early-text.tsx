import { useLayoutEffect, useRef } from 'react';
import type { RichEditorProps } from './rich-editor.tsx';
import styles from './early-text.module.css';

type Props = Pick<RichEditorProps, 'label' | 'placeholder' | 'isSmall' | 'takesFocus'> & {
  typedRef: React.RefObject<string>;
};

/**
 * A field that looks like the editor. It collects the typed text until the editor has loaded and starts with that text.
 */
export function EarlyText({ label, placeholder, isSmall, takesFocus, typedRef }: Props) {
  const field = useRef<HTMLTextAreaElement>(null);
  // A layout effect moves the focus before the browser handles the next key press. The field that had the focus before
  // is already gone, so a later move would lose letters.
  useLayoutEffect(() => {
    if (!field.current) return;
    field.current.value = typedRef.current;
    if (takesFocus) focusAtEnd(field.current);
  }, [typedRef, takesFocus]);
  return (
    <div className={styles.box} data-small={isSmall || undefined} aria-busy="true">
      <div className={styles.toolbar} />
      <textarea
        className={styles.early}
        aria-label={label}
        placeholder={placeholder}
        ref={field}
        onChange={(event) => {
          typedRef.current = event.target.value;
        }}
      />
    </div>
  );
}

function focusAtEnd(field: HTMLTextAreaElement) {
  field.focus();
  field.setSelectionRange(field.value.length, field.value.length);
}
