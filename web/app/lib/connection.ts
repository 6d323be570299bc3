/** Whether the service was not reached at all. Any other error is a response of the service. */
export const isConnectionLost = (error: unknown): boolean => error instanceof TypeError;
