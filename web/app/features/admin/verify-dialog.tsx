import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Profession, Professions } from '#contract/base.ts';
import type { Practitioner } from '#contract/identity.ts';
import { refusalOf, useErrorText } from '#web/lib/refusal.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Select, TextField } from '#web/ui/text-field.tsx';
import { documentOf, outcomeIn } from './practitioners.ts';
import type { Verification } from './use-practitioners.ts';

const fields = [
  ['document', 200],
  ['seen_by', 120],
] as const;

/**
 * Verifies a registration. If there is a register, the service queries it. If there is none, or the register is
 * unreachable or names another person, the administrator must enter the name of a document and the person who saw it.
 */
export function VerifyDialog({ row, verification }: { row: Practitioner; verification: Verification }) {
  const { t } = useTranslation('identity');
  const errorText = useErrorText();
  const { error, isBusy, cancel, verify } = verification;
  const [form, setForm] = useState({ document: '', seen_by: '' });
  const [profession, setProfession] = useState<Profession>(row.profession);
  const [isTried, setTried] = useState(false);
  const outcome = outcomeIn(refusalOf(error));
  const { registration_number: number, registration_body: body } = row;
  const isBegun = form.document.trim() !== '' || form.seen_by.trim() !== '';
  const isNeeded = !row.is_looked_up || isBegun || outcome === 'unreachable' || outcome === 'other_person';
  function submit() {
    setTried(true);
    const document = documentOf(form);
    if (document || !isNeeded) verify(row, profession, document);
  }
  return (
    <FormDialog
      onClose={cancel}
      title={t('admin.document.title', { name: row.name })}
      lead={t(row.is_looked_up ? 'admin.document.lookUp' : 'admin.document.lead', { number, body })}
      action={t('admin.verify')}
      look={{ variant: 'ink', size: 's' }}
      busy={isBusy(row)}
      onSubmit={submit}
      problem={error && (outcome ? t(`admin.document.refused.${outcome}`) : errorText(error))}
    >
      <Select
        label={t('admin.profession')}
        hint={t('admin.profession.hint')}
        value={profession}
        onChange={(event) => setProfession(event.target.value as Profession)}
      >
        {Professions.map((code) => (
          <option key={code} value={code}>
            {t(`admin.profession.${code}`)}
          </option>
        ))}
      </Select>
      {fields.map(([field, max]) => (
        <TextField
          key={field}
          label={t(`admin.document.${field}`)}
          hint={field === 'document' && t('admin.document.hint')}
          maxLength={max}
          optional={!isNeeded}
          value={form[field]}
          error={isTried && isNeeded && form[field].trim() === '' && t('admin.document.missing')}
          onChange={(event) => setForm({ ...form, [field]: event.target.value })}
        />
      ))}
    </FormDialog>
  );
}
