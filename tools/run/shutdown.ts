/** Settles when somebody asks this process to stop: Ctrl-C, a signal, or the launcher above it being gone. */
export function askedToStop(): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve(signal));
    process.once('disconnect', () => resolve('disconnect'));
    // Listening must not keep a process alive whose work is done.
    process.channel?.unref();
  });
}
