import { useQuery } from '@tanstack/react-query';
import { call } from '#web/lib/api.ts';

/**
 * What would be sent. It has a key of its own, so that live events do not exchange a text that somebody is reading: what changes meanwhile is refused when
 * it is sent.
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
