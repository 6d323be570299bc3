import { type ReactNode, Suspense, use, useState } from 'react';
import type { RedFlag } from '#contract/community/red-flags.ts';
import { UrgentHelp } from './urgent-help.ts';

/**
 * Looks for signs of an emergency before a text is posted, and shows emergency numbers. If the person posts anyway, the
 * numbers are not shown for the same sign again.
 */
export function useRedFlags(): { unlessUrgent: (text: string, post: () => void) => void; redFlagDialog: ReactNode } {
  const help = use(UrgentHelp);
  const [known, setKnown] = useState<readonly RedFlag[]>([]);
  const [waiting, setWaiting] = useState<{ sign: RedFlag; post: () => void }>();
  const look = async (text: string, post: () => void) => {
    // If the phrases cannot be loaded, the text is posted without this check. The cause is probably a lost connection.
    // In that case posting fails, and shows its own message.
    const sign = await import('#contract/community/red-flags.ts').then(
      ({ redFlagIn }) => redFlagIn(text),
      () => undefined,
    );
    if (help && sign && !known.includes(sign)) setWaiting({ sign, post });
    else post();
  };
  const postAnyway = () => {
    if (waiting) setKnown([...known, waiting.sign]);
    setWaiting(undefined);
    waiting?.post();
  };
  return {
    unlessUrgent: (text, post) => void look(text, post),
    redFlagDialog: (
      <Suspense>
        {waiting && help?.({ sign: waiting.sign, onClose: () => setWaiting(undefined), onPost: postAnyway })}
      </Suspense>
    ),
  };
}
