import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { csvFile, csvLine } from '#contract/csv.ts';
import type { Import } from '#contract/imports.ts';
import { api } from '#web/lib/api.ts';
import { download } from '#web/lib/download.ts';
import { useAskBeforeLeaving } from '#web/lib/unsent-text.ts';
import { refusalOf, useErrorText } from '#web/lib/refusal.ts';
import { Button } from '#web/ui/button.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import { Table } from '#web/ui/table.tsx';
import screen from '../screen.module.css';
import { FileField } from './file-field.tsx';
import styles from './imports.module.css';
import { type PhotoResult, usePhotoImport } from './use-photo-import.ts';

/** The largest number of photos that the table shows. The report file contains all photos. */
const SHOWN = 200;

/**
 * Imports the photos of an archive, each with its patient and day. The browser unpacks the photos and sends them one by
 * one.
 */
export function PhotoImport({ one }: { one: Import }) {
  const { t } = useTranslation('imports');
  const client = useQueryClient();
  const why = useWhy();
  const [zip, setZip] = useState<File | null>(null);
  const { results, total, isRunning, isWaiting, fault, run, stop } = usePhotoImport(one.id);
  useAskBeforeLeaving(isRunning);
  const refused = results.filter(({ outcome }) => outcome === 'refused');
  const made = results.filter(({ outcome }) => outcome === 'made').length;

  async function begin() {
    if (!zip) return;
    const end = await run(zip);
    // If the session has ended, reloading the page's data would open the sign-in page, and the report would be lost.
    if (refusalOf(end)?.code === 'UNAUTHENTICATED') return;
    await client.invalidateQueries({ queryKey: api.imports.key() });
  }

  function save() {
    const heads = [t('photo.file'), t('report.outcome'), t('report.why')];
    const lines = results.map((result) => csvLine([result.name, t(`photo.${result.outcome}`), why(result)]));
    const file = csvFile('photo-report', heads, lines);
    download(file, file.name);
  }

  return (
    <Stack as="section" gap={16} aria-labelledby="import-photos">
      <h2 className="h4" id="import-photos">
        {t('photo.title')}
      </h2>
      <p className="small muted">{t('photo.lead')}</p>
      {one.ground === 'consent' && <p className="small">{t('photo.consent')}</p>}
      <Stack gap={8} align="start" className={styles.drop}>
        <FileField
          label={t('photo.choose')}
          accept=".zip,application/zip"
          disabled={isRunning}
          onFile={(file) => setZip(file ?? null)}
        />
        <div className={styles.buttons}>
          <Button variant="ink" size="s" disabled={!zip} busy={isRunning} onClick={() => void begin()}>
            {t('photo.start')}
          </Button>
          {isRunning && (
            <Button variant="quiet" size="s" onClick={stop}>
              {t('photo.stop')}
            </Button>
          )}
        </div>
        {fault && (
          <p className={styles.problem} role="alert">
            {t(`zip.${fault}`)}
          </p>
        )}
      </Stack>
      {total > 0 && (
        <Stack gap={8} className={styles.progress} aria-live="polite">
          <ProgressBar label={t('photo.title')} value={results.length} max={total} />
          <p className="small muted">
            {t('photo.progress', { done: results.length, total, made, refused: refused.length })}
          </p>
          {isWaiting && <p className="small">{t('photo.waiting')}</p>}
        </Stack>
      )}
      {refused.length > 0 && <Refused results={refused} />}
      {results.length > 0 && !isRunning && (
        <div className={styles.buttons}>
          <Button variant="line" size="xs" onClick={save}>
            {t('report.download')}
          </Button>
        </div>
      )}
    </Stack>
  );
}

function Refused({ results }: { results: readonly PhotoResult[] }) {
  const { t } = useTranslation('imports');
  const why = useWhy();
  return (
    <Table caption={t('photo.refused')} className={screen.table}>
      <thead>
        <tr>
          <th scope="col">{t('photo.file')}</th>
          <th scope="col">{t('report.why')}</th>
        </tr>
      </thead>
      <tbody>
        {results.slice(0, SHOWN).map((result) => (
          <tr key={result.name}>
            <td data-label={t('photo.file')}>
              <bdi>{result.name}</bdi>
            </td>
            <td data-label={t('report.why')}>{why(result)}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function useWhy(): (result: PhotoResult) => string {
  const { t } = useTranslation('imports');
  const errorText = useErrorText();
  return ({ why, error }) => {
    if (why) return t(`zip.${why}`);
    return error === undefined ? '' : errorText(error);
  };
}
