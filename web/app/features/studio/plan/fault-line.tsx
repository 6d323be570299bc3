import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { clinicalClasses, clinicalTreatments } from '#engine/clinical.ts';
import type { PlanFault } from '#engine/plan/plan-faults.ts';
import { useFormat } from '#web/lib/format.ts';
import { usePlanWords } from '#web/lib/plan-words.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Row } from '#web/ui/layout.tsx';
import styles from './plan.module.css';
import { nameOfSession, usePlanEditing } from './plan-context.ts';
import { mended } from './sessions.ts';

/** Describes a conflict of the plan with the clinical dataset. If there is only one remedy, a button applies it. */
export function FaultLine({ fault }: { fault: PlanFault }) {
  const { t } = useTranslation('studio');
  const { sessions, change, focusNext, setOpen, isEditable } = usePlanEditing();
  const text = useFaultText(fault);
  const better = isEditable ? mended(sessions, fault) : null;
  const mend = () => {
    if (!better) return;
    setOpen(null);
    focusNext(nameOfSession(fault.session, 'add'));
    change(better);
  };
  return (
    <Row as="p" gap={8} rowGap={4} align="center" wrap className={styles.fault}>
      <Icon as={TriangleAlert} size="s" />
      <span>{text}</span>
      {better && (
        <Button size="xs" onClick={mend}>
          {t('fault.mend')}
        </Button>
      )}
    </Row>
  );
}

function useFaultText(fault: PlanFault): string {
  const { t } = useTranslation('studio');
  const { longDay } = useFormat();
  const { words, amount } = usePlanWords();
  const name = (id: string) => words.say(`treatment.${id}`);
  switch (fault.kind) {
    case 'dose_over_session': {
      const { max, unit } = clinicalTreatments[fault.treatment];
      return t('fault.dose', { name: name(fault.treatment), most: amount(max, unit) });
    }
    case 'class_over_session':
    case 'class_over_period': {
      const unit = fault.of === 'toxin' ? 'units' : 'mL';
      const what = t(fault.of === 'toxin' ? 'treatments.toxin' : 'treatments.filler');
      const values = { what, amount: amount(fault.amount, unit), most: amount(fault.most, unit) };
      if (fault.kind === 'class_over_session') return t('fault.class_session', values);
      const weeks = clinicalClasses[fault.of].period_max?.weeks ?? 0;
      return fault.earlier === undefined
        ? t('fault.class_period', { ...values, count: weeks })
        : t('fault.class_period_earlier', {
            ...values,
            weeks,
            earlier: amount(fault.earlier, unit),
            day: longDay(fault.starts_on ?? ''),
          });
    }
    case 'too_soon':
      return t('fault.too_soon', { first: name(fault.first), second: name(fault.second), count: fault.needed });
  }
}
