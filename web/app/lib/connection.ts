/** Whether a call failed because it did not reach the service. Any other error is a response. */
export const isConnectionLost = (error: unknown): boolean => error instanceof TypeError;
