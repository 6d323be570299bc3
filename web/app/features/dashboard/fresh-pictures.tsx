import { type ReactNode, useRef, useState } from 'react';
import { LoadingFrame } from './photo-frames.tsx';

interface Props {
  /** Loads new links. The children are then drawn again with these links. */
  renew: () => Promise<unknown>;
  /** Shown when an image does not load although its link is new. */
  lost: ReactNode;
  children: ReactNode;
}

/**
 * The time in milliseconds after a renewal in which a failed image does not renew the links again. Links are valid for
 * an hour, so an expired link cannot be the cause of such a failure.
 */
const renewalPause_ms = 60_000;

/**
 * Shows stored images whose links expire. If an image fails to load, all links are renewed once. Pass the ids of the
 * images as React's `key`, so that other images do not keep the state of a failure.
 */
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
  // Error events of images do not bubble, but they can be caught in the capture phase.
  return <div onErrorCapture={onError}>{children}</div>;
}
