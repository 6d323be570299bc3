import { useTranslation } from 'react-i18next';
import { AskedChannels, SAFETY_TEXT_MAX } from '#contract/safety.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Select, TextArea, TextField } from '#web/ui/text-field.tsx';
import { AskHealthButton } from '../flow/ask-health.tsx';
import { useStatement } from './use-statement.ts';

/**
 * The fields in which the doctor notes that the patient answered the health questions elsewhere. They contain the day,
 * the channel, and the answers.
 */
export function HealthNote() {
  const { t } = useTranslation('studio');
  const { stated, state, endGesture } = useStatement();
  const today = new Date(useNow()).toISOString().slice(0, 10);
  const asked = stated.asked ?? { on: today, channel: 'phone' as const, text: '' };
  const set = (change: Partial<typeof asked>) => state({ asked: { ...asked, ...change } }, 'asked');
  return (
    <>
      <AskHealthButton />
      <TextArea
        label={t('gate.asked.text')}
        hint={t('gate.asked.hint')}
        rows={2}
        maxLength={SAFETY_TEXT_MAX}
        value={asked.text}
        onChange={(event) => set({ text: event.currentTarget.value })}
        onBlur={endGesture}
      />
      <TextField
        label={t('gate.asked.on')}
        type="date"
        max={today}
        value={asked.on}
        onChange={(event) => set({ on: event.currentTarget.value })}
      />
      <Select
        label={t('gate.asked.channel')}
        value={asked.channel}
        onChange={(event) =>
          set({ channel: AskedChannels.find((each) => each === event.currentTarget.value) ?? 'phone' })
        }
      >
        {AskedChannels.map((channel) => (
          <option key={channel} value={channel}>
            {t(`gate.asked.by.${channel}`)}
          </option>
        ))}
      </Select>
    </>
  );
}
