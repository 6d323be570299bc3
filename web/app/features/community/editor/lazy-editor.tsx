import { lazy, Suspense, useRef } from 'react';
import { EarlyText } from './early-text.tsx';
import type { RichEditorProps } from './rich-editor.tsx';

const RichEditor = lazy(() => import('./rich-editor.tsx'));

/** The editor is loaded only where somebody writes. */
export function LazyEditor({ typedRef, ...props }: RichEditorProps) {
  const own = useRef('');
  const early = typedRef ?? own;
  return (
    <Suspense fallback={<EarlyText {...props} typedRef={early} />}>
      <RichEditor {...props} typedRef={early} />
    </Suspense>
  );
}
