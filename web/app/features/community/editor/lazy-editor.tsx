import { lazy, Suspense, useRef } from 'react';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { EarlyText } from './early-text.tsx';
import type { RichEditorProps } from './rich-editor.tsx';

const RichEditor = lazy(() => import('./rich-editor.tsx'));

/**
 * Loads the editor only when a person writes. While the editor loads, neither the stored text nor an empty field is
 * shown. An empty field would look as if the text were lost.
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
