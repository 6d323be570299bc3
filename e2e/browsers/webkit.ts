import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { Browser } from './browser.ts';

/** The name of the property that contains the id of an element in WebDriver's responses. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf';
const script_ms = 30_000;

/** Opens WebKitGTK over WebDriver, in a window of the given size on a virtual screen. */
export async function openWebKit({ width, height }: { width: number; height: number }): Promise<Browser> {
  const screen = await openScreen(width, height);
  const port = await freePort();
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
    env: { ...process.env, DISPLAY: screen.display, GDK_BACKEND: 'x11', WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' },
    stdio: 'ignore',
  });
  const end = async () => {
    await stopped(driver);
    await stopped(screen.server);
  };
  try {
    const root = `http://127.0.0.1:${port}`;
    await answers(`${root}/status`);
    return await openSession(root, { width, height }, end);
  } catch (error) {
    await end();
    throw error;
  }
}

async function openSession(
  root: string,
  { width, height }: { width: number; height: number },
  end: () => Promise<void>,
): Promise<Browser> {
  const args = [join(import.meta.dirname, 'webkit-window.py'), String(width), String(height)];
  const { sessionId } = await call<{ sessionId: string }>('POST', `${root}/session`, {
    capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': { binary: '/usr/bin/python3', args } } },
  });
  const session = `${root}/session/${sessionId}`;
  const post = <Value>(path: string, body: object): Promise<Value> => call('POST', `${session}/${path}`, body);
  await post('timeouts', { script: script_ms, pageLoad: script_ms });
  const find = async (selector: string): Promise<string> => {
    const found = await post<Record<string, string>>('element', { using: 'css selector', value: selector });
    return `element/${found[elementKey]}`;
  };
  return {
    name: 'webkit',
    open: (url) => post('url', { url }),
    ask: (inPage, ...given) => post('execute/sync', { script: `return (${inPage})(...arguments)`, args: given }),
    click: async (selector) => post(`${await find(selector)}/click`, {}),
    write: async (selector, text) => post(`${await find(selector)}/value`, { text }),
    attach: async (selector, file) => post(`${await find(selector)}/value`, { text: file }),
    picture: async (file) =>
      writeFileSync(file, Buffer.from(await call<string>('GET', `${session}/screenshot`), 'base64')),
    async close() {
      await call('DELETE', session).catch(() => {});
      await end();
    },
  };
}

async function call<Value>(method: string, url: string, body?: object): Promise<Value> {
  const answer = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) });
  const { value } = (await answer.json()) as { value: Value & { error?: string; message?: string } };
  if (!answer.ok) throw new Error(`WebKit: ${value.error}, ${value.message}`);
  return value;
}

/** Starts a display server. The server chooses a free screen number and writes the number to file descriptor 3. */
async function openScreen(width: number, height: number) {
  const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', `${width}x${height}x24`, '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [line] = (await once(server.stdio[3]!, 'data')) as [Buffer];
  return { server, display: `:${line.toString().trim()}` };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

async function answers(url: string): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    if (
      await fetch(url).then(
        (answer) => answer.ok,
        () => false,
      )
    )
      return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('WebKitWebDriver does not answer');
}

async function stopped(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}
