import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { CommunityDialog } from '../parts/community-dialog.tsx';
import type { Refused } from './refused-cases.ts';
import styles from './moderation.module.css';

/** Lists the cases that were not decided, each with the reason. */
export default function RefusedDialog({ refused, onClose }: { refused: readonly Refused[]; onClose: () => void }) {
  const { t } = useTranslation(['community', 'moderation', 'ui']);
  return (
    <CommunityDialog
      onClose={onClose}
      title={t('moderation:together.refused', { count: refused.length })}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t('ui:close')}
        </Button>
      }
    >
      <Stack as="ul" gap={8} className={styles.preview}>
        {refused.map(({ found: { id, subject }, why }) => (
          <li key={id}>
            <bdi>{subject.title || t(`moderation:kind.${subject.kind}`)}</bdi>
            {subject.author && <bdi className="small muted">{subject.author.display_name}</bdi>}
            <span className="small muted">{t(`moderation:together.why.${why}`)}</span>
          </li>
        ))}
      </Stack>
    </CommunityDialog>
  );
}
