import { useTranslation } from 'react-i18next';
import { useLocale } from '#web/lib/locale.tsx';
import { inLanguage } from '#web/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import styles from './questions-page.module.css';
import { ToSignIn } from './to-sign-in.tsx';
import type { Sent } from './use-submission.ts';

interface Props {
  sent: Sent;
  onCorrect: (() => void) | undefined;
  isOpen: boolean;
  onClose: () => void;
}

/** Shown after the person has submitted everything. It contains a summary and the two remaining steps. */
export default function Done({ sent, onCorrect, isOpen, onClose }: Props) {
  const { t } = useTranslation('questionnaire');
  const locale = useLocale();
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('done.title')}
      lead={t('done.saved')}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('done.close')}
          </Button>
          <LinkButton to={inLanguage('/login?mode=signin&lock=1', locale)} variant="primary">
            {t('done.signIn')}
          </LinkButton>
        </>
      }
    >
      <p>
        {t('done.prepare')} {t('done.prepare.plan')}
      </p>
      <p>
        <ToSignIn sent={sent} />
      </p>
      {onCorrect && (
        <button type="button" className={`${styles.correct} link`} onClick={onCorrect}>
          {t('done.correct')}
        </button>
      )}
    </Dialog>
  );
}
