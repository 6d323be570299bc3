import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Hours, HoursSaved } from '#contract/clinics.ts';
import { focusSoon } from '#web/lib/focus-soon.ts';
import { refusalOf, useErrorText } from '#web/lib/refusal.ts';
import { Button } from '#web/ui/button.tsx';
import { Row } from '#web/ui/layout.tsx';
import { EmptyState } from '#web/ui/list-states.tsx';
import { toast } from '#web/ui/toast.ts';
import { DaysOff } from './days-off.tsx';
import { formOf, type HoursForm, inputOf } from './hours-form.ts';
import { Week } from './week.tsx';
import styles from './hours.module.css';

interface Props {
  hours: Hours;
  save: (hours: HoursSaved) => Promise<Hours>;
  /** Called with the saved hours, which replace the hours on the page. */
  onSaved: (saved: Hours) => void;
  /** Loads the hours again after another person has changed them. */
  onReload: () => Promise<Hours | undefined>;
}

/**
 * Edits a practitioner's weekly hours and exceptions. If the service refuses to save them, the typed values stay in the
 * form.
 */
export function HoursEditor({ hours, save, onSaved, onReload }: Props) {
  const { t } = useTranslation('clinics');
  const rows = useRef<HTMLFormElement>(null);
  const onRefused = () => focusSoon(() => rows.current?.querySelector('[aria-invalid=true]'));
  const { form, edit, submit, reload, isPending, error } = useHoursForm({ hours, save, onSaved, onReload, onRefused });
  if (hours.sites.length === 0) return <EmptyState title={t('hours.noPlace')} text={t('hours.noPlace.text')} />;
  const faults = faultsIn(error);
  return (
    <form
      ref={rows}
      className={styles.editor}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Week form={form} sites={hours.sites} faults={faults} onChange={edit} />
      <DaysOff form={form} sites={hours.sites} faults={faults} onChange={edit} />
      <Row gap={16} align="center" wrap>
        <Button type="submit" variant="ink" size="s" busy={isPending}>
          {t('hours.save')}
        </Button>
        <Problem error={error} onReload={reload} />
      </Row>
    </form>
  );
}

function useHoursForm({ hours, save, onSaved, onReload, onRefused }: Props & { onRefused: () => void }) {
  const { t } = useTranslation('clinics');
  const [form, setForm] = useState<HoursForm>(() => formOf(hours));
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: save,
    onSuccess: (saved) => {
      setForm(formOf(saved));
      onSaved(saved);
      toast({ kind: 'success', title: t('hours.saved') });
    },
    onError: (refused) => {
      if (faultsIn(refused).size > 0) onRefused();
    },
  });
  return {
    form,
    isPending,
    error,
    edit: (next: HoursForm) => {
      setForm(next);
      reset();
    },
    submit: () => mutate(inputOf(form)),
    reload: async () => {
      const fresh = await onReload();
      if (!fresh) return;
      setForm(formOf(fresh));
      reset();
    },
  };
}

/** The error codes of the rows. The key is the path of a row, for example `rules.2`. */
export type Faults = ReadonlyMap<string, string>;

function faultsIn(error: unknown): Faults {
  const refusal = refusalOf(error);
  if (refusal?.code !== 'INVALID_INPUT') return new Map();
  const { fields } = refusal.data as { fields: Record<string, string[]> };
  // The service reports an invalid value inside a row, such as an empty time, with the path of its field
  // (rules.2.starts). The editor shows the error at the row.
  return new Map(
    Object.entries(fields).map(([path, codes]) => [path.split('.').slice(0, 2).join('.'), codes[0] ?? '']),
  );
}

function Problem({ error, onReload }: { error: unknown; onReload: () => void }) {
  const { t } = useTranslation('clinics');
  const errorText = useErrorText();
  if (!error) return null;
  const code = refusalOf(error)?.code;
  return (
    <Row role="alert" gap={8} align="center" wrap className={styles.problem}>
      <p>{code === 'INVALID_INPUT' ? t('hours.refused') : errorText(error)}</p>
      {code === 'CHANGED_SINCE' && (
        <Button size="xs" onClick={onReload}>
          {t('hours.reload')}
        </Button>
      )}
    </Row>
  );
}
