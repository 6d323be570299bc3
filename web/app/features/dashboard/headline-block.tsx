import { useTranslation } from 'react-i18next';
import type { Me } from '#contract/identity.ts';
import { useFormat } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { EMAIL_PLACE, WithEmail } from '#web/ui/email-address.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { RotateCw } from 'lucide-react';
import { type HeadlineKind, missingPoses } from './headline.ts';
import styles from './headline.module.css';
import { type ActionProps, NextStep } from './next-step.tsx';
import type { Dashboard } from './use-dashboard.ts';

interface Props extends Omit<ActionProps, 'action' | 'kind' | 'email' | 'healthLeft'> {
  dashboard: Dashboard;
  user: Me;
}

/** Shows the state at the top of the dashboard, the reason for this state, and the next step. */
export function HeadlineBlock({ dashboard, user, ...steps }: Props) {
  const { headline, isUnanswered } = dashboard;
  const say = useHeadlineWords(dashboard);
  if (isUnanswered) return <Unanswered dashboard={dashboard} />;
  if (!headline) return <Waiting />;
  const { title, reason } = say(headline.kind);
  return (
    <header className={styles.state}>
      <div>
        <h1 className={`h1 ${styles.title}`}>{title}</h1>
        <p className={styles.reason}>
          <WithEmail text={reason} email={user.email} />
        </p>
      </div>
      <NextStep {...steps} {...headline} healthLeft={dashboard.healthLeft} email={user.email} />
    </header>
  );
}

function useHeadlineWords({ photos, shown, signed, simulation }: Dashboard) {
  const { t } = useTranslation('dashboard');
  const { longDay, time, date } = useFormat();
  return (kind: HeadlineKind) => {
    const signature = simulation.data?.signature;
    const doctor =
      kind === 'in_review' ? shown?.practitioner_name : (signature?.practitioner_name ?? signed?.practitioner_name);
    const due = shown?.due_at ?? '';
    const day = {
      published: () => longDay(signed?.published_at ?? ''),
      earlier: () => date(shown?.received_at ?? ''),
      in_review: () => longDay(due),
      received_late: () => longDay(due),
      in_review_late: () => longDay(due),
    };
    const values = {
      name: doctor || t('doctor'),
      number: shown?.number,
      email: EMAIL_PLACE,
      count: missingPoses(photos.data ?? []).length,
      day: kind in day ? day[kind as keyof typeof day]() : '',
      time: due && time(due),
    };
    return { title: t(`headline.${kind}`, values), reason: t(`reason.${kind}`, values) };
  };
}

function Waiting() {
  const { t } = useTranslation();
  return (
    <header className={styles.state} aria-busy="true">
      <Stack gap={16} className={styles.waiting}>
        <h1 className="visually-hidden">{t('loading')}</h1>
        <Skeleton shape="block" width="long" />
        <Skeleton width="half" />
      </Stack>
    </header>
  );
}

function Unanswered({ dashboard }: { dashboard: Dashboard }) {
  const { t } = useTranslation(['dashboard', 'ui']);
  const isBusy = dashboard.cases.isFetching || dashboard.photos.isFetching;
  return (
    <header className={styles.state}>
      <div>
        <h1 className={`h1 ${styles.title}`}>{t('headline.unanswered')}</h1>
        <p className={styles.reason}>{t('reason.unanswered')}</p>
      </div>
      <Button
        size="l"
        variant="primary"
        busy={isBusy}
        onClick={() => void dashboard.askAgain()}
        className={styles.button}
      >
        <Icon as={RotateCw} />
        {t('ui:tryAgain')}
      </Button>
    </header>
  );
}
