import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocale } from '#web/lib/locale.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { takePlanClicks } from './begin-checkout.ts';
import { chooseVariant, countExposure } from './experiment.ts';
import styles from './plans.module.css';
import { type Hidden, type Offer, PlansSheet } from './plans-sheet.tsx';

interface Props {
  isOpen: boolean;
  onClose: () => void;
  current: Offer;
  /**
   * The parts that the rules of the region hide. Undefined means that the rules are still being loaded. Until they are
   * loaded, the table of plans leaves out everything that a region may forbid.
   */
  hidden?: Hidden | undefined;
}

const everything: Hidden = { hides_medicines: true, hides_discounts: true };

/** The table of plans in a dialog, for the signed-in area. */
export function PlansDialog({ isOpen, onClose, current, hidden = everything }: Props) {
  const { t } = useTranslation('billing');
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('plans.title')} size="xl">
      <LiveSheet current={current} hidden={hidden} />
    </Dialog>
  );
}

function LiveSheet({ current, hidden }: Pick<Required<Props>, 'current'> & { hidden: Hidden }) {
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
      <PlansSheet current={current} hidden={hidden} />
    </div>
  );
}
