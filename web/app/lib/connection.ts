/** The service was not reached at all; anything else is its answer, and may be a fault of its own. */
export const isConnectionLost = (error: unknown): boolean => error instanceof TypeError;
