/**
 * Whether a call failed because it did not reach the service, or because no response came within the call's time limit.
 * Any other error is a response.
 */
export const isConnectionLost = (error: unknown): boolean =>
  error instanceof TypeError || (error instanceof DOMException && error.name === 'TimeoutError');
