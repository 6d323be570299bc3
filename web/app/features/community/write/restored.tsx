import { useTranslation } from 'react-i18next';
import { Ago } from '#web/ui/ago.tsx';
import { Row } from '#web/ui/layout.tsx';
import type { KeptDraft } from '../draft/draft.ts';
import styles from './write.module.css';

interface Props {
  found: KeptDraft;
  /** The label of the button that discards the draft. */
  action: string;
  onDrop: () => void;
}

/** A notice that the form starts with an earlier draft. */
export function Restored({ found, action, onDrop }: Props) {
  const { t } = useTranslation('community');
  return (
    <Row as="p" gap={12} rowGap={4} align="center" wrap className={styles.restored}>
      <span>
        {t('draft.restored')} <Ago moment={found.saved_at} />
      </span>
      <button type="button" onClick={onDrop}>
        {action}
      </button>
    </Row>
  );
}
