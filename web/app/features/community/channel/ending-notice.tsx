import { useTranslation } from 'react-i18next';
import type { Channel } from '#contract/community/channels.ts';
import { useFormat } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Row } from '#web/ui/layout.tsx';
import styles from './ending.module.css';
import { useEnding } from './use-ending.ts';

/**
 * A notice that the community is archived, or on which day it will be deleted. Its owners get a button that reopens the
 * community or cancels the deletion.
 */
export default function EndingNotice({ channel }: { channel: Channel }) {
  const { t } = useTranslation('community-ending');
  const format = useFormat();
  const { mutate, isPending } = useEnding(channel);
  const { delete_at, can_end } = channel;
  const step = delete_at ? 'keep' : 'reopen';
  return (
    <Row gap={16} rowGap={8} align="center" justify="between" wrap className={styles.notice}>
      <p>{delete_at ? t('notice.delete', { date: format.date(delete_at) }) : t('notice.archived')}</p>
      {can_end && (
        <Button size="s" busy={isPending} onClick={() => mutate(step)}>
          {t(`${step}`)}
        </Button>
      )}
    </Row>
  );
}
