import { lazy, Suspense } from 'react';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { RichEditorProps } from './rich-editor.tsx';

const RichEditor = lazy(() => import('./rich-editor.tsx'));

/** The editor comes where one writes, and nowhere else. */
export function LazyEditor(props: RichEditorProps) {
  return (
    <Suspense fallback={<Skeleton shape="block" />}>
      <RichEditor {...props} />
    </Suspense>
  );
}
