import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import type { RedFlag } from '#contract/community/red-flags.ts';

const RedFlagDialog = lazy(() => import('./red-flag-dialog.tsx'));

interface Waiting {
  sign: RedFlag;
  post: () => void;
}

/** Looks for signs of an emergency before a text is posted, and shows whom to call. Somebody who posts anyway is not asked about this sign again. */
export function useRedFlags(): { unlessUrgent: (text: string, post: () => void) => void; redFlagDialog: ReactNode } {
  const [waiting, setWaiting] = useState<Waiting>();
  const known = useRef(new Set<RedFlag>());
  const look = async (text: string, post: () => void) => {
    // Without a connection the words are not there, and the post fails with its own message.
    const words = await import('#contract/community/red-flags.ts').catch(() => undefined);
    const sign = words?.redFlagIn(text);
    if (sign && !known.current.has(sign)) setWaiting({ sign, post });
    else post();
  };
  return {
    unlessUrgent: (text, post) => void look(text, post),
    redFlagDialog: (
      <Suspense>
        {waiting && (
          <RedFlagDialog
            sign={waiting.sign}
            onClose={() => setWaiting(undefined)}
            onPost={() => {
              known.current.add(waiting.sign);
              setWaiting(undefined);
              waiting.post();
            }}
          />
        )}
      </Suspense>
    ),
  };
}
