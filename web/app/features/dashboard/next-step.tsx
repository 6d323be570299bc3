import {
  ArrowLeft,
  ArrowRight,
  CalendarDays,
  Camera,
  FileText,
  HeartPulse,
  LifeBuoy,
  type LucideIcon,
  MailCheck,
  PenLine,
  RotateCcw,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { HistoryQuestions } from '#contract/care.ts';
import { useLocale } from '#web/lib/locale.tsx';
import { inLanguage } from '#web/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { EMAIL_PLACE, WithEmail } from '#web/ui/email-address.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Row } from '#web/ui/layout.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { caseAddress, retakeAddress } from './address.ts';
import type { HeadlineKind, NextAction } from './headline.ts';
import styles from './headline.module.css';

export interface ActionProps {
  action: NextAction;
  kind: HeadlineKind;
  email: string;
  /** The number of health questions, out of nine, that are still unanswered. */
  healthLeft: number;
  isSimulationOpen: boolean;
  onAgree: () => void;
  onSeeSimulation: () => void;
  onSeePlan: () => void;
}

const icons: Record<Exclude<NextAction, 'wait' | 'none'>, LucideIcon> = {
  agree: PenLine,
  give_birth_date: CalendarDays,
  answer_health: HeartPulse,
  take_photos: Camera,
  take_missing: Camera,
  retake: RotateCcw,
  see_simulation: ArrowRight,
  get_help: LifeBuoy,
  to_newest: ArrowLeft,
};

/** Shows the main action of the screen. For the action 'wait' it shows a text, and for 'none' it shows nothing. */
export function NextStep({
  action,
  kind,
  email,
  healthLeft,
  isSimulationOpen,
  onAgree,
  onSeeSimulation,
  onSeePlan,
}: ActionProps) {
  const { t } = useTranslation('dashboard');
  const locale = useLocale();
  if (action === 'none') return null;
  if (action === 'give_birth_date') return <BirthDateStep />;
  if (action === 'answer_health') return <HealthStep left={healthLeft} />;
  if (action === 'wait') {
    const text = t(kind === 'confirm_email' ? 'wait.confirm_email' : 'wait', { email: EMAIL_PLACE });
    return <Nothing text={<WithEmail text={text} email={email} />} />;
  }

  if (action === 'see_simulation' && isSimulationOpen) {
    return (
      <Button size="l" variant="primary" onClick={onSeePlan} className={styles.button}>
        <Icon as={FileText} />
        {t('action.read_plan')}
      </Button>
    );
  }
  const label = (
    <>
      <Icon as={icons[action]} />
      {t(`action.${action}`)}
    </>
  );
  if (action === 'agree' || action === 'see_simulation') {
    return (
      <Button
        size="l"
        variant="primary"
        onClick={action === 'agree' ? onAgree : onSeeSimulation}
        className={styles.button}
      >
        {label}
      </Button>
    );
  }
  const to = {
    take_photos: retakeAddress(locale),
    take_missing: retakeAddress(locale),
    retake: retakeAddress(locale),
    get_help: inLanguage('/home#questions', locale),
    to_newest: caseAddress(locale),
  }[action];
  // The landing page is sent without React, so the link must load a whole document.
  return (
    <LinkButton
      size="l"
      variant={action === 'to_newest' || action === 'retake' ? 'line' : 'primary'}
      to={to}
      reloadDocument={action === 'get_help'}
      className={styles.button}
    >
      {label}
    </LinkButton>
  );
}

/**
 * Links to the field for the birth date in the profile, if the birth date is unknown. Without it no case opens and no
 * doctor may sign.
 */
function BirthDateStep() {
  const { t } = useTranslation('dashboard');
  const locale = useLocale();
  return (
    <div className={styles.withHint}>
      <LinkButton
        size="l"
        variant="primary"
        to={inLanguage('/account/profile#birth_date', locale)}
        className={styles.button}
      >
        <Icon as={icons.give_birth_date} />
        {t('action.give_birth_date')}
      </LinkButton>
      <p className={styles.hint}>{t('birth_date.why')}</p>
    </div>
  );
}

/** Invites the patient to the health questions. They take two minutes and can wait. Earlier answers are not lost. */
function HealthStep({ left }: { left: number }) {
  const { t } = useTranslation('dashboard');
  const locale = useLocale();
  const isBegun = left < HistoryQuestions.length;
  return (
    <div className={styles.withHint}>
      <LinkButton size="l" variant="primary" to={inLanguage('/dashboard/health', locale)} className={styles.button}>
        <Icon as={icons.answer_health} />
        {isBegun ? t('action.continue_health') : t('action.answer_health')}
      </LinkButton>
      <p className={styles.hint}>{isBegun && left > 0 ? t('health.left', { count: left }) : t('health.why')}</p>
    </div>
  );
}

function Nothing({ text }: { text: ReactNode }) {
  return (
    <Row as="p" gap={12} className={styles.nothing}>
      <Icon as={MailCheck} />
      <span>{text}</span>
    </Row>
  );
}
