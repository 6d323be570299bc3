import { Plus, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ExceptionKind, Hours, HoursException } from '#contract/clinics.ts';
import { ownToday } from '#web/lib/day.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Grid, Stack } from '#web/ui/layout.tsx';
import { Select, TextField } from '#web/ui/text-field.tsx';
import { useFaultText } from './use-fault-text.ts';
import type { Faults } from './hours-editor.tsx';
import {
  addException,
  changeException,
  type HoursForm,
  type Keyed,
  readEnd,
  removeException,
  shownEnd,
} from './hours-form.ts';
import styles from './hours.module.css';

interface Props {
  form: HoursForm;
  sites: Hours['sites'];
  faults: Faults;
  onChange: (form: HoursForm) => void;
}

/**
 * Edits the exceptions to the weekly hours. An exception is time off for some hours, time off for a whole day, or extra
 * hours.
 */
export function DaysOff({ form, sites, faults, onChange }: Props) {
  const { t } = useTranslation('clinics');
  return (
    <section className={styles.part}>
      <h2 className="title">{t('exception.title')}</h2>
      <p className="small muted">{t('exception.lead')}</p>
      {form.exceptions.length > 0 && (
        <Stack as="ul" gap={16} className={styles.exceptions}>
          {form.exceptions.map((exception, at) => (
            <li key={exception.key}>
              <Exception
                exception={exception}
                nth={at + 1}
                sites={sites}
                fault={faults.get(`exceptions.${at}`)}
                onChange={(change) => onChange(changeException(form, exception.key, change))}
                onRemove={() => onChange(removeException(form, exception.key))}
              />
            </li>
          ))}
        </Stack>
      )}
      <div>
        <Button size="xs" onClick={() => onChange(addException(form, ownToday()))}>
          <Icon as={Plus} size="s" />
          {t('exception.add')}
        </Button>
      </div>
    </section>
  );
}

/**
 * The kinds of exceptions in the form. 'off' means a whole day off, 'off_hours' means some hours off, and 'extra' means
 * extra hours.
 */
type Choice = 'off' | 'off_hours' | 'extra';
const choices = ['off', 'off_hours', 'extra'] as const;
const choiceOf = ({ kind, starts }: HoursException): Choice =>
  kind === 'extra' ? 'extra' : starts === null ? 'off' : 'off_hours';

function changeTo(choice: Choice, { site_id, starts, ends }: HoursException, first: string | undefined) {
  const kind: ExceptionKind = choice === 'extra' ? 'extra' : 'off';
  if (choice === 'off') return { kind, starts: null, ends: null };
  const hours = { kind, starts: starts ?? '09:00', ends: ends ?? '12:00' };
  return choice === 'extra' ? { ...hours, site_id: site_id ?? first ?? null } : hours;
}

interface ExceptionProps {
  exception: Keyed<HoursException>;
  nth: number;
  sites: Hours['sites'];
  fault: string | undefined;
  onChange: (change: Partial<HoursException>) => void;
  onRemove: () => void;
}

function Exception({ exception, nth, sites, fault, onChange, onRemove }: ExceptionProps) {
  const { t } = useTranslation('clinics');
  const text = useFaultText()(fault);
  const choice = choiceOf(exception);
  return (
    <Grid as="fieldset" gap={12} min={160} className={styles.exception}>
      <legend className="visually-hidden">{t('exception.nth', { nth })}</legend>
      <TextField
        label={t('exception.day')}
        type="date"
        value={exception.day}
        error={text}
        onChange={(event) => onChange({ day: event.target.value })}
      />
      <Select
        label={t('exception.kind')}
        value={choice}
        onChange={(event) => onChange(changeTo(event.target.value as Choice, exception, sites[0]?.id))}
      >
        {choices.map((one) => (
          <option key={one} value={one}>
            {t(`exception.kind.${one}`)}
          </option>
        ))}
      </Select>
      {exception.starts !== null && (
        <TextField
          label={t('exception.starts')}
          type="time"
          value={exception.starts}
          onChange={(event) => onChange({ starts: event.target.value })}
        />
      )}
      {exception.ends !== null && (
        <TextField
          label={t('exception.ends')}
          type="time"
          value={shownEnd(exception.ends)}
          onChange={(event) => onChange({ ends: readEnd(event.target.value) })}
        />
      )}
      <Select
        label={t('exception.place')}
        value={exception.site_id ?? ''}
        onChange={(event) => onChange({ site_id: event.target.value || null })}
      >
        {choice !== 'extra' && <option value="">{t('exception.everywhere')}</option>}
        {sites.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
      <IconButton
        className={styles.removeDay}
        icon={Trash2}
        label={t('exception.remove', { nth })}
        onClick={onRemove}
      />
    </Grid>
  );
}
