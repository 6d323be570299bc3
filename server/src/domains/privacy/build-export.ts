import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { Zip, type ZipInputFile } from 'fflate';
import { findUser, mailPerson } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import { withSystem, withSystemSnapshot } from '#server/platform/db/db.ts';
import type { ExportFile } from '#server/platform/personal/personal-data.ts';
import { readRows, type Row } from '#server/platform/personal/rows-of.ts';
import { task } from '#server/platform/workers/workers.ts';
import type { deflate } from './deflate.ts';
import { pageOf } from './export-page.ts';
import { expiryOf } from './request-export.ts';

/** A person's rows in one table, with the ids of the photos and renderings that these rows contain. */
export interface Section {
  readonly table: string;
  readonly rows: readonly Row[];
  readonly pictures: readonly string[];
}

/**
 * Creates the copy of the data that a person requested. After an interruption the function starts again from the
 * beginning. It does nothing if the copy was deleted, is ready or has failed.
 */
export async function buildExport(ctx: Context, exportId: string): Promise<void> {
  const found = await ctx.db.selectFrom('exports').selectAll().where('id', '=', exportId).executeTakeFirst();
  const person = found && (await findUser(ctx.db, found.user_id));
  if (!found || !person || found.ready_at || found.failed_at) return;
  const { sections, files } = await readAll(ctx, person.id);
  const page = pageOf(person, sections, ctx.clock.now());
  const { parts, bytes } = await ctx.archives.write(
    { userId: person.id },
    found.id,
    zipped(ctx, entriesOf(ctx, page, sections, files)),
  );
  const ready_at = ctx.clock.now();
  await withSystem(ctx.system, async (tx) => {
    const stored = await tx
      .updateTable('exports')
      .set({ ready_at, expires_at: expiryOf(ready_at), parts, size_bytes: bytes })
      .where('id', '=', found.id)
      .executeTakeFirst();
    // The person may have erased the account in the meantime.
    if (stored.numUpdatedRows === 0n) return;
    await mailPerson(ctx, tx, person, 'export_ready', { path: '/account/privacy', key: `export_ready:${found.id}` });
  });
}

/** Reads all data of the person in one database snapshot, so that the parts are consistent. */
const readAll = (ctx: Context, userId: string): Promise<{ sections: Section[]; files: readonly ExportFile[] }> =>
  withSystemSnapshot(ctx.system, async (tx) => {
    const sections: Section[] = [];
    const tables = ctx.personal.tables;
    for (const [table, { picture }] of tables) {
      const rows = await readRows(tx, tables, table, userId);
      const pictures = picture ? rows.map((row) => row[picture]).filter((id) => typeof id === 'string') : [];
      if (rows.length > 0) sections.push({ table, rows, pictures });
    }
    const pictures = new Set(sections.flatMap((section) => section.pictures));
    return { sections, files: await ctx.personal.filesOf(ctx, tx, userId, pictures) };
  });

/** Yields the files of the copy. Only one image at a time is loaded into memory. */
async function* entriesOf(
  ctx: Context,
  page: string,
  sections: readonly Section[],
  files: readonly ExportFile[],
): AsyncIterable<ZipEntry> {
  yield { name: 'index.html', bytes: Buffer.from(page) };
  for (const { name, text } of files) yield { name, bytes: Buffer.from(text) };
  for (const { table, rows } of sections)
    yield { name: `data/${table}.json`, bytes: Buffer.from(JSON.stringify(rows, null, 2)) };
  for (const { pictures } of sections)
    for (const id of pictures) {
      const bytes = await ctx.photos.read(ctx.system, id);
      if (bytes) yield { name: `photos/${id}.jpg`, bytes };
    }
}

const squeeze = task<typeof deflate>('archives', join(import.meta.dirname, 'deflate.ts'), 'deflate');
/** The codes of the ZIP format for an uncompressed and a compressed file. */
const STORED = 0;
const DEFLATED = 8;

interface ZipEntry {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/**
 * Yields a ZIP file of the entries in chunks. The content is compressed in a worker thread. JPEG files are stored
 * uncompressed, because compression does not make them smaller.
 */
async function* zipped(
  { workers }: Pick<Context, 'workers'>,
  entries: AsyncIterable<ZipEntry>,
): AsyncIterable<Uint8Array> {
  let made: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    made.push(chunk);
  });
  for await (const { name, bytes } of entries) {
    const isStored = name.endsWith('.jpg');
    const file: ZipInputFile = {
      filename: name,
      size: bytes.length,
      crc: crc32(bytes),
      compression: isStored ? STORED : DEFLATED,
    };
    const content = isStored ? bytes : await workers.run(squeeze, bytes);
    zip.add(file);
    // The types of fflate do not allow memory that threads share. The memory of `content` is never shared.
    file.ondata?.(null, content as Uint8Array<ArrayBuffer>, true);
    yield* made;
    made = [];
  }
  zip.end();
  yield* made;
}
