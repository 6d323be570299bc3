import { lazy, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAskedToWrite } from './asked-to-write.ts';
import { EarlyComposer } from './early-composer.tsx';
import type { Answering } from './open-composer.tsx';
import styles from './post.module.css';

const OpenComposer = lazy(() => import('./open-composer.tsx'));

interface Props extends Omit<Answering, 'typedRef'> {
  /**
   * Closes the composer. The function is undefined for the composer at the top, which is a single line until a click
   * opens it.
   */
  onClose?: () => void;
}

/**
 * The field for a reply. The first click opens it and loads the editor. Letters that the person types in the meantime
 * are not lost.
 */
export function Composer(props: Props) {
  const { t } = useTranslation('community');
  const asked = useAskedToWrite();
  const [isOpen, setOpen] = useState(props.onClose !== undefined || asked === 'comment');
  const [round, setRound] = useState(0);
  const keptRef = useRef('');
  const typedRef = props.editing ? undefined : keptRef;
  if (!isOpen)
    return (
      <button type="button" className={styles.closed} onClick={() => setOpen(true)}>
        {t('comments.write')}
      </button>
    );
  const close = () => {
    keptRef.current = '';
    setOpen(false);
    setRound(round + 1);
    props.onClose?.();
  };
  return (
    <Suspense fallback={<EarlyComposer label={props.label} typedRef={typedRef} />}>
      <OpenComposer key={round} {...props} typedRef={typedRef} onClose={close} />
    </Suspense>
  );
}
