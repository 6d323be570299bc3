/** Whether the call did not reach the service at all. Any other error is a response. */
export const isConnectionLost = (error: unknown): boolean => error instanceof TypeError;
