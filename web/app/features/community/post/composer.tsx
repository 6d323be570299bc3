import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { useAskedToWrite } from './asked-to-write.ts';
import type { Answering } from './open-composer.tsx';
import styles from './post.module.css';

const OpenComposer = lazy(() => import('./open-composer.tsx'));

interface Props extends Answering {
  /** Absent for the composer at the top, which starts as a single line. */
  onClose?: () => void;
}

/** Where one answers, in place. It opens with the first click, and only then it is loaded, with its editor. */
export function Composer(props: Props) {
  const { t } = useTranslation('community');
  const asked = useAskedToWrite();
  const [isOpen, setOpen] = useState(props.onClose !== undefined || asked === 'comment');
  const [round, setRound] = useState(0);
  if (!isOpen)
    return (
      <button type="button" className={styles.closed} onClick={() => setOpen(true)}>
        {t('comments.write')}
      </button>
    );
  const close = () => {
    setOpen(false);
    setRound(round + 1);
    props.onClose?.();
  };
  return (
    <Suspense fallback={<Skeleton shape="block" />}>
      <OpenComposer key={round} {...props} onClose={close} />
    </Suspense>
  );
}
