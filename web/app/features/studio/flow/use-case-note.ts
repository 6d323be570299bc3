import { useEffect, useRef, useState } from 'react';
import { call } from '#web/lib/api.ts';
import { refusalOf } from '#web/lib/refusal.ts';
import { useWorkspace } from '../case/workspace-context.ts';

const pause_ms = 700;
type State = 'saved' | 'saving' | 'failed';

/**
 * The note saves itself a moment after the last key. A colleague's newer text is shown beside one's own; the next save replaces it, with both in sight.
 */
export function useCaseNote() {
  const { studioCase } = useWorkspace();
  const [body, setBody] = useState(studioCase.note.body);
  const [state, setState] = useState<State>('saved');
  const [theirs, setTheirs] = useState<string | null>(null);
  const version = useRef(studioCase.note.version);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const save = async (text: string) => {
    try {
      const saved = await call.caseFlow.saveCaseNote({
        case_id: studioCase.id,
        base_version: version.current,
        body: text,
      });
      version.current = saved.version;
      setTheirs(null);
      setState('saved');
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal?.code === 'NOTE_OUTDATED') {
        const newer = refusal.data as { version: number; body: string };
        version.current = newer.version;
        setTheirs(newer.body);
      }
      setState('failed');
    }
  };
  const write = (text: string) => {
    setBody(text);
    setState('saving');
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void save(text), pause_ms);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  return { body, write, state, theirs };
}
