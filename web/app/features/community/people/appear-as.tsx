import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Row } from '#web/ui/layout.tsx';
import { useMyCommunity } from '../layout/use-my-community.ts';
import { Initials } from '../parts/letter.tsx';
import styles from './appear-as.module.css';

const NameDialog = lazy(() => import('./name-dialog.tsx'));

/**
 * Shows the name under which a text will appear. Only this line waits for its translations, so that the editor next to
 * it does not disappear.
 */
export const AppearAs = () => (
  <Suspense>
    <Line />
  </Suspense>
);

function Line() {
  const { t } = useTranslation(['community', 'community-writing']);
  const mine = useMyCommunity();
  const [isOpen, setOpen] = useState(false);
  if (!mine) return null;
  const { display_name, practitioner } = mine.me;
  return (
    <Row as="p" gap={8} rowGap={4} align="center" wrap className={styles.line}>
      <Initials name={display_name} />
      <span>
        {t('community-writing:name.as')}{' '}
        <strong>
          <bdi>{display_name}</bdi>
        </strong>
      </span>
      {!practitioner && (
        <button type="button" className={styles.change} onClick={() => setOpen(true)}>
          {t('community-writing:name.change')}
        </button>
      )}
      <Suspense>{isOpen && <NameDialog mine={mine} onClose={() => setOpen(false)} />}</Suspense>
    </Row>
  );
}

/** Asks for a name before the person's first text is sent. `withName` calls `send` once a name is chosen. */
export function useChosenName(action: string): { withName: (send: () => void) => void; nameDialog: ReactNode } {
  const mine = useMyCommunity();
  const [waiting, setWaiting] = useState<{ send: () => void }>();
  return {
    withName: (send) => (mine && !mine.has_chosen_name ? setWaiting({ send }) : send()),
    nameDialog: (
      <Suspense>
        {mine && waiting && (
          <NameDialog mine={mine} action={action} onClose={() => setWaiting(undefined)} onChosen={waiting.send} />
        )}
      </Suspense>
    ),
  };
}
