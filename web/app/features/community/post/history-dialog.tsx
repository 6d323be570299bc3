import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '#web/lib/api.ts';
import { useFormat } from '#web/lib/format.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { Stack } from '#web/ui/layout.tsx';
import { EmptyState, ErrorState } from '#web/ui/list-states.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { CommunityDialog } from '../parts/community-dialog.tsx';
import { RichHtml } from '../parts/rich-html.tsx';
import styles from './dialogs.module.css';

interface Props {
  target: { post_id: string } | { comment_id: string };
  onClose: () => void;
}

/** The earlier versions of a text, newest first. */
export default function HistoryDialog({ target, onClose }: Props) {
  const { t } = useTranslation('community');
  const format = useFormat();
  const errorText = useErrorText();
  const { data, error, isPending, isRefetching, refetch } = useQuery(
    api.community.listVersions.queryOptions({ input: target }),
  );
  return (
    <CommunityDialog onClose={onClose} size="l" title={t('history.title')} lead={t('history.lead')}>
      {isPending ? (
        <SkeletonRows rows={3} />
      ) : !data ? (
        <ErrorState text={errorText(error)} onRetry={() => void refetch()} busy={isRefetching} />
      ) : data.length === 0 ? (
        <EmptyState title={t('history.none')} />
      ) : (
        <Stack as="ol" gap={24}>
          {data.map((version) => (
            <Stack as="li" key={version.version} gap={8} className={styles.version}>
              <p className={styles.when}>{format.dateTime(version.at)}</p>
              {version.title && (
                <p className="title" dir="auto">
                  {version.title}
                </p>
              )}
              <RichHtml html={version.body} />
            </Stack>
          ))}
        </Stack>
      )}
    </CommunityDialog>
  );
}
