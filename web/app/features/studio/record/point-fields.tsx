import { Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Instruments, PointEvents, type TreatedPoint } from '#contract/treatment-records.ts';
import { ChipGroup } from '#web/ui/chip-group.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { Select, TextField } from '#web/ui/text-field.tsx';
import { type PointDraft, type ProductDraft, recordableTreatments, unitOf } from './draft.ts';
import styles from './record.module.css';
import { useClinicalNames } from './use-clinical-names.ts';

interface Props {
  point: PointDraft;
  number: number;
  products: readonly ProductDraft[];
  errorOf: (id: string) => string | undefined;
  onChange: (change: Partial<PointDraft>) => void;
  onRemove: () => void;
}

/** The fields for one product at one place: the place, the amount, the product, and an event at this place, if any. */
export function PointFields({ point, number, products, errorOf, onChange, onRemove }: Props) {
  const { t } = useTranslation('record');
  const plan = useTranslation('treatment-plan').t;
  const { treatmentName, productName } = useClinicalNames();
  const unit = unitOf(point.treatment);
  return (
    <Stack as="li" gap={16} className={styles.entry} aria-label={t('point.number', { number })}>
      <div className={styles.pointFields}>
        <Select
          label={t('point.treatment')}
          value={point.treatment}
          onChange={(event) => onChange({ treatment: event.currentTarget.value })}
        >
          {recordableTreatments.map((name) => (
            <option key={name} value={name}>
              {treatmentName(name)}
            </option>
          ))}
        </Select>
        <Select
          label={t('point.side')}
          value={point.side ?? 'none'}
          onChange={(event) => onChange({ side: read(event.currentTarget.value) as TreatedPoint['side'] })}
        >
          {(['none', 'right', 'left'] as const).map((side) => (
            <option key={side} value={side}>
              {t(`point.side.${side}`)}
            </option>
          ))}
        </Select>
        <Select
          id={`${point.key}-product`}
          label={t('point.product')}
          error={errorOf(`${point.key}-product`)}
          value={point.product}
          onChange={(event) => onChange({ product: event.currentTarget.value })}
        >
          <option value="">{t('point.product.none')}</option>
          {products.map((product, at) => (
            <option key={product.key} value={product.key}>
              {`${at + 1} · ${product.name.trim() || productName(product.product)}`}
            </option>
          ))}
        </Select>
        {unit && (
          <TextField
            id={`${point.key}-amount`}
            label={`${t('point.amount')} (${plan(`unit.${unit}`)})`}
            error={errorOf(`${point.key}-amount`)}
            inputMode="decimal"
            autoComplete="off"
            value={point.amount}
            onChange={(event) => onChange({ amount: event.currentTarget.value })}
          />
        )}
        <Select
          label={t('point.instrument')}
          value={point.instrument ?? 'none'}
          onChange={(event) => onChange({ instrument: read(event.currentTarget.value) as TreatedPoint['instrument'] })}
        >
          {(['none', ...Instruments] as const).map((instrument) => (
            <option key={instrument} value={instrument}>
              {t(`point.instrument.${instrument}`)}
            </option>
          ))}
        </Select>
        <IconButton icon={Trash2} label={t('point.remove', { number })} onClick={onRemove} />
      </div>
      <Events point={point} onChange={onChange} />
    </Stack>
  );
}

const read = (value: string): string | null => (value === 'none' ? null : value);

function Events({ point, onChange }: Pick<Props, 'point' | 'onChange'>) {
  const { t } = useTranslation('record');
  const passport = useTranslation('treatment-passport').t;
  return (
    <details className={styles.events} open={point.events.length > 0 || undefined}>
      <summary>{t('point.events')}</summary>
      <ChipGroup
        legend={t('point.events')}
        hideLegend
        value={point.events}
        choices={PointEvents.map((value) => ({ value, label: passport(`event.${value}`) }))}
        onChange={(events) => onChange({ events })}
      />
    </details>
  );
}
