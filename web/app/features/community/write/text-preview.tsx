import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '#web/lib/api.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { ErrorState } from '#web/ui/list-states.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { RichHtml } from '../parts/rich-html.tsx';
import styles from './write.module.css';

/** Shows the text as the service would store it. */
export function TextPreview({ body }: { body: string }) {
  const { t } = useTranslation('community');
  const errorText = useErrorText();
  const { data, error, isPending, isRefetching, refetch } = useQuery(
    api.community.previewText.queryOptions({ input: { body }, staleTime: 0 }),
  );
  return (
    <section className={styles.preview} aria-label={t('write.preview')} aria-busy={isPending}>
      {isPending ? (
        <SkeletonRows rows={3} />
      ) : !data ? (
        <ErrorState text={errorText(error)} onRetry={() => void refetch()} busy={isRefetching} />
      ) : data.body ? (
        <RichHtml html={data.body} />
      ) : (
        <p className="muted">{t('write.preview.empty')}</p>
      )}
    </section>
  );
}
