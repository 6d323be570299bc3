/**
 * Returns the URL of a database whose server listens on a Unix socket. The port is part of the socket's file name.
 * Callers pass `port` only if the server does not use the default port.
 */
export const urlAt = (socketDir: string, role: string, database: string, port?: string): string =>
  `postgres://${role}@localhost${port ? `:${port}` : ''}/${database}?host=${encodeURIComponent(socketDir)}`;
