import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import { useMarkRead } from './use-mark-read.ts';
import { newest } from './use-news.ts';

/** The button that marks all notifications as read. If there is none to mark, the button is not shown. */
export function ReadAll() {
  const { t } = useTranslation('notifications');
  const { data } = useQuery(newest);
  const { mutate: markRead, isPending } = useMarkRead();
  if (!data?.unread_count) return null;
  return (
    <Button size="s" busy={isPending} onClick={() => markRead(undefined)}>
      {t('readAll')}
    </Button>
  );
}
