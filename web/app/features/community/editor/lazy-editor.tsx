import { lazy, Suspense, useRef } from 'react';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { EarlyText } from './early-text.tsx';
import type { RichEditorProps } from './rich-editor.tsx';

const RichEditor = lazy(() => import('./rich-editor.tsx'));

/**
 * Loads the editor only when a person writes. While the editor loads, a new text can be typed into `EarlyText`. If
 * there is a stored text, a placeholder is shown instead, because an empty field would look as if the text were lost.
 * With `typedRef`, `EarlyText` is always shown.
 */
export function LazyEditor({ typedRef, ...props }: RichEditorProps) {
  const own = useRef('');
  const early = typedRef ?? own;
  return (
    <Suspense
      fallback={props.initial && !typedRef ? <Skeleton shape="block" /> : <EarlyText {...props} typedRef={early} />}
    >
      <RichEditor {...props} typedRef={early} />
    </Suspense>
  );
}
