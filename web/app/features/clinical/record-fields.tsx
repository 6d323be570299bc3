import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { CLINICAL, Lights } from '#contract/clinical-photos.ts';
import { ownToday } from '#web/lib/day.ts';
import { ChoiceGroup } from '#web/ui/chip-group.tsx';
import { FieldNote } from '#web/ui/field.tsx';
import { Grid } from '#web/ui/layout.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import styles from './clinical.module.css';
import { isDistance, isTold, type ShotRecord } from './shot-record.ts';

interface Props {
  record: ShotRecord;
  onChange: (record: ShotRecord) => void;
  /** The number of attempts to add a photo while fields were empty. After an attempt, the empty fields are marked. */
  attempts: number;
}

/** The fields of the record: the date, camera, distance and light of the next photos. */
export function RecordFields({ record, onChange, attempts }: Props) {
  const { t } = useTranslation('clinical-photos');
  const box = useRef<HTMLFieldSetElement>(null);
  const set = (change: Partial<ShotRecord>) => onChange({ ...record, ...change });
  const isMissing = attempts > 0 && !isTold(record);
  useEffect(() => {
    // After a failed attempt to add a photo, the first invalid field gets the focus. If no text field is invalid, the
    // question about the light has no answer, and its first choice gets the focus.
    if (attempts > 0) box.current?.querySelector<HTMLElement>('[aria-invalid], input[type=radio]')?.focus();
  }, [attempts]);
  return (
    <fieldset ref={box} className={styles.record}>
      <legend>{t('record.title')}</legend>
      <p className="small muted">{t('record.hint')}</p>
      <Grid gap={16} min={220} align="start">
        <TextField
          label={t('record.taken_on')}
          type="date"
          max={ownToday()}
          value={record.taken_on}
          error={isMissing && record.taken_on === '' && t('record.needed')}
          onChange={(event) => set({ taken_on: event.currentTarget.value })}
        />
        <TextField
          label={t('record.device')}
          hint={t('record.device_hint')}
          maxLength={CLINICAL.device_max}
          value={record.device}
          error={isMissing && record.device.trim() === '' && t('record.needed')}
          onChange={(event) => set({ device: event.currentTarget.value })}
        />
        <TextField
          label={t('record.distance')}
          inputMode="numeric"
          maxLength={3}
          value={record.distance}
          error={isMissing && !isDistance(record.distance) && t('record.distance_needed')}
          onChange={(event) => set({ distance: event.currentTarget.value.replaceAll(/\D/g, '') })}
        />
      </Grid>
      <ChoiceGroup
        legend={t('record.light')}
        value={record.light}
        choices={Lights.map((value) => ({ value, label: t(`light.${value}`) }))}
        onChange={(light) => set({ light })}
        describedBy={isMissing && !record.light ? 'light-fault' : undefined}
      />
      {isMissing && !record.light && <FieldNote id="light-fault" error={t('record.needed')} />}
    </fieldset>
  );
}
