import { ChevronDown, Plus, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Hours, HoursRule } from '#contract/clinics.ts';
import { ownToday } from '#web/lib/day.ts';
import { useFormat } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { FieldNote } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { focusSoon } from '#web/lib/focus-soon.ts';
import { Grid, Row, Stack } from '#web/ui/layout.tsx';
import '#web/ui/field.css';
import { CopyDay } from './copy-day.tsx';
import { useFaultText } from './use-fault-text.ts';
import type { Faults } from './hours-editor.tsx';
import {
  addRule,
  changeRule,
  type HoursForm,
  type Keyed,
  readEnd,
  removeRule,
  rulesOn,
  shownEnd,
  type Weekday,
  Weekdays,
} from './hours-form.ts';
import { useWeekdays } from './use-weekdays.ts';
import styles from './hours.module.css';

interface Props {
  form: HoursForm;
  sites: Hours['sites'];
  faults: Faults;
  onChange: (form: HoursForm) => void;
}

export function Week({ sites, ...rest }: Props) {
  const { t } = useTranslation('clinics');
  const zones = [...new Set(sites.map(({ timezone }) => timezone))];
  return (
    <section className={styles.part}>
      <h2 className="title">{t('hours.week')}</h2>
      <p className="small muted">{zones.length === 1 ? t('hours.zone', { zone: zones[0] }) : t('hours.zones')}</p>
      <Grid as="ol" gap={16} min={320} fill className={styles.week}>
        {Weekdays.map((weekday) => (
          <Day key={weekday} weekday={weekday} sites={sites} {...rest} />
        ))}
      </Grid>
    </section>
  );
}

function Day({ weekday, form, sites, faults, onChange }: Props & { weekday: Weekday }) {
  const { t } = useTranslation('clinics');
  const name = useWeekdays()(weekday);
  const rows = rulesOn(form, weekday);
  const addId = `add-hours-${weekday}`;
  const add = () => {
    const site = rows.at(-1)?.rule.site_id ?? sites[0]?.id;
    if (site) onChange(addRule(form, weekday, site, ownToday()));
  };
  return (
    <li>
      <Stack as="fieldset" gap={12} className={styles.day}>
        <legend className={styles.dayName}>{name}</legend>
        {rows.length === 0 && <p className="small muted">{t('hours.none')}</p>}
        {rows.map(({ rule, at }, nth) => (
          <Range
            key={rule.key}
            rule={rule}
            name={t('hours.range', { day: name, nth: nth + 1 })}
            sites={sites}
            fault={faults.get(`rules.${at}`)}
            onChange={(change) => onChange(changeRule(form, rule.key, change))}
            onRemove={() => {
              onChange(removeRule(form, rule.key));
              focusSoon(() => document.getElementById(addId));
            }}
          />
        ))}
        <Row gap={4} align="center" wrap>
          <Button id={addId} size="xs" variant="quiet" onClick={add}>
            <Icon as={Plus} size="s" />
            {t('hours.add')}
            <span className="visually-hidden"> {name}</span>
          </Button>
          {rows.length > 0 && <CopyDay weekday={weekday} form={form} onChange={onChange} />}
        </Row>
      </Stack>
    </li>
  );
}

interface RangeProps {
  rule: Keyed<HoursRule>;
  /** The name of the row, which screen readers announce before each field. */
  name: string;
  sites: Hours['sites'];
  fault: string | undefined;
  onChange: (change: Partial<HoursRule>) => void;
  onRemove: () => void;
}

function Range({ rule, name, sites, fault, onChange, onRemove }: RangeProps) {
  const { t } = useTranslation('clinics');
  const text = useFaultText()(fault);
  const hint = useValidity(rule);
  const noteId = `hours-${rule.key}-note`;
  const invalid = {
    'aria-invalid': text ? true : undefined,
    'aria-describedby': text || hint ? noteId : undefined,
  } as const;
  return (
    <Stack gap={4}>
      <div className={styles.times}>
        <input
          {...invalid}
          type="time"
          className="input"
          aria-label={t('hours.starts', { name })}
          value={rule.starts}
          onChange={(event) => onChange({ starts: event.target.value })}
        />
        <span aria-hidden="true">–</span>
        <input
          {...invalid}
          type="time"
          className="input"
          aria-label={t('hours.ends', { name })}
          value={shownEnd(rule.ends)}
          onChange={(event) => onChange({ ends: readEnd(event.target.value) })}
        />
        <IconButton icon={Trash2} label={t('hours.remove', { name })} onClick={onRemove} />
      </div>
      {sites.length > 1 && (
        <SitePicker
          label={t('hours.at', { name })}
          sites={sites}
          value={rule.site_id}
          onChange={(site_id) => onChange({ site_id })}
        />
      )}
      <FieldNote id={noteId} hint={hint} error={text} />
    </Stack>
  );
}

interface SitePickerProps {
  label: string;
  sites: Hours['sites'];
  value: string;
  onChange: (siteId: string) => void;
}

/** Chooses one place. Only screen readers get the label, because the field is in a row with other fields. */
function SitePicker({ label, sites, value, onChange }: SitePickerProps) {
  const isOneClinic = new Set(sites.map(({ clinic }) => clinic)).size === 1;
  return (
    <div className="field__affix">
      <select className="input" aria-label={label} value={value} onChange={(event) => onChange(event.target.value)}>
        {sites.map(({ id, name, clinic }) => (
          <option key={id} value={id}>
            {isOneClinic || clinic === name ? name : `${clinic}, ${name}`}
          </option>
        ))}
      </select>
      <Icon as={ChevronDown} className="field__chevron" />
    </div>
  );
}

/**
 * Returns a note if the hours apply only from a future day, or only until a last day. For other hours, it returns a
 * note if they end at midnight. Otherwise it returns null.
 */
function useValidity(rule: HoursRule): string | null {
  const { t } = useTranslation('clinics');
  const { date } = useFormat();
  const isLater = rule.valid_from > ownToday();
  if (rule.valid_to !== null && isLater)
    return t('hours.between', { from: date(rule.valid_from), to: date(rule.valid_to) });
  if (rule.valid_to !== null) return t('hours.until', { to: date(rule.valid_to) });
  if (isLater) return t('hours.since', { from: date(rule.valid_from) });
  return shownEnd(rule.ends) === rule.ends ? null : t('hours.midnight');
}
