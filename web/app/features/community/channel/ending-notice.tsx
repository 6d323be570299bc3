import { useTranslation } from 'react-i18next';
import type { Channel } from '#contract/community/channels.ts';
import { useFormat } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import styles from './ending.module.css';
import { useEnding } from './use-ending.ts';

/** Says that a community can only be read, until when, and lets its owners change that. */
export function EndingNotice({ channel }: { channel: Channel }) {
  const { t } = useTranslation('community');
  const format = useFormat();
  const { mutate, isPending } = useEnding(channel);
  const { archived_at, delete_at, can_end } = channel;
  if (!archived_at && !delete_at) return null;
  const step = delete_at ? 'keep' : 'reopen';
  return (
    <div className={styles.notice}>
      <p>{delete_at ? t('ending.notice.delete', { date: format.date(delete_at) }) : t('ending.notice.archived')}</p>
      {can_end && (
        <Button size="s" busy={isPending} onClick={() => mutate(step)}>
          {t(`ending.${step}`)}
        </Button>
      )}
    </div>
  );
}
