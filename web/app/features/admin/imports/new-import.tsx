import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAskBeforeLeaving } from '#web/lib/unsent-text.ts';
import { useLocale } from '#web/lib/locale.tsx';
import { useErrorText } from '#web/lib/refusal.ts';
import { Button } from '#web/ui/button.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import { Screen } from '../screen.tsx';
import { type FileChoices, GroundFields, ReadingFields } from './choice-fields.tsx';
import { FileField } from './file-field.tsx';
import styles from './imports.module.css';
import { MappingFields } from './mapping-fields.tsx';
import {
  CsvError,
  type CsvFault,
  type CsvFile,
  guessDateOrder,
  guessMapping,
  type Mapping,
  readCsv,
  recallMapping,
} from './read-csv.ts';
import { useSend } from './use-send.ts';

interface Props {
  onBack: () => void;
  onSent: (importId: string) => void;
}

/**
 * The form for a new import. It asks for a file, the meaning of its columns, and the legal basis for keeping its
 * records. The browser sends nothing before the last step.
 */
export function NewImport({ onBack, onSent }: Props) {
  const { t } = useTranslation('imports');
  const [file, setFile] = useState<CsvFile | null>(null);
  const [fault, setFault] = useState<CsvFault | null>(null);
  const [isReading, setReading] = useState(false);
  // Another file could not stop the rows that are being sent, and their report would open instead of its own.
  const [isSending, setSending] = useState(false);

  async function choose(chosen: File | undefined) {
    if (!chosen) return;
    setFault(null);
    setReading(true);
    try {
      setFile(await readCsv(chosen));
    } catch (error) {
      setFile(null);
      setFault(error instanceof CsvError ? error.fault : 'not_csv');
    }
    setReading(false);
  }

  return (
    <Screen
      title={t('new')}
      lead={t('new.lead')}
      tools={
        <Button variant="quiet" size="s" onClick={onBack}>
          {t('back')}
        </Button>
      }
    >
      <Stack gap={32} className={styles.form}>
        <Stack gap={8} align="start" className={styles.drop}>
          <FileField
            label={t('file')}
            accept=".csv,.tsv,.txt,text/csv"
            disabled={isReading || isSending}
            describedBy="import-file-note"
            isInvalid={fault !== null}
            onFile={(chosen) => void choose(chosen)}
          />
          <p className="small muted" id="import-file-note">
            {file
              ? t('file.read', {
                  count: file.rows.length,
                  encoding: file.encoding,
                  delimiter: shownDelimiter(file.delimiter),
                })
              : t('file.note')}
          </p>
          {fault && (
            <p className={styles.problem} role="alert">
              {t(`file.fault.${fault}`)}
            </p>
          )}
        </Stack>
        {/* Another file starts again, even if it has the same name. The same file chosen again keeps the choices. */}
        {file && <Meaning key={`${file.name} ${file.hash}`} file={file} onSending={setSending} onSent={onSent} />}
      </Stack>
    </Screen>
  );
}

const shownDelimiter = (delimiter: string): string => (delimiter === '\t' ? 'tab' : delimiter);

interface MeaningProps extends Pick<Props, 'onSent'> {
  file: CsvFile;
  onSending: (isSending: boolean) => void;
}

function Meaning({ file, onSending, onSent }: MeaningProps) {
  const { t } = useTranslation('imports');
  const errorText = useErrorText();
  const language = useLocale();
  const [mapping, setMapping] = useState<Mapping>(() => recallMapping(file.heads) ?? guessMapping(file.heads));
  const [choices, setChoices] = useState<FileChoices>(() => ({
    date_order: guessDateOrder(file, mapping),
    country: 'FR',
    language,
    ground: null,
    ground_note: '',
  }));
  const [isTried, setTried] = useState(false);
  const { send, sent, isSending, error } = useSend(file, onSent);
  useAskBeforeLeaving(isSending);
  useEffect(() => onSending(isSending), [onSending, isSending]);
  const change = (part: Partial<FileChoices>) => setChoices((before) => ({ ...before, ...part }));
  const { ground } = choices;
  const ground_note = choices.ground_note.trim();
  const isUnmapped = mapping.email === undefined || (ground === 'consent' && mapping.consent_reference === undefined);

  function submit() {
    setTried(true);
    if (isUnmapped || !ground || ground_note === '') return;
    send(mapping, { ...choices, ground, ground_note });
  }

  return (
    <>
      <MappingFields
        file={file}
        mapping={mapping}
        onChange={setMapping}
        isTried={isTried}
        needsConsent={ground === 'consent'}
      />
      <ReadingFields choices={choices} onChange={change} />
      <GroundFields choices={choices} onChange={change} isTried={isTried} />
      <div className={styles.stack}>
        {error !== null && (
          <p className={styles.problem} role="alert">
            {errorText(error)}
          </p>
        )}
        {isTried && isUnmapped && (
          <p className={styles.problem} role="alert">
            {t('mapping.missing')}
          </p>
        )}
        {isSending && (
          <Stack gap={8} className={styles.progress} aria-live="polite">
            <ProgressBar label={t('sending')} value={sent} max={file.rows.length} />
            <p className="small muted">{t('sending.of', { sent, rows: file.rows.length })}</p>
          </Stack>
        )}
        <div className={styles.buttons}>
          <Button variant="primary" size="s" busy={isSending} onClick={submit}>
            {error === null ? t('check') : t('again')}
          </Button>
          <p className="small muted">{t('check.note')}</p>
        </div>
      </div>
    </>
  );
}
