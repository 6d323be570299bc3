import { useMutation } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Hours, HoursSaved } from '#contract/clinics.ts';
import { focusSoon } from '#web/lib/focus-soon.ts';
import { useAskBeforeLeaving } from '#web/lib/unsent-text.ts';
import { useKeptState } from '#web/lib/unsent-value.ts';
import { refusalOf, useErrorText } from '#web/lib/refusal.ts';
import { unseenVisits, VisitsOnClosedDays } from '#web/lib/visits-on-closed-days.tsx';
import { Button } from '#web/ui/button.tsx';
import { Row } from '#web/ui/layout.tsx';
import { EmptyState } from '#web/ui/list-states.tsx';
import { toast } from '#web/ui/toast.ts';
import { DaysOff } from './days-off.tsx';
import { formOf, type HoursForm, inputOf } from './hours-form.ts';
import { Week } from './week.tsx';
import styles from './hours.module.css';

interface Props {
  /**
   * Identifies the hours by practitioner and clinic. Unsaved changes are kept under this key until they are saved or
   * discarded.
   */
  place: string;
  hours: Hours;
  save: (hours: HoursSaved) => Promise<Hours>;
  /** Called with the saved hours, which replace the hours on the page. */
  onSaved: (saved: Hours) => void;
  /** Loads the hours again after another person has changed them. */
  onReload: () => Promise<Hours | undefined>;
}

/**
 * Edits a practitioner's weekly hours and exceptions. The typed values stay in the form until they are saved or
 * discarded, even if the service refuses to save them, or the hours of another person are opened.
 */
export function HoursEditor({ hours, ...props }: Props) {
  const { t } = useTranslation('clinics');
  const rows = useRef<HTMLFormElement>(null);
  const onRefused = () => focusSoon(() => rows.current?.querySelector('[aria-invalid=true]'));
  const { form, edit, submit, discard, reload, isPending, error } = useHoursForm({ hours, ...props, onRefused });
  if (hours.sites.length === 0) return <EmptyState title={t('hours.noPlace')} text={t('hours.noPlace.text')} />;
  const faults = faultsIn(error);
  const visits = unseenVisits(error);
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
      {visits && <VisitsOnClosedDays visits={visits} />}
      <Row gap={16} align="center" wrap>
        <Button type="submit" variant="ink" size="s" busy={isPending}>
          {t(visits ? 'visits.save' : 'hours.save')}
        </Button>
        {discard && (
          <Button variant="quiet" size="s" onClick={discard} disabled={isPending}>
            {t('hours.discard')}
          </Button>
        )}
        {!visits && <Problem error={error} onReload={reload} />}
      </Row>
    </form>
  );
}

function useHoursForm({ place, hours, save, onSaved, onReload, onRefused }: Props & { onRefused: () => void }) {
  const { t } = useTranslation('clinics');
  const [typed, setTyped] = useKeptState<HoursForm | undefined>(`hours ${place}`, undefined);
  const stored = useMemo(() => formOf(hours), [hours]);
  const form = typed ?? stored;
  useAskBeforeLeaving(typed !== undefined);
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: ({ sent, visits_version }: { sent: HoursForm; visits_version: string | undefined }) =>
      save({ ...inputOf(sent), visits_version }),
    onSuccess: (saved, { sent }) => {
      // Hours that were changed during the save stay unsaved, and the next save replaces the version that was just
      // saved.
      setTyped((now) => (now === sent ? undefined : now && { ...now, version: saved.version }));
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
      setTyped(next);
      if (error) reset();
    },
    /** Discards the changes. The function is undefined if there are none. */
    discard:
      typed &&
      (() => {
        setTyped(undefined);
        reset();
      }),
    // If the form is sent again while the list of visits is shown, the person has seen these visits.
    submit: () => mutate({ sent: form, visits_version: unseenVisits(error)?.visits_version }),
    reload: async () => {
      const fresh = await onReload();
      if (!fresh) return;
      setTyped(undefined);
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
