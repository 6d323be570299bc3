import { useTranslation } from 'react-i18next';
import { EMAIL_PLACE, WithEmail } from '#web/ui/email-address.tsx';
import type { Sent } from './use-submission.ts';

/** Says with which address the person can sign in, and whether a link must confirm it first. */
export function ToSignIn({ sent: { email, isConfirmed } }: { sent: Sent }) {
  const { t } = useTranslation('questionnaire');
  // After a reload the page may not know the address.
  if (email === '') return null;
  const place = { email: EMAIL_PLACE };
  return <WithEmail text={isConfirmed ? t('done.confirmed', place) : t('done.confirm', place)} email={email} />;
}
