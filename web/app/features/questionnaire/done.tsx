import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocale } from '#web/lib/locale.tsx';
import { inLanguage } from '#web/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { EMAIL_PLACE, WithEmail } from '#web/ui/email-address.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import styles from './questions-page.module.css';
import type { Sent } from './use-submission.ts';

interface Props {
  sent: Sent;
  /** Undefined if the address cannot be corrected. */
  onCorrect: (() => void) | undefined;
}

/** Shown after the person has submitted everything, as a dialog and on the page behind it. */
export default function Confirmation(props: Props) {
  const { t } = useTranslation('questionnaire');
  const locale = useLocale();
  const [isDialogOpen, setDialogOpen] = useState(true);
  return (
    <>
      <Stack as="main" id="content" gap={16} align="start" className={styles.over}>
        <h1 className="h1">{t('done.title')}</h1>
        <p className="lead">
          <WhenReady /> <ToSignIn {...props.sent} />
        </p>
        <Correct {...props} />
        <LinkButton to={inLanguage('/login?mode=signin&lock=1', locale)} variant="primary" size="l">
          {t('done.signIn')}
        </LinkButton>
      </Stack>
      <Done {...props} isOpen={isDialogOpen} onClose={() => setDialogOpen(false)} />
    </>
  );
}

/** The dialog with a summary and the two remaining steps. */
function Done({ isOpen, onClose, ...props }: Props & { isOpen: boolean; onClose: () => void }) {
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
        <WhenReady />
      </p>
      <p>
        <ToSignIn {...props.sent} />
      </p>
      <Correct {...props} />
    </Dialog>
  );
}

/**
 * Says when the simulation is ready, and that a patient with a signed simulation must request the next one. Everyone
 * reads both, because the page must not reveal whether the address already has an account.
 */
function WhenReady() {
  const { t } = useTranslation('questionnaire');
  return (
    <>
      {t('done.prepare')} {t('done.prepare.plan')} {t('done.prepare.again')}
    </>
  );
}

/** Says with which address the person can sign in, and whether a link must confirm it first. */
function ToSignIn({ email, isConfirmed }: Sent) {
  const { t } = useTranslation('questionnaire');
  // After a reload the page may not know the address.
  if (email === '') return null;
  const place = { email: EMAIL_PLACE };
  return <WithEmail text={isConfirmed ? t('done.confirmed', place) : t('done.confirm', place)} email={email} />;
}

function Correct({ onCorrect }: Props) {
  const { t } = useTranslation('questionnaire');
  return (
    onCorrect && (
      <button type="button" className={`${styles.correct} link`} onClick={onCorrect}>
        {t('done.correct')}
      </button>
    )
  );
}
