import { useTranslation } from 'react-i18next';
import type { SiteBlock, SiteBlockState } from '#contract/site.ts';
import { Row, Stack } from '#web/ui/layout.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import styles from './site-content.module.css';

interface Props {
  states: readonly SiteBlockState[];
  chosen: SiteBlock;
  isUnsaved: (block: SiteBlock) => boolean;
  onChoose: (block: SiteBlock) => void;
}

/** Lists the blocks of a region, each with its state for visitors: hidden, sample or shown. */
export function BlockList({ states, chosen, isUnsaved, onChoose }: Props) {
  const { t } = useTranslation('content');
  return (
    <Stack as="nav" aria-label={t('blocks')} className={styles.list}>
      {states.map((state) => (
        <button
          key={state.block}
          type="button"
          aria-current={state.block === chosen || undefined}
          onClick={() => onChoose(state.block)}
        >
          <span className={styles.listName}>{t(`block.${state.block}`)}</span>
          <Row as="span" gap={6} wrap>
            <Shown state={state} />
            {state.draft && <StatusBadge tone="progress">{t('badge.draft')}</StatusBadge>}
            {isUnsaved(state.block) && <StatusBadge tone="awaiting">{t('badge.unsaved')}</StatusBadge>}
          </Row>
        </button>
      ))}
    </Stack>
  );
}

export function Shown({ state }: { state: Pick<SiteBlockState, 'is_shown' | 'is_confirmed'> }) {
  const { t } = useTranslation('content');
  if (!state.is_shown) return <StatusBadge tone="cancelled">{t('badge.hidden')}</StatusBadge>;
  if (!state.is_confirmed) return <StatusBadge tone="pending">{t('badge.sample')}</StatusBadge>;
  return <StatusBadge tone="confirmed">{t('badge.shown')}</StatusBadge>;
}
