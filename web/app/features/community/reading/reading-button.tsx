import { Languages } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#web/ui/icon-button.tsx';

const LanguagesDialog = lazy(() => import('./languages-dialog.tsx'));

/** Opens the choice of languages from the feed. */
export default function ReadingButton() {
  const { t } = useTranslation('community-reading');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton icon={Languages} size="s" label={t('choose')} onClick={() => setOpen(true)} />
      {isOpen && (
        <Suspense>
          <LanguagesDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
