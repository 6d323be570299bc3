import { ScanLine, Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RECORD_MOST } from '#contract/treatment-records.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { Select, TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.ts';
import { type ProductDraft, productClasses } from './draft.ts';
import styles from './record.module.css';
import { useClinicalNames } from './use-clinical-names.ts';

const ScannerDialog = lazy(() => import('./scanner-dialog.tsx'));

interface Props {
  product: ProductDraft;
  number: number;
  errorOf: (id: string) => string | undefined;
  onChange: (change: Partial<ProductDraft>) => void;
  onRemove: () => void;
}

/** The fields for one vial, syringe or device, with the details of its label. */
export function ProductFields({ product, number, errorOf, onChange, onRemove }: Props) {
  const { t } = useTranslation('record');
  const { productName } = useClinicalNames();
  const [scans, setScans] = useState(false);
  return (
    <Stack as="li" gap={16} className={styles.entry} aria-label={t('product.number', { number })}>
      <header className={styles.entryHead}>
        <h3>{t('product.number', { number })}</h3>
        <Button size="xs" onClick={() => setScans(true)} aria-label={t('scan.for', { number })}>
          <Icon as={ScanLine} size="s" />
          {t('scan')}
        </Button>
        <IconButton icon={Trash2} label={t('product.remove', { number })} onClick={onRemove} />
      </header>
      <div className={styles.fields}>
        <Select
          label={t('product.class')}
          value={product.product}
          onChange={(event) => onChange({ product: event.currentTarget.value })}
        >
          {productClasses.map((name) => (
            <option key={name} value={name}>
              {productName(name)}
            </option>
          ))}
        </Select>
        <LabelFields product={product} errorOf={errorOf} onChange={onChange} />
      </div>
      {scans && (
        <Suspense>
          <ScannerDialog
            onClose={() => setScans(false)}
            onRead={({ gtin, lot, expires_on, serial }) => {
              onChange({
                gtin,
                ...(lot && { lot }),
                ...(expires_on && { expires_on }),
                ...(serial && { serial }),
              });
              setScans(false);
              toast({ kind: 'success', title: t('scan.done', { lot: lot ?? '–' }) });
            }}
          />
        </Suspense>
      )}
    </Stack>
  );
}

/** The fields for the details on the product's label. */
function LabelFields({ product, errorOf, onChange }: Pick<Props, 'product' | 'errorOf' | 'onChange'>) {
  const { t } = useTranslation('record');
  const field = (part: 'name' | 'manufacturer' | 'lot' | 'expires' | 'serial') => ({
    id: `${product.key}-${part}`,
    label: t(`product.${part}`),
    error: errorOf(`${product.key}-${part}`),
  });
  return (
    <>
      <TextField
        {...field('name')}
        value={product.name}
        maxLength={RECORD_MOST.name}
        autoComplete="off"
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <TextField
        {...field('manufacturer')}
        value={product.manufacturer}
        maxLength={RECORD_MOST.name}
        autoComplete="off"
        onChange={(event) => onChange({ manufacturer: event.currentTarget.value })}
      />
      <TextField
        {...field('lot')}
        value={product.lot}
        maxLength={RECORD_MOST.lot}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        onChange={(event) => onChange({ lot: event.currentTarget.value })}
      />
      <TextField
        {...field('expires')}
        type="date"
        value={product.expires_on}
        onChange={(event) => onChange({ expires_on: event.currentTarget.value })}
      />
      <TextField
        {...field('serial')}
        optional
        value={product.serial}
        maxLength={RECORD_MOST.lot}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange({ serial: event.currentTarget.value })}
      />
    </>
  );
}
