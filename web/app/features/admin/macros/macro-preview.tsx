import { useTranslation } from 'react-i18next';
import type { MacroLeftOut, MacroRecipient } from '#contract/appointments-admin.ts';
import { LeftOutList } from './left-out.tsx';
import styles from './macros.module.css';
import { peopleIn, type PreviewedText, PreviewedTexts } from './previewed-texts.tsx';

interface Data {
  recipients: readonly MacroRecipient[];
  left_out: readonly MacroLeftOut[];
  missing: readonly string[];
}

export const textsOf = ({ recipients }: Pick<Data, 'recipients'>): PreviewedText[] =>
  recipients.map(({ appointment_id, patient_id, patient_full_name, number, language, body }) => ({
    id: appointment_id,
    patientId: patient_id,
    name: patient_full_name,
    number,
    language,
    body,
  }));

interface Props {
  data: Data;
  texts: readonly PreviewedText[];
  /**
   * The appointments whose patients got no message, because these appointments had changed since the previous preview.
   */
  changed: readonly string[];
  /** The number of messages that were sent. */
  sent: number;
}

/** Lists the patients with the text that each of them gets, and the patients who get no message. */
export function MacroPreview({ data: { left_out, missing }, texts, changed, sent }: Props) {
  const { t } = useTranslation('macros');
  const places = (names: readonly MacroLeftOut['open'][number][]) =>
    names.map((name) => t(`placeholder.${name}`)).join(', ');
  return (
    <>
      {changed.length > 0 && (
        <div className={styles.warning} role="alert">
          {sent > 0 && <p>{t('sent', { count: sent })}</p>}
          <p>{t('changed', { count: changed.length })}</p>
          <ul>
            {changed.map((name) => (
              <li key={name} dir="auto">
                {name}
              </li>
            ))}
          </ul>
        </div>
      )}
      <p className={styles.sum} role="status">
        {texts.length === 0
          ? t('preview.nobody')
          : t('preview.sum', { count: texts.length, people: t('people', { count: peopleIn(texts) }) })}
      </p>
      {texts.length > 0 && <p className="small muted">{t('preview.mail')}</p>}
      <PreviewedTexts texts={texts} />
      <LeftOutList
        title={t('preview.leftOut', { count: left_out.length + missing.length })}
        rows={[
          ...left_out.map(({ appointment_id, patient_full_name, number, open }) => ({
            id: appointment_id,
            name: patient_full_name,
            number,
            why: t('why.open', { count: open.length, places: places(open) }),
          })),
          ...missing.map((id) => ({ id, name: '', number: '', why: t('why.missing') })),
        ]}
      />
      {left_out.length === 1 && texts.length === 0 && left_out[0] && (
        <p className={styles.text} dir="auto" lang={left_out[0].language}>
          {left_out[0].body}
        </p>
      )}
    </>
  );
}
