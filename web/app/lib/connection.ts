/** True if the service was not reached at all. Any other error is an answer of the service. */
export const isConnectionLost = (error: unknown): boolean => error instanceof TypeError;
