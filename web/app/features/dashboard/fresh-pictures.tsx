import { type ReactNode, useRef, useState } from 'react';
import { LoadingFrame } from './photo-frames.tsx';

interface Props {
  /** Loads new links; the children are then drawn again with them. */
  renew: () => Promise<unknown>;
  /** Shown when an image does not load even with a new link. */
  lost: ReactNode;
  children: ReactNode;
}

/** A link is valid for an hour. If an image fails within this time after a renewal, its link was not the cause. */
const renewalPause_ms = 60_000;

/** Images whose links expire. The first image that fails renews all links, once. `key` is the images' ids. */
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
