import { useState } from 'react';
import { IMPORT_MOST } from '#contract/imports.ts';
import { call } from '#web/lib/api.ts';
import { cellsOf, type CsvFile, type Mapping, rememberMapping } from './read-csv.ts';

type Start = Parameters<typeof call.imports.adminStartImport>[0];
type Choices = Omit<Start, 'import_id' | 'name' | 'expected'>;

/**
 * Sends the rows of a file, a few hundred per call, and requests the dry run. After a lost connection it continues with
 * the first row that was not sent.
 */
export function useSend(file: CsvFile, onSent: (importId: string) => void) {
  const [sent, setSent] = useState(0);
  const [isSending, setSending] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [kept, keep] = useState<{ id: string; key: string } | null>(null);

  async function work(mapping: Mapping, choices: Choices) {
    const key = JSON.stringify([mapping, choices]);
    // A changed mapping starts a new import. The rows of the earlier import stay unchanged until they are deleted after
    // a day.
    const resumed = kept?.key === key;
    const import_id = resumed ? kept.id : crypto.randomUUID();
    keep({ id: import_id, key });
    let done = resumed ? sent : 0;
    // A new import must start at 0. If its first call fails, the next attempt resumes it and reads the number of sent
    // rows from `sent`.
    setSent(done);
    await call.imports.adminStartImport({
      import_id,
      name: file.name.slice(0, 120),
      expected: file.rows.length,
      ...choices,
    });
    while (done < file.rows.length) {
      const rows = file.rows
        .slice(done, done + IMPORT_MOST.rows_in_call)
        .map((row) => ({ line: row.line, cells: cellsOf(row, mapping) }));
      await call.imports.adminAddImportRows({ import_id, rows });
      done += rows.length;
      setSent(done);
    }
    await call.imports.adminCheckImport({ import_id });
    rememberMapping(file.heads, mapping);
    onSent(import_id);
  }

  const send = (mapping: Mapping, choices: Choices): void => {
    if (isSending) return;
    setSending(true);
    setError(null);
    work(mapping, choices).then(
      () => setSending(false),
      (reason: unknown) => {
        setError(reason ?? new Error('failed'));
        setSending(false);
      },
    );
  };
  return { send, sent, isSending, error };
}
