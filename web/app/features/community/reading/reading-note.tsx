import { lazy, Suspense } from 'react';
import { useMyCommunity } from '../layout/use-my-community.ts';

const NoteLine = lazy(() => import('./note-line.tsx'));

interface Props {
  /** The languages that apply if none was chosen. */
  otherwise?: string | undefined;
}

/** Shown above a list: the languages to which it is limited. Shows nothing to readers who see all languages. */
export function ReadingNote({ otherwise }: Props) {
  const mine = useMyCommunity();
  const chosen: readonly string[] = mine?.reads ?? [];
  const languages = mine && otherwise && chosen.length === 0 ? [otherwise] : chosen;
  if (languages.length === 0) return null;
  return (
    <Suspense>
      <NoteLine languages={languages} />
    </Suspense>
  );
}
