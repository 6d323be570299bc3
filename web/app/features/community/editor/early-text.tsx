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
  // This must happen before the browser handles another key, because the field of the previous screen is already gone.
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
