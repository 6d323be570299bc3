import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Achievement, AchievementBoard } from '#contract/progress.ts';
import { achievementIcons } from '#web/lib/achievement-icons.ts';
import { api } from '#web/lib/api.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { useArrival } from '#web/lib/use-arrival.ts';
import { Card } from '#web/ui/card.tsx';
import { Switch } from '#web/ui/checkbox.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { toast } from '#web/ui/toast.ts';
import { Tally } from '../tally.tsx';
import { changeSummary } from '../use-summary.ts';
import styles from './club.module.css';
import { RewardRows } from './reward-rows.tsx';

/** Shows six achievements of the person, and the rewards that they unlock. */
export function AchievementsCard({ board }: { board: AchievementBoard }) {
  const { t } = useTranslation('dashboard-cards');
  const { achievements, unlocked, rewards, is_public } = board;
  const count = achievements.length;
  return (
    <Card
      className={styles.board}
      id={place}
      aria-label={t('achievements.title')}
      tabIndex={-1}
      ref={useArrival(place)}
    >
      <div className={styles.sum}>
        <h2 className="title">{t('achievements.title')}</h2>
        <Tally
          value={unlocked}
          of={t('achievements.of', { count })}
          label={t('achievements.progress')}
          reached={unlocked}
          max={count}
        />
        <PublicSwitch isPublic={is_public} />
      </div>
      <ul className={styles.six}>
        {achievements.map((one) => (
          <One key={one.id} one={one} />
        ))}
      </ul>
      <RewardRows rewards={rewards} />
    </Card>
  );
}

const place = 'achievements';

function One({ one: { id, unlocked, progress, target } }: { one: Achievement }) {
  const { t } = useTranslation(['dashboard-cards', 'progress']);
  return (
    <li data-unlocked={unlocked}>
      <span className={styles.seal}>
        <Icon as={achievementIcons[id]} />
      </span>
      <b>{t(`progress:achievement.${id}.title`)}</b>
      <small>{t(`progress:achievement.${id}.text`)}</small>
      <small className={styles.state}>
        {unlocked
          ? t('achievements.unlocked')
          : progress > 0
            ? t('achievements.way', { progress, target })
            : t('achievements.locked')}
      </small>
    </li>
  );
}

/** The switch that makes achievements public. A change is shown at once, and undone if the service refuses it. */
function PublicSwitch({ isPublic }: { isPublic: boolean }) {
  const { t } = useTranslation('dashboard-cards');
  const errorText = useErrorText();
  const show = (is_public: boolean) =>
    changeSummary((summary) => ({ ...summary, achievements: { ...summary.achievements, is_public } }));
  const { mutate, isPending } = useMutation(
    api.progress.updateProgressSettings.mutationOptions({
      onMutate: ({ achievements_public = false }) => show(achievements_public),
      onError: (error, { achievements_public = false }) => {
        show(!achievements_public);
        toast({ kind: 'error', title: errorText(error) });
      },
    }),
  );
  return (
    <div className={styles.visible}>
      <Switch
        label={t(isPublic ? 'achievements.public' : 'achievements.private')}
        aria-label={`${t(isPublic ? 'achievements.public' : 'achievements.private')}: ${t('achievements.public_label')}`}
        checked={isPublic}
        aria-disabled={isPending}
        onChange={(event) => isPending || mutate({ achievements_public: event.currentTarget.checked })}
      />
      <p className="micro muted">{t(isPublic ? 'achievements.public_text' : 'achievements.private_text')}</p>
    </div>
  );
}
