import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const launcher = join(import.meta.dirname, '../launch.mjs');

/** Starts the product with an empty data folder and only the given variables, so that it finds no existing settings. */
function start(variables: Record<string, string>) {
  const dir = mkdtempSync(join(tmpdir(), 'flaira-start-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const env = { PATH: process.env.PATH, NODE_ENV: 'production', DATA_DIR: dir, ...variables };
  return spawnSync(process.execPath, [launcher, 'start'], { env, encoding: 'utf8', timeout: 15_000 });
}

test('a start in production without a configuration names everything that is missing, and ends at once', () => {
  const { status, stderr, stdout } = start({});
  expect(status).toBe(1);
  expect(stdout).toBe('');
  const names = stderr
    .match(/^ {2}[A-Z_0-9]+ is missing/gm)
    ?.map((line) => line.trim().split(' ')[0])
    .sort();
  expect(names).toEqual([
    'AUDIT_KEY',
    'AUTH_SECRET',
    'LINK_KEY',
    'MAIL_FROM',
    'PHOTO_MASTER_KEY',
    'PUBLIC_URL',
    'SMTP_URL',
    'STRIPE_SECRET_KEY',
    'STRIPE_WEBHOOK_SECRET',
  ]);
});

test('with an external database, a missing login for jobs is named, and so are malformed values', () => {
  const { stderr } = start({
    DATABASE_URL: 'postgres://flaira_app@db.example/flaira',
    PORT: 'http',
    LINK_KEY: 'short',
  });
  expect(stderr).toContain('SYSTEM_DATABASE_URL is missing.');
  expect(stderr).toContain('PORT must be a whole number from 0 to 65535.');
  expect(stderr).toContain('LINK_KEY must be 32 bytes in base64');
  expect(stderr).not.toContain('short');
});
