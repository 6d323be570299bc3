import { lazy, Suspense, useRef } from 'react';
import { EarlyText } from './early-text.tsx';
import type { RichEditorProps } from './rich-editor.tsx';

const RichEditor = lazy(() => import('./rich-editor.tsx'));

/** The editor is loaded only where somebody writes. */
export function LazyEditor({ typed, ...props }: RichEditorProps) {
  const own = useRef('');
  const early = typed ?? own;
  return (
    <Suspense fallback={<EarlyText {...props} typed={early} />}>
      <RichEditor {...props} typed={early} />
    </Suspense>
  );
}
