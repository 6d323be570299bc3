import {
  ArrowLeft,
  ArrowRight,
  Camera,
  FileText,
  LifeBuoy,
  type LucideIcon,
  MailCheck,
  PenLine,
  RotateCcw,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLocale } from '#web/lib/locale.tsx';
import { inLanguage } from '#web/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { caseAddress, retakeAddress } from './address.ts';
import type { HeadlineKind, NextAction } from './headline.ts';
import styles from './headline.module.css';

export interface ActionProps {
  action: NextAction;
  kind: HeadlineKind;
  email: string;
  isSimulationOpen: boolean;
  onAgree: () => void;
  onSeeSimulation: () => void;
  onSeePlan: () => void;
}

const icons: Record<Exclude<NextAction, 'wait'>, LucideIcon> = {
  agree: PenLine,
  take_photos: Camera,
  take_missing: Camera,
  retake: RotateCcw,
  see_simulation: ArrowRight,
  get_help: LifeBuoy,
  to_newest: ArrowLeft,
};

/** The one action of the screen; where there is nothing to do, that is said instead. */
export function NextStep({ action, kind, email, isSimulationOpen, onAgree, onSeeSimulation, onSeePlan }: ActionProps) {
  const { t } = useTranslation('dashboard');
  const locale = useLocale();
  if (action === 'wait')
    return <Nothing text={t(kind === 'confirm_email' ? 'wait.confirm_email' : 'wait', { email })} />;

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
  // The landing page is sent without React, so it is entered by loading a document.
  return (
    <LinkButton
      size="l"
      variant={action === 'to_newest' ? 'line' : 'primary'}
      to={to}
      reloadDocument={action === 'get_help'}
      className={styles.button}
    >
      {label}
    </LinkButton>
  );
}

function Nothing({ text }: { text: string }) {
  return (
    <p className={styles.nothing}>
      <Icon as={MailCheck} />
      <span>{text}</span>
    </p>
  );
}
