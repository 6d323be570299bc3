import { useTranslation } from 'react-i18next';
import { useEndOfFirstView } from '#web/lib/first-view.ts';
import { refusalOf } from '#web/lib/refusal.ts';
import { useLocale } from '#web/lib/locale.tsx';
import { inLanguage } from '#web/paths.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import { EmptyState, ErrorState } from '#web/ui/list-states.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { DefaultAside } from '../layout/default-aside.tsx';
import { Page } from '../layout/page.tsx';

interface Props {
  query: { isPending: boolean; error: unknown; refetch: () => unknown; isRefetching: boolean };
}

/**
 * The page that is shown while a community is loading, if it could not be loaded, or if it does not exist for this
 * reader.
 */
export function ChannelState({ query }: Props) {
  const { t } = useTranslation('ui');
  useEndOfFirstView(!query.isPending);
  if (query.isPending)
    return (
      <Page>
        <div aria-busy="true">
          <p className="visually-hidden">{t('loading')}</p>
          <SkeletonRows rows={5} />
        </div>
      </Page>
    );
  return (
    <Page aside={<DefaultAside />}>
      <ChannelFault query={query} />
    </Page>
  );
}

export function ChannelFault({ query }: Props) {
  const { t } = useTranslation('community');
  const locale = useLocale();
  const code = refusalOf(query.error)?.code;
  if (code === 'NOT_FOUND' || code === 'INVALID_INPUT')
    return (
      <EmptyState
        title={t('channel.notFound')}
        text={t('channel.notFound.text')}
        action={
          <LinkButton to={inLanguage('/community/explore', locale)} size="s">
            {t('feed.empty.explore')}
          </LinkButton>
        }
      />
    );
  return (
    <ErrorState
      title={t('channel.unexpected')}
      error={query.error}
      onRetry={() => void query.refetch()}
      busy={query.isRefetching}
    />
  );
}
