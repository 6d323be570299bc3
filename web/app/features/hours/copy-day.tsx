import { Copy } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import { ChipGroup } from '#web/ui/chip-group.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { copyDay, type HoursForm, type Weekday, Weekdays } from './hours-form.ts';
import { useWeekdays } from './use-weekdays.ts';
import styles from './hours.module.css';

interface Props {
  weekday: Weekday;
  form: HoursForm;
  onChange: (form: HoursForm) => void;
}

/** Lets the person choose other days, whose hours are then replaced with the hours of this day. */
export function CopyDay({ weekday, form, onChange }: Props) {
  const { t } = useTranslation('clinics');
  const nameOf = useWeekdays();
  const [chosen, setChosen] = useState<string[]>();
  const from = nameOf(weekday);
  const copy = () => {
    onChange(
      copyDay(
        form,
        weekday,
        Weekdays.filter((day) => chosen?.includes(String(day))),
      ),
    );
    setChosen(undefined);
  };
  return (
    <>
      <Button
        size="xs"
        variant="quiet"
        aria-expanded={chosen !== undefined}
        onClick={() => setChosen(chosen ? undefined : [])}
      >
        <Icon as={Copy} size="s" />
        {t('hours.copy')}
        <span className="visually-hidden"> {from}</span>
      </Button>
      {chosen && (
        <Stack gap={8} align="start" className={styles.copy}>
          <ChipGroup
            legend={t('hours.copyTo', { day: from })}
            value={chosen}
            choices={Weekdays.filter((day) => day !== weekday).map((day) => ({
              value: String(day),
              label: nameOf(day),
            }))}
            onChange={setChosen}
          />
          <Button size="xs" variant="line" disabled={chosen.length === 0} onClick={copy}>
            {t('hours.copyNow')}
          </Button>
        </Stack>
      )}
    </>
  );
}
