import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Flag } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { achievementIcons } from '#web/lib/achievement-icons.ts';
import { type Api, api } from '#web/lib/api.ts';
import { useFormat } from '#web/lib/format.ts';
import { refusalOf, useErrorText } from '#web/lib/refusal.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Row, Stack } from '#web/ui/layout.tsx';
import { EmptyState, ErrorState } from '#web/ui/list-states.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { paged } from '../feed/paged.ts';
import { PostList } from '../feed/post-list.tsx';
import { DefaultAside } from '../layout/default-aside.tsx';
import { Page } from '../layout/page.tsx';
import { PractitionerBadge } from '../parts/author.tsx';
import { Initials } from '../parts/letter.tsx';
import { FollowMenu } from './follow-menu.tsx';
import styles from './person.module.css';

const ReportDialog = lazy(() => import('../post/report-dialog.tsx'));
const ProfileDialog = lazy(() => import('./profile-dialog.tsx'));

export function PersonPage({ handle }: { handle: string }) {
  const { t } = useTranslation('community');
  const errorText = useErrorText();
  const { data, error, isPending, isRefetching, refetch } = useQuery(
    api.community.getPerson.queryOptions({ input: { handle } }),
  );
  const posts = useInfiniteQuery(
    api.community.listPersonPosts.infiniteOptions({
      input: (cursor: string | undefined) => ({ handle, cursor }),
      enabled: data !== undefined,
      ...paged,
    }),
  );
  return (
    <Page aside={<DefaultAside />}>
      {isPending ? (
        <div aria-busy="true">
          <SkeletonRows rows={4} />
        </div>
      ) : data ? (
        <>
          <Head profile={data} />
          <PostList query={posts} empty={{ title: t('person.noPosts') }} />
        </>
      ) : refusalOf(error)?.code === 'NOT_FOUND' ? (
        <EmptyState title={t('person.notFound')} />
      ) : (
        <ErrorState text={errorText(error)} onRetry={() => void refetch()} busy={isRefetching} />
      )}
    </Page>
  );
}

type Profile = Awaited<ReturnType<Api['community']['getPerson']>>;

function Head({ profile }: { profile: Profile }) {
  const { t } = useTranslation('community');
  const format = useFormat();
  const [dialog, setDialog] = useState<'report' | 'edit'>();
  const close = () => setDialog(undefined);
  const { practitioner } = profile;
  return (
    <Row as="header" gap={16} rowGap={12} align="start" wrap className={styles.head}>
      <Initials name={profile.display_name} size="l" />
      <Stack gap={6} className={styles.words}>
        <h1 className={styles.name} dir="auto">
          {profile.display_name}
        </h1>
        <Row as="p" gap={8} align="center" wrap className={styles.line}>
          @{profile.handle}
          {practitioner && <PractitionerBadge practitioner={practitioner} />}
        </Row>
        {practitioner && (
          <p className="small muted">
            {t('person.registered', { body: practitioner.registration_body, number: practitioner.registration_number })}
          </p>
        )}
        {profile.bio && <p className={styles.bio}>{profile.bio}</p>}
        <p className="small muted">
          {t('members.since', { date: format.date(profile.member_since) })} ·{' '}
          {t('person.posts', { count: profile.posts_count })} · {t('post.comments', { count: profile.comments_count })}{' '}
          · {t('person.likes', { count: profile.likes_received })}
        </p>
        <PublicAchievements userId={profile.id} />
      </Stack>
      {profile.is_me ? (
        <Button size="s" onClick={() => setDialog('edit')}>
          {t('person.edit')}
        </Button>
      ) : (
        <>
          <FollowMenu target={{ person_id: profile.id }} state={profile.follow_state} name={profile.display_name} />
          <Button size="xs" variant="quiet" onClick={() => setDialog('report')}>
            <Icon as={Flag} size="s" />
            {t('post.report')}
          </Button>
        </>
      )}
      <Suspense>
        {dialog === 'report' && <ReportDialog kind="person" id={profile.id} onClose={close} />}
        {dialog === 'edit' && <ProfileDialog profile={profile} onClose={close} />}
      </Suspense>
    </Row>
  );
}

/** The achievements that a person chose to show. They are shown only if there are any. */
function PublicAchievements({ userId }: { userId: string }) {
  const { t } = useTranslation(['community', 'progress']);
  const { data = [] } = useQuery(api.progress.getMemberAchievements.queryOptions({ input: { user_id: userId } }));
  if (data.length === 0) return null;
  return (
    <Row as="ul" gap={8} wrap className={styles.achievements} aria-label={t('person.achievements')}>
      {data.map(({ id }) => (
        <li key={id} title={t(`progress:achievement.${id}.text`)}>
          <Icon as={achievementIcons[id]} size="s" />
          {t(`progress:achievement.${id}.title`)}
        </li>
      ))}
    </Row>
  );
}
