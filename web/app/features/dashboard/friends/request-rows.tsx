import { useTranslation } from 'react-i18next';
import type { Friends } from '#contract/progress.ts';
import { useFormat } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Initial } from './friend-rows.tsx';
import styles from './friends.module.css';
import { useConnection } from './use-friends.ts';

interface Props {
  requests: Friends['received'];
  /** The signed-in person may accept or decline received requests, and may withdraw sent ones. */
  kind: 'received' | 'sent';
}

export function RequestRows({ requests, kind }: Props) {
  return (
    <ul className={`${styles.rows} ${styles.requests}`}>
      {requests.map((request) => (
        <Row key={request.connection_id} request={request} kind={kind} />
      ))}
    </ul>
  );
}

function Row({
  request: { connection_id, name: given, asked_at },
  kind,
}: {
  request: Props['requests'][number];
  kind: Props['kind'];
}) {
  const { t } = useTranslation(['friends', 'dashboard-cards']);
  const { date } = useFormat();
  const { confirm, end } = useConnection();
  const name = given || t('dashboard-cards:friends.unnamed');
  const refusal = kind === 'received' ? 'decline' : 'take_back';
  return (
    <li>
      <Initial name={name} />
      <span className={styles.who}>
        <b>
          <bdi>{name}</bdi>
        </b>
        <small>{t('asked_on', { date: date(asked_at) })}</small>
      </span>
      <span className={styles.actions}>
        {kind === 'received' && (
          <Button
            size="s"
            variant="ink"
            busy={confirm.isPending}
            aria-label={t('accept.with', { name })}
            onClick={() => confirm.mutate({ connection_id })}
          >
            {t('accept')}
          </Button>
        )}
        <Button
          size="s"
          variant="quiet"
          busy={end.isPending}
          aria-label={t(`${refusal}.with`, { name })}
          onClick={() => end.mutate({ connection_id })}
        >
          {t(refusal)}
        </Button>
      </span>
    </li>
  );
}
