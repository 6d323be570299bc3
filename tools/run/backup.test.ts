import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { root } from './project.ts';

test('if the database and photos are on other machines, nothing is copied and no backup is recorded', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'backup-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const elsewhere = { DATABASE_URL: 'postgres://db.example/flaira', S3_BUCKET: 'photos', DATA_DIR: folder };
  const made = promisify(execFile)(process.execPath, ['tools/run/backup.ts', '--to', join(folder, 'copy')], {
    cwd: root,
    env: { ...process.env, ...elsewhere },
  });
  await expect(made).rejects.toMatchObject({ code: 1, stderr: expect.stringMatching(/^Nothing was copied/) });
  expect(existsSync(join(folder, 'last-backup'))).toBe(false);
});
