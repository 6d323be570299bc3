import { lazy, Suspense, useRef } from 'react';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { EarlyText } from './early-text.tsx';
import type { RichEditorProps } from './rich-editor.tsx';

const RichEditor = lazy(() => import('./rich-editor.tsx'));

/**
 * Loads the editor only where somebody writes. A stored text is not shown while the editor loads, and no empty field is
 * shown either, because it would look as if the text were lost.
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
