import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { CommunityLimits } from '#contract/community/terms.ts';
import type { Channel } from '#contract/community/channels.ts';
import { useFormat } from '#web/lib/format.ts';
import { useLocale } from '#web/lib/locale.tsx';
import { refusalOf } from '#web/lib/refusal.ts';
import { inLanguage } from '#web/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { channelPath } from '../parts/links.ts';
import styles from './ending.module.css';
import { useEnding } from './use-ending.ts';
import { useJoin } from './use-join.ts';

const SuccessorDialog = lazy(() => import('./successor-dialog.tsx'));
const DeleteCommunityDialog = lazy(() => import('./delete-community-dialog.tsx'));

/** The three ways in which an owner can leave or end a community, each with its consequence. */
export default function EndingSection({ channel }: { channel: Channel }) {
  const { t } = useTranslation('community-ending');
  const format = useFormat();
  const { mutate, isPending, variables } = useEnding(channel);
  const [isDeleting, setDeleting] = useState(false);
  const { archived_at, delete_at } = channel;
  return (
    <section className={styles.section} aria-labelledby="ending">
      <h2 id="ending" className={styles.title}>
        {t('title')}
      </h2>
      {channel.role === 'owner' && <Leaving channel={channel} />}
      <Row
        name={t(archived_at ? 'archived.title' : 'archive.title')}
        text={t(archived_at ? 'archived.text' : 'archive.text')}
      >
        <Button
          size="s"
          busy={isPending && variables !== 'keep'}
          onClick={() => mutate(archived_at ? 'reopen' : 'archive')}
        >
          {t(archived_at ? 'reopen' : 'archive')}
        </Button>
      </Row>
      <Row
        name={delete_at ? t('deleting.title', { date: format.date(delete_at) }) : t('delete.title')}
        text={delete_at ? t('deleting.text') : t('delete.text', { days: CommunityLimits.deletion_days })}
      >
        {delete_at ? (
          <Button size="s" busy={isPending && variables === 'keep'} onClick={() => mutate('keep')}>
            {t('keep')}
          </Button>
        ) : (
          <Button size="s" variant="danger" onClick={() => setDeleting(true)}>
            {t('delete')}
          </Button>
        )}
      </Row>
      {isDeleting && (
        <Suspense>
          <DeleteCommunityDialog channel={channel} onClose={() => setDeleting(false)} />
        </Suspense>
      )}
    </section>
  );
}

/** Lets an owner leave the community. The last owner must name a successor first. */
function Leaving({ channel }: { channel: Channel }) {
  const { t } = useTranslation('community-ending');
  const locale = useLocale();
  const navigate = useNavigate();
  const { leave } = useJoin(channel);
  const [isNaming, setNaming] = useState(false);
  const onSuccess = () => navigate(inLanguage(channelPath(channel.slug), locale));
  const onError = (error: unknown) => refusalOf(error)?.code === 'LAST_OWNER' && setNaming(true);
  return (
    <Row name={t('leave.title')} text={t('leave.text')}>
      <Button size="s" busy={leave.isPending} onClick={() => leave.mutate(undefined, { onSuccess, onError })}>
        {t('leave')}
      </Button>
      {isNaming && (
        <Suspense>
          <SuccessorDialog
            channel={channel}
            onClose={() => setNaming(false)}
            onChoose={(id) => leave.mutate(id, { onSuccess })}
            isBusy={leave.isPending}
          />
        </Suspense>
      )}
    </Row>
  );
}

function Row({ name, text, children }: { name: string; text: string; children: ReactNode }) {
  return (
    <div className={styles.row}>
      <div className={styles.words}>
        <h3 className={styles.name}>{name}</h3>
        <p>{text}</p>
      </div>
      {children}
    </div>
  );
}
