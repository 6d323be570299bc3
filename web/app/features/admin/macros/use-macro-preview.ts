import { useQuery } from '@tanstack/react-query';
import { call } from '#web/lib/api.ts';

/**
 * Loads the texts exactly as they would be sent. The query has its own key, so that live events do not replace a text
 * that someone is reading. The service refuses rows that have changed since the preview.
 */
export const useMacroPreview = (macroId: string | undefined, ids: readonly string[]) =>
  useQuery({
    queryKey: ['macro preview', macroId, ids],
    queryFn: () => call.appointmentsAdmin.adminPreviewMacro({ macro_id: macroId ?? '', appointment_ids: [...ids] }),
    enabled: macroId !== undefined,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    staleTime: 0,
    gcTime: 0,
  });
