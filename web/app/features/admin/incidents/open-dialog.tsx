import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '#web/lib/refusal.ts';
import { serviceNow } from '#web/lib/service-clock.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { TextArea, TextField } from '#web/ui/text-field.tsx';
import { useOpenIncident } from './use-incident-change.ts';

const MINUTE_MS = 60_000;

/** Formats a time as the user's local time, in the format of the field. */
function wallTime(at: Date): string {
  return new Date(at.getTime() - at.getTimezoneOffset() * MINUTE_MS).toISOString().slice(0, 16);
}

export function OpenDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('incidents');
  const errorText = useErrorText();
  const { mutate, isPending, error } = useOpenIncident(onClose);
  const [now] = useState(() => wallTime(new Date(serviceNow())));
  const [form, setForm] = useState({ title: '', summary: '', noticed: now });
  const [isTried, setIsTried] = useState(false);
  const noticed = new Date(form.noticed);
  const missing = (text: string) => isTried && !text.trim() && t('missing');
  function submit() {
    setIsTried(true);
    if (!form.title.trim() || !form.summary.trim() || Number.isNaN(noticed.getTime())) return;
    mutate({ title: form.title, summary: form.summary, noticed_at: noticed.toISOString() });
  }
  return (
    <FormDialog
      onClose={onClose}
      title={t('open.title')}
      lead={t('open.lead')}
      action={t('open.do')}
      look={{ variant: 'ink', size: 's' }}
      busy={isPending}
      onSubmit={submit}
      problem={error && errorText(error)}
    >
      <TextField
        label={t('open.name')}
        hint={t('open.name.hint')}
        maxLength={120}
        value={form.title}
        error={missing(form.title)}
        onChange={({ target }) => setForm({ ...form, title: target.value })}
      />
      <TextArea
        label={t('open.summary')}
        hint={t('open.summary.hint')}
        maxLength={2000}
        value={form.summary}
        error={missing(form.summary)}
        onChange={({ target }) => setForm({ ...form, summary: target.value })}
      />
      <TextField
        label={t('open.noticed')}
        type="datetime-local"
        max={now}
        value={form.noticed}
        error={missing(form.noticed)}
        onChange={({ target }) => setForm({ ...form, noticed: target.value })}
      />
    </FormDialog>
  );
}
