import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ReportedThread } from '#contract/community/moderation.ts';
import { api } from '#web/lib/api.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { Row, Stack } from '#web/ui/layout.tsx';
import { ErrorState } from '#web/ui/list-states.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import card from '../feed/post-card.module.css';
import { Author } from '../parts/author.tsx';
import { RichHtml } from '../parts/rich-html.tsx';
import styles from './moderation.module.css';

/** Shows a reported text together with its thread. */
export function ThreadView({ reportId }: { reportId: string }) {
  const { t } = useTranslation(['community', 'moderation']);
  const errorText = useErrorText();
  const query = useQuery(api.community.getReportedThread.queryOptions({ input: { report_id: reportId } }));
  if (query.isPending)
    return (
      <div aria-busy="true">
        <SkeletonRows rows={2} />
      </div>
    );
  if (!query.data)
    return <ErrorState text={errorText(query.error)} onRetry={() => void query.refetch()} busy={query.isRefetching} />;
  const { post, comments } = query.data;
  const isPostReported = !comments.some(({ place }) => place === 'reported');
  return (
    <Stack as="ol" gap={12} className={styles.thread} aria-label={t('moderation:thread')}>
      <Text text={post} depth={0} isReported={isPostReported} title={post.title} />
      {comments.map((comment) => (
        <Text key={comment.id} text={comment} depth={comment.depth} isReported={comment.place === 'reported'} />
      ))}
      {comments.length === 0 && <li className="small muted">{t('moderation:thread.alone')}</li>}
    </Stack>
  );
}

interface TextProps {
  text: ReportedThread['post'];
  depth: number;
  isReported: boolean;
  title?: string;
}

function Text({ text, depth, isReported, title }: TextProps) {
  const { t } = useTranslation(['community', 'moderation']);
  return (
    <li className={styles.around} data-depth={depth} data-reported={isReported || undefined}>
      <Row as="p" gap={10} rowGap={4} align="center" wrap className={card.by}>
        <Author person={text.author} />
        {isReported && <strong>{t('moderation:thread.reported')}</strong>}
        {text.state !== 'visible' && <span>{t(`moderation:state.${text.state}`)}</span>}
      </Row>
      {title && (
        <p className={styles.aroundTitle}>
          <bdi>{title}</bdi>
        </p>
      )}
      {text.body && <RichHtml html={text.body} className={styles.body} />}
    </li>
  );
}
