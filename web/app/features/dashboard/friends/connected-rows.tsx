import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Friend } from '#contract/progress.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { FriendRows } from './friend-rows.tsx';
import styles from './friends.module.css';
import { useConnection } from './use-friends.ts';

/**
 * Lists the friends, each with a button to stop sharing. The button asks for confirmation. Sharing then ends for both
 * people.
 */
export function ConnectedRows({ friends }: { friends: readonly Friend[] }) {
  const { t } = useTranslation('friends');
  const [leaving, setLeaving] = useState<{ connection_id: string; name: string }>();
  const { end } = useConnection();
  const close = () => setLeaving(undefined);
  const stop = () => {
    if (leaving) end.mutate({ connection_id: leaving.connection_id }, { onSuccess: close });
  };
  const footer = (
    <>
      <Button variant="quiet" onClick={close}>
        {t('stop.keep')}
      </Button>
      <Button variant="danger" busy={end.isPending} onClick={stop}>
        {t('stop')}
      </Button>
    </>
  );
  return (
    <>
      <FriendRows
        friends={friends}
        action={({ connection_id }, name) => (
          <span className={styles.actions}>
            <Button
              size="s"
              variant="quiet"
              aria-label={t('stop.with', { name })}
              onClick={() => setLeaving({ connection_id, name })}
            >
              {t('stop')}
            </Button>
          </span>
        )}
      />
      {leaving && (
        <Dialog
          isOpen
          onClose={close}
          size="s"
          title={t('stop.title', { name: leaving.name })}
          lead={t('stop.text')}
          footer={footer}
        />
      )}
    </>
  );
}
