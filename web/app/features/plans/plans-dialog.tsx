import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocale } from '#web/lib/locale.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { takePlanClicks } from './begin-checkout.ts';
import { chooseVariant, countExposure } from './experiment.ts';
import styles from './plans.module.css';
import { type Offer, PlansSheet } from './plans-sheet.tsx';

interface Props {
  isOpen: boolean;
  onClose: () => void;
  current: Offer;
}

/** The same sheet inside the signed-in area. */
export function PlansDialog({ isOpen, onClose, current }: Props) {
  const { t } = useTranslation('billing');
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('plans.title')} size="xl">
      <LiveSheet current={current} />
    </Dialog>
  );
}

function LiveSheet({ current }: Pick<Props, 'current'>) {
  const locale = useLocale();
  const shown = useMemo(() => chooseVariant(), []);
  const bring = useCallback(
    (root: HTMLDivElement | null) => {
      if (!root) return;
      takePlanClicks(root, shown, locale);
      countExposure(shown);
    },
    [shown, locale],
  );
  return (
    <div ref={bring} className={styles.inset}>
      <PlansSheet current={current} />
    </div>
  );
}
