import { Inbox, PenLine, ShieldAlert, Undo2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { CaseStatus, MyCase } from '#contract/cases.ts';
import { initialsOf } from '#contract/community/signs.ts';
import { useFormat } from '#web/lib/format.ts';
import { LocalisedLink } from '#web/lib/locale.tsx';
import { useTermNames } from '#web/lib/term-names.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Card } from '#web/ui/card.tsx';
import { Row, Stack } from '#web/ui/layout.tsx';
import { EmptyState } from '#web/ui/list-states.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { StatusBadge, type StatusTone } from '#web/ui/status-badge.tsx';
import styles from './case.module.css';
import { CaseDue } from './case-due.tsx';
import { LoadError } from './load-error.tsx';
import { timelineOf, type TimelineStep } from './timeline.ts';
import type { Dashboard } from './use-dashboard.ts';

const tones: Record<CaseStatus, StatusTone> = {
  received: 'pending',
  in_review: 'progress',
  published: 'confirmed',
  withdrawn: 'plain',
};
const icons = { received: Inbox, in_review: undefined, published: PenLine, withdrawn: Undo2 };

/** Shows the state of the case, and its due time. */
export function CaseCard({ dashboard }: { dashboard: Dashboard }) {
  const { cases, shown, signed, simulation, healthAt, now } = dashboard;
  const { t } = useTranslation('case');
  if (cases.isError && !cases.data) {
    return (
      <Card title={t('title')}>
        <LoadError error={cases.error} text={t('error')} onRetry={() => void cases.refetch()} busy={cases.isFetching} />
      </Card>
    );
  }
  if (!cases.data) return <CaseSkeleton />;
  if (!shown) {
    return (
      <Card title={t('title')}>
        <EmptyState title={t('none')} text={t('none_text')} />
      </Card>
    );
  }
  const isBroken = shown === signed && simulation.data?.signature.is_intact === false;
  return <Case shown={shown} isBroken={isBroken} healthAt={healthAt} now={now} />;
}

interface CaseProps {
  shown: MyCase;
  isBroken: boolean;
  healthAt: Dashboard['healthAt'];
  now: number;
}

function Case({ shown, isBroken, healthAt, now }: CaseProps) {
  const { t } = useTranslation('case');
  const title = (
    <>
      {t('title')} <span className={styles.number}>{shown.number}</span>
    </>
  );
  const badge = isBroken ? (
    <StatusBadge tone="cancelled" icon={ShieldAlert}>
      {t('status.broken')}
    </StatusBadge>
  ) : (
    <StatusBadge tone={tones[shown.status]} icon={icons[shown.status]}>
      {t(`status.${shown.status}`)}
    </StatusBadge>
  );
  return (
    <Card className={styles.card} title={title} action={badge}>
      <CaseDue shown={shown} now={now} />
      <CaseDoctor shown={shown} />
      <CaseTimeline shown={shown} healthAt={healthAt} now={now} />
    </Card>
  );
}

/** Shows the name, photo and speciality of the doctor who has taken the case, while the case is in review. */
function CaseDoctor({ shown }: { shown: MyCase }) {
  const { t } = useTranslation('case');
  const { day, time } = useFormat();
  const { speciality } = useTermNames();
  const { practitioner_name, practitioner_avatar_url, practitioner_speciality, taken_at, status } = shown;
  if (status !== 'in_review' || !practitioner_name) return null;
  return (
    <Row as="p" gap={12} align="center" className={styles.doctor}>
      <Avatar url={practitioner_avatar_url} className={styles.face}>
        <span className={styles.face} data-letter={initialsOf(practitioner_name)} aria-hidden="true" />
      </Avatar>
      <span>
        <b>
          <bdi>{practitioner_name}</bdi>
        </b>
        {practitioner_speciality && <small>{speciality(practitioner_speciality)}</small>}
        {taken_at && (
          <small>{t('doctor.since', { moment: t('step.moment', { day: day(taken_at), time: time(taken_at) }) })}</small>
        )}
      </span>
    </Row>
  );
}

function CaseSkeleton() {
  const { t } = useTranslation('case');
  return (
    <Card className={styles.card} title={t('title')} aria-busy="true">
      <Stack gap={14} className={styles.waiting}>
        <Skeleton shape="block" width="half" />
        <Skeleton width="long" />
      </Stack>
      <div className={styles.waitingFlow}>
        {['a', 'b', 'c', 'd'].map((step) => (
          <div key={step}>
            <Skeleton shape="title" width="long" />
            <Skeleton width="half" />
          </div>
        ))}
      </div>
    </Card>
  );
}

interface CaseTimelineProps {
  shown: MyCase;
  healthAt: string | null | undefined;
  now: number;
}

/**
 * Shows the steps (photos, health, drawing, signature): which are done, which one is current, and which are still open.
 */
function CaseTimeline({ shown, healthAt, now }: CaseTimelineProps) {
  const { t } = useTranslation(['case', 'ui']);
  const { day, time } = useFormat();
  const steps = timelineOf(shown, healthAt, now);
  if (steps.length === 0) return null;
  const moment = (at: string) => t('step.moment', { day: day(at), time: time(at) });

  const note = ({ kind, state, at, by, isYours }: TimelineStep) => {
    if (isYours && kind === 'photos') return t('step.photos_asked');
    if (isYours) return <LocalisedLink to="/dashboard/health">{t('step.health_asked')}</LocalisedLink>;
    if (by) return t('step.by', { moment: moment(by) });
    if (kind === 'photos' && state === 'current') return t('step.waiting');
    if (at) return state === 'current' ? t('step.since', { moment: moment(at) }) : moment(at);
    return kind === 'health' && healthAt ? t('step.health_kept') : '';
  };

  return (
    <ol className={styles.flow} aria-label={t('step.label')}>
      {steps.map((step) => (
        <li key={step.kind} data-state={step.state} aria-current={step.state === 'current' ? 'step' : undefined}>
          <span className="visually-hidden">{t(`ui:step.${step.state}`)} </span>
          <b>{t(`step.${step.kind}`)}</b>
          <span>{note(step)}</span>
        </li>
      ))}
    </ol>
  );
}
