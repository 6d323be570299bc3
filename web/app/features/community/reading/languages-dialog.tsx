import { useTranslation } from 'react-i18next';
import { Dialog } from '#web/ui/dialog.tsx';
import { useMyCommunity } from '../layout/use-my-community.ts';
import { LanguageChoice } from './language-choice.tsx';

export default function LanguagesDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('community-reading');
  const isPractitioner = useMyCommunity()?.me.practitioner != null;
  return (
    <Dialog isOpen onClose={onClose} title={t('title')}>
      <p className="muted">{t('text')}</p>
      <LanguageChoice isPractitioner={isPractitioner} />
    </Dialog>
  );
}
