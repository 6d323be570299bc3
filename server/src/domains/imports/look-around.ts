import type { ImportCells } from '#contract/imports.ts';
import { findKnown, type KnownPerson } from '#server/domains/identity/index.ts';
import type { Tx } from '#server/platform/db/db.ts';
import * as queries from './imports.queries.ts';
import { type Around, emailOf, type Judged, judgeRow, meaningOf, visitKey } from './judge-row.ts';
import { cellOf, foldWords, readDay } from './read-cells.ts';

export interface JudgedRow extends Judged {
  readonly line: number;
  readonly cells: ImportCells;
}

/**
 * Decides the outcomes of consecutive rows. The function uses data from the database and from earlier lines. The dry
 * run and the import itself call it.
 */
export async function judgeRows(
  tx: Tx,
  file: queries.ImportRecord,
  rows: readonly queries.RowRecord[],
  now: Date,
): Promise<JudgedRow[]> {
  const all = rows.map(({ line, cells }) => ({ line, cells: cells ?? {} }));
  const before = all[0]?.line ?? 0;
  const emails = distinct(all.map(({ cells }) => emailOf(cells)));
  const births = distinct(all.flatMap(({ cells }) => readDay(cellOf(cells, 'birth_date'), file.date_order) ?? []));
  const references = distinct(all.map(({ cells }) => cellOf(cells, 'reference'))).filter(Boolean);

  const known = await findKnown(tx, { emails, birthDates: births });
  const byEmail = new Map(known.map((person) => [person.email, person]));
  const byName = new Map(known.filter(({ birth_date }) => birth_date).map((person) => [nameKey(person), person]));
  const making = await queries.listMaking(tx, file.id, before, emails);
  const firsts = new Map<string, { line: number; cells: ImportCells; userId: string | null }>();
  const lines = new Map<string, number>();
  for (const { line, email, cells, outcome, user_id } of making) {
    if (outcome === 'new') firsts.set(email, { line, cells: cells ?? {}, userId: user_id });
    noteVisit(lines, file, email, line, cells ?? {});
  }
  const taken = new Map(
    (await queries.listReferences(tx, file.id, before, references)).map(({ reference, user_id, line }) => [
      reference,
      { userId: user_id, line },
    ]),
  );
  const visits = new Set(
    (
      await queries.listVisits(
        tx,
        known.map(({ id }) => id),
      )
    ).map((visit) => `${visit.user_id} ${visitKey(visit)}`),
  );

  return all.map(({ line, cells }) => {
    const email = emailOf(cells);
    const first = firsts.get(email) ?? null;
    const account = first ? null : (byEmail.get(email) ?? null);
    const visit = meaningOf(cells, file).treatment;
    const key = visit && visitKey(visit);
    const sameLine = key ? lines.get(`${email} ${key}`) : undefined;
    const isThere = key !== null && account !== null && visits.has(`${account.id} ${key}`);
    const reference = cellOf(cells, 'reference');
    const like = byName.get(nameKey(personIn(cells, file.date_order))) ?? null;
    const around: Around = {
      now,
      account,
      like: like && like.email !== email ? like : null,
      first,
      referenceOf: (reference && taken.get(reference)) || null,
      sameTreatment: sameLine ? { line: sameLine } : isThere ? { line: null } : null,
    };
    const judged = judgeRow(cells, file, around);
    if (judged.outcome === 'new') {
      firsts.set(email, { line, cells, userId: null });
      if (reference) taken.set(reference, { userId: null, line });
    }
    if (judged.outcome === 'new' || judged.outcome === 'add') noteVisit(lines, file, email, line, cells);
    return { ...judged, user_id: judged.user_id ?? first?.userId ?? null, line, cells };
  });
}

const distinct = (texts: readonly string[]): string[] => [...new Set(texts)];

const nameKey = ({ first_name, last_name, birth_date }: Pick<KnownPerson, 'first_name' | 'last_name' | 'birth_date'>) =>
  `${foldWords(first_name)}|${foldWords(last_name)}|${birth_date}`;

const personIn = (cells: ImportCells, order: queries.ImportRecord['date_order']) => ({
  first_name: cellOf(cells, 'first_name'),
  last_name: cellOf(cells, 'last_name'),
  birth_date: readDay(cellOf(cells, 'birth_date'), order),
});

function noteVisit(
  lines: Map<string, number>,
  file: queries.ImportRecord,
  email: string,
  line: number,
  cells: ImportCells,
): void {
  const visit = meaningOf(cells, file).treatment;
  const key = visit && `${email} ${visitKey(visit)}`;
  if (key && !lines.has(key)) lines.set(key, line);
}
