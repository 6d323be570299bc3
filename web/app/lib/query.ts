import { QueryClient } from '@tanstack/react-query';

/** The client of the api already retries what may be retried, so a failed query fails once. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, staleTime: 30_000 },
    mutations: { retry: false },
  },
});
