import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Macro, MacroLimits } from '#contract/appointments-admin.ts';
import { MacroPlaceholders, unknownPlaceholders } from '#contract/macro-text.ts';
import { api } from '#web/lib/api.ts';
import { refusalOf, useErrorText } from '#web/lib/refusal.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Row } from '#web/ui/layout.tsx';
import { TextArea, TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.ts';
import { refreshAdmin } from '../appointments/refresh.ts';
import screen from '../screen.module.css';
import styles from './macros.module.css';

const texts = ['text_en', 'text_fr'] as const;
const nothing = { name: '', text_en: '', text_fr: '' };

/** Adds a macro, or changes one. */
export function MacroDialog({ macro, onClose }: { macro: Macro | undefined; onClose: () => void }) {
  const { t } = useTranslation(['macros', 'admin']);
  const errorText = useErrorText();
  const [form, setForm] = useState(() => {
    const { name, text_en, text_fr } = macro ?? nothing;
    return { name, text_en, text_fr };
  });
  const [isTried, setIsTried] = useState(false);
  const { mutate, isPending, error, reset } = useMutation(
    api.appointmentsAdmin.adminSaveMacro.mutationOptions({
      onSuccess: ({ name }) => {
        toast({ kind: 'success', title: t('saved', { name }) });
        onClose();
      },
      onSettled: refreshAdmin,
    }),
  );
  const isTaken = refusalOf(error)?.code === 'INVALID_INPUT';
  const faultOf = (field: keyof typeof form): string | undefined => {
    if (!form[field].trim()) return t(`fault.${field}`);
    if (field === 'name') return isTaken ? t('fault.taken') : undefined;
    const [unknown] = unknownPlaceholders(form[field]);
    return unknown === undefined ? undefined : t('fault.placeholder', { name: `{{${unknown}}}` });
  };
  const put = (field: keyof typeof form) => (event: { target: { value: string } }) => {
    setForm({ ...form, [field]: event.target.value });
    reset();
  };
  function submit() {
    setIsTried(true);
    if (!(['name', ...texts] as const).some(faultOf))
      mutate({ macro_id: macro?.id ?? null, version: macro?.version ?? null, ...form });
  }
  const shown = (field: keyof typeof form) => (isTried && faultOf(field)) || undefined;
  return (
    <FormDialog
      size="l"
      onClose={onClose}
      title={macro?.name ?? t('add')}
      lead={t('dialog.lead')}
      action={t('admin:save')}
      look={{ variant: 'ink', size: 's' }}
      busy={isPending}
      onSubmit={submit}
      problem={error && !isTaken && errorText(error)}
    >
      <TextField
        label={t('name')}
        hint={t('name.hint')}
        maxLength={MacroLimits.name}
        value={form.name}
        error={shown('name')}
        onChange={put('name')}
      />
      <div className={screen.side}>
        {texts.map((field) => (
          <TextArea
            key={field}
            label={t(field)}
            rows={9}
            lang={field === 'text_fr' ? 'fr' : 'en'}
            maxLength={MacroLimits.text}
            value={form[field]}
            error={shown(field)}
            onChange={put(field)}
          />
        ))}
      </div>
      <Places />
    </FormDialog>
  );
}

/** Lists the placeholders, each with the value that the service inserts. */
function Places() {
  const { t } = useTranslation('macros');
  return (
    <section>
      <h3 className="small">{t('places')}</h3>
      <Row as="ul" gap={8} rowGap={4} wrap className={styles.places}>
        {MacroPlaceholders.map((name) => (
          <li key={name}>
            <code>{`{{${name}}}`}</code> {t(`placeholder.${name}`)}
          </li>
        ))}
      </Row>
    </section>
  );
}
