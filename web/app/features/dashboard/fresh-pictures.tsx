import { type ReactNode, useRef, useState } from 'react';
import { LoadingFrame } from './photo-frames.tsx';

interface Props {
  /** Loads new links; the children are then drawn again with them. */
  renew: () => Promise<unknown>;
  /** Shown when a picture does not load even with a fresh link. */
  lost: ReactNode;
  children: ReactNode;
}

/** A link is valid for an hour. One that fails sooner after a renewal than this was not too old. */
const renewalPause_ms = 60_000;

/** Pictures behind links that end: the first that fails has the links renewed, once. `key` is the pictures' ids. */
export function FreshPictures({ renew, lost, children }: Props) {
  const [stage, setStage] = useState<'shown' | 'renewing' | 'lost'>('shown');
  const renewedAt = useRef(Number.NEGATIVE_INFINITY);

  const onError = async () => {
    if (stage !== 'shown') return;
    if (Date.now() - renewedAt.current < renewalPause_ms) {
      console.warn('A photo did not load, with a fresh link either.');
      setStage('lost');
      return;
    }
    setStage('renewing');
    await renew();
    renewedAt.current = Date.now();
    setStage('shown');
  };

  if (stage === 'lost') return lost;
  if (stage === 'renewing') return <LoadingFrame />;
  // Errors of pictures do not bubble, but they can be caught on their way down.
  return <div onErrorCapture={onError}>{children}</div>;
}
