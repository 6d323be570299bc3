import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { FaceDrawing } from '#web/ui/face/face-drawing.tsx';
import { Icon } from '#web/ui/icon.tsx';
import styles from './cards.module.css';

export function LauncherCard({ onOpen }: { onOpen: () => void }) {
  const { t } = useTranslation('appointments');
  return (
    <Card className={styles.launcher}>
      <FaceDrawing />
      <h3 className="h3">{t('launcher.title')}</h3>
      <p className="small muted">{t('launcher.text')}</p>
      <Button size="s" onClick={onOpen}>
        <Icon as={Plus} size="s" />
        {t('launcher.open')}
      </Button>
    </Card>
  );
}
