import { spawn } from 'node:child_process';

/**
 * Runs a command to its end and returns its output. If the command fails, the error contains the end of the output. If
 * this process is stopped, the command stops too.
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<string>}
 */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    const release = stopWithUs(child);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output += text;
      });
    }
    child.on('error', reject);
    child.on('close', (code) => {
      release();
      if (code === 0) resolve(output);
      else reject(new Error(output.trim().split('\n').slice(-60).join('\n')));
    });
  });
}

/**
 * Makes a signal end the command first and then this process. Leaves out signals for which this process already has a
 * listener. Returns a function that removes the new listeners.
 * @param {import('node:child_process').ChildProcess} child
 * @returns {() => void}
 */
function stopWithUs(child) {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'].filter((signal) => process.listenerCount(signal) === 0);
  const stop = (signal) => {
    child.once('close', () => process.exit(1));
    child.kill(signal);
  };
  for (const signal of signals) process.on(signal, stop);
  return () => {
    for (const signal of signals) process.off(signal, stop);
  };
}
