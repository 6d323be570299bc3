/** True if the service was not reached at all. Anything else is an answer of the service, which may be a fault. */
export const isConnectionLost = (error: unknown): boolean => error instanceof TypeError;
