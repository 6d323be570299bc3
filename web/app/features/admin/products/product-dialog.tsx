import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ProductCurrencies, type Product } from '#contract/progress.ts';
import { TreatmentKinds } from '#contract/drafts.ts';
import { ScoreNames } from '#contract/skin-score.ts';
import { api } from '#web/lib/api.ts';
import { useErrorText } from '#web/lib/refusal.ts';
import { Switch } from '#web/ui/checkbox.tsx';
import { ChipGroup } from '#web/ui/chip-group.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Select, TextArea, TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.ts';
import styles from '../screen.module.css';
import { emptyForm, faultsOf, formOf, inputOf, type ProductForm } from './product-form.ts';
import { refreshProducts } from './refresh.ts';
import { Button } from '#web/ui/button.tsx';

const lengths = { name: 80, description: 300 } as const;

type Fault = ReturnType<typeof faultsOf>[number];

function useProductForm(product: Product | undefined, onClose: () => void) {
  const { t } = useTranslation('admin');
  const [form, setForm] = useState<ProductForm>(() => (product ? formOf(product) : emptyForm));
  // Two attempts with the same content send the same idempotency key, so the second attempt cannot create another
  // product.
  const [key, setKey] = useState(() => crypto.randomUUID());
  const [isTried, setIsTried] = useState(false);
  const { mutate, isPending, error } = useMutation(
    api.progress.adminSaveProduct.mutationOptions({
      onSuccess: ({ name_en }) => {
        toast({ kind: 'success', title: t('product.saved', { name: name_en }) });
        onClose();
      },
      onSettled: refreshProducts,
    }),
  );
  const faults = faultsOf(form);
  const faultOf = (field: Fault) => isTried && faults.includes(field) && t(`product.fault.${field}`);
  function submit() {
    setIsTried(true);
    if (faults.length === 0) mutate({ ...inputOf(form, product), idempotency_key: key });
  }
  const put = (changes: Partial<ProductForm>) => {
    setForm({ ...form, ...changes });
    setKey(crypto.randomUUID());
  };
  return { form, put, faultOf, submit, isPending, error };
}

/** Adds a product or changes one, in both languages. */
export function ProductDialog({ product, onClose }: { product: Product | undefined; onClose: () => void }) {
  const { t } = useTranslation(['admin', 'progress', 'case']);
  const errorText = useErrorText();
  const { form, put, faultOf, submit, isPending, error } = useProductForm(product, onClose);
  return (
    <FormDialog
      size="l"
      onClose={onClose}
      title={product?.name_en ?? t('product.add')}
      action={t('save')}
      look={{ variant: 'ink', size: 's' }}
      busy={isPending}
      onSubmit={submit}
      problem={error && errorText(error)}
      aside={product && <RemoveProduct product={product} onRemoved={onClose} />}
    >
      <div className={styles.side}>
        {(['en', 'fr'] as const).map((language) => (
          <Words key={language} {...{ language, form, faultOf }} onChange={put} />
        ))}
      </div>
      <PriceAndPlace {...{ form, faultOf }} onChange={put} />
      <ChipGroup
        legend={t('product.for_treatments')}
        value={form.for_treatments}
        choices={TreatmentKinds.map((value) => ({ value, label: t(`case:kind.${value}`) }))}
        onChange={(for_treatments) => put({ for_treatments })}
      />
      <ChipGroup
        legend={t('product.for_scores')}
        value={form.for_scores}
        choices={ScoreNames.map((value) => ({ value, label: t(`progress:score.${value}`) }))}
        onChange={(for_scores) => put({ for_scores })}
      />
      {faultOf('reasons') && (
        <p className={styles.late} role="alert">
          {faultOf('reasons')}
        </p>
      )}
      <Switch
        label={t('product.active')}
        checked={form.is_active}
        onChange={(event) => put({ is_active: event.target.checked })}
      />
    </FormDialog>
  );
}

interface PartProps {
  form: ProductForm;
  faultOf: (field: Fault) => string | false;
  onChange: (changes: Partial<ProductForm>) => void;
}

/** The fields for name and description in one language. */
function Words({ language, form, faultOf, onChange }: PartProps & { language: 'en' | 'fr' }) {
  const { t } = useTranslation('admin');
  return (
    <div className={styles.form}>
      <TextField
        label={t(`product.name_${language}`)}
        maxLength={lengths.name}
        value={form[`name_${language}`]}
        error={faultOf(`name_${language}`)}
        onChange={(event) => onChange({ [`name_${language}`]: event.target.value })}
      />
      <TextArea
        label={t(`product.description_${language}`)}
        rows={2}
        maxLength={lengths.description}
        value={form[`description_${language}`]}
        error={faultOf(`description_${language}`)}
        onChange={(event) => onChange({ [`description_${language}`]: event.target.value })}
      />
    </div>
  );
}

/** The fields for the price and the position in the list. */
function PriceAndPlace({ form, faultOf, onChange }: PartProps) {
  const { t } = useTranslation('admin');
  return (
    <div className={styles.side}>
      <TextField
        label={t('product.price')}
        inputMode="decimal"
        value={form.price}
        error={faultOf('price')}
        onChange={(event) => onChange({ price: event.target.value })}
      />
      <Select
        label={t('product.currency')}
        value={form.currency}
        onChange={(event) => onChange({ currency: event.target.value as ProductForm['currency'] })}
      >
        {ProductCurrencies.map((currency) => (
          <option key={currency}>{currency}</option>
        ))}
      </Select>
      <TextField
        label={t('product.position')}
        hint={t('product.position.hint')}
        inputMode="numeric"
        value={form.position}
        error={faultOf('position')}
        onChange={(event) => onChange({ position: event.target.value })}
      />
    </div>
  );
}

/** The first press asks for confirmation, and the second one removes the product. */
function RemoveProduct({ product, onRemoved }: { product: Product; onRemoved: () => void }) {
  const { t } = useTranslation('admin');
  const errorText = useErrorText();
  const [isAsked, setIsAsked] = useState(false);
  const { mutate, isPending } = useMutation(
    api.progress.adminDeleteProduct.mutationOptions({
      onSuccess: () => {
        toast({ kind: 'success', title: t('product.removed', { name: product.name_en }) });
        onRemoved();
      },
      onError: (error) => toast({ kind: 'error', title: errorText(error) }),
      onSettled: refreshProducts,
    }),
  );
  return (
    <Button
      variant="danger"
      size="s"
      busy={isPending}
      onClick={() => (isAsked ? mutate({ id: product.id }) : setIsAsked(true))}
    >
      {t(isAsked ? 'product.remove.sure' : 'product.remove')}
    </Button>
  );
}
