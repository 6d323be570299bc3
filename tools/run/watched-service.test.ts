import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { watchFolders } from './watched-service.ts';

test('a file that is saved by renaming is noticed, also in a folder that was created later', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'flaira-watch-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'inner'));
  writeFileSync(join(folder, 'inner/a.ts'), '');
  const heard = vi.fn<(path: string) => void>();
  onTestFinished(watchFolders([folder], heard));

  const saveByRename = async (path: string) => {
    heard.mockClear();
    writeFileSync(`${path}.tmp`, String(Math.random()));
    renameSync(`${path}.tmp`, path);
    await vi.waitFor(() => expect(heard).toHaveBeenCalledWith(path));
  };
  for (let save = 0; save < 3; save++) await saveByRename(join(folder, 'inner/a.ts'));
  mkdirSync(join(folder, 'later'));
  await vi.waitFor(() => expect(heard).toHaveBeenCalledWith(join(folder, 'later')));
  await saveByRename(join(folder, 'later/b.ts'));
});
