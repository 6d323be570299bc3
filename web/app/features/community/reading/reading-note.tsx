import { Suspense } from 'react';
import { later } from '#web/lib/later.ts';
import { useMyCommunity } from '../layout/use-my-community.ts';

const NoteLine = later(() => import('./note-line.tsx'));

interface Props {
  /** The language of the list if the reader chose none. Without it, the list is then in all languages. */
  otherwise?: string | undefined;
}

/** A note above a list that is limited to certain languages. It is not shown to readers who see all languages. */
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
