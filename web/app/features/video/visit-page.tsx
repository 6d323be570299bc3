import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import type { VideoSide, VideoVisit } from '#contract/video.ts';
import { api } from '#web/lib/api.ts';
import { queryClient } from '#web/lib/query.ts';
import { refusalOf, useErrorText } from '#web/lib/refusal.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { EmptyState, ErrorState } from '#web/ui/list-states.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { type Call, openCall } from './call.ts';
import { CallScreen } from './call-screen.tsx';
import { createDevices, type Devices } from './devices.ts';
import { Aside, Left, Over, WayBack } from './endings.tsx';
import { Lobby } from './lobby.tsx';
import { type Note, UnsavedNote, useNote } from './note-field.tsx';
import styles from './video.module.css';

const keep = (visit: VideoVisit) =>
  queryClient.setQueryData(api.video.getVideoVisit.queryKey({ input: { visit_id: visit.id } }), visit);

interface Props {
  visitId: string;
  isDoctor: boolean;
  brand: ReactNode;
}

/**
 * The page of a video visit, for the doctor or the patient. It shows the lobby, the call, and the page after the call.
 */
export function VisitPage({ visitId, isDoctor, brand }: Props) {
  const { t } = useTranslation(['video', 'video-doctor', 'ui']);
  const query = useQuery({
    ...api.video.getVideoVisit.queryOptions({ input: { visit_id: visitId } }),
    // If the other side's page crashes or closes, no event is sent, so the visit is loaded regularly.
    refetchInterval: 30_000,
  });
  const isGone = ['NOT_FOUND', 'INVALID_INPUT'].includes(refusalOf(query.error)?.code ?? '');
  return (
    <div className={styles.frame}>
      <header className={styles.bar}>
        <a className="skip-link" href="#content">
          {t('ui:skip')}
        </a>
        {brand}
      </header>
      <main id="content" className={styles.page}>
        {query.data ? (
          <Visit key={query.data.id} visit={query.data} />
        ) : query.isPending ? (
          <Spinner page />
        ) : isGone ? (
          <EmptyState
            title={t('video:gone.title')}
            text={isDoctor ? t('video-doctor:gone.text') : t('video:gone.text')}
            action={<WayBack visit={{ side: isDoctor ? 'doctor' : 'patient', case_id: null, is_appointment: true }} />}
          />
        ) : (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} busy={query.isFetching} />
        )}
      </main>
    </div>
  );
}

const isOver = ({ state }: VideoVisit): boolean => state === 'ended' || state === 'missed' || state === 'cancelled';

function Visit({ visit }: { visit: VideoVisit }) {
  const [devices] = useState(createDevices);
  const [isHelped, setHelped] = useState(false);
  const note = useNote(visit);
  // After a reload during a call, the person joins the call again.
  const [place, setPlace] = useState<'lobby' | 'call' | 'left'>(() => (wasJoined(visit.id) ? 'call' : 'lobby'));
  const over = isOver(visit);

  useEffect(() => {
    if (over) rememberJoined(null);
    if (over || place === 'left') devices.close();
  }, [over, place, devices]);
  useEffect(() => {
    addEventListener('pagehide', devices.close);
    return () => {
      removeEventListener('pagehide', devices.close);
      devices.close();
    };
  }, [devices]);

  const join = () => {
    rememberJoined(visit.id);
    setPlace('call');
  };
  const help = () => setHelped(true);
  return (
    <>
      {over ? (
        <Over visit={visit} />
      ) : place === 'call' ? (
        <InCall
          visit={visit}
          devices={devices}
          note={note}
          onHelp={help}
          onOut={(next) => {
            rememberJoined(null);
            setPlace(next);
          }}
        />
      ) : place === 'left' ? (
        <Left visit={visit} onAgain={() => setPlace('lobby')} />
      ) : (
        <Lobby visit={visit} devices={devices} onJoin={join} onHelp={help} />
      )}
      {(over || place !== 'call') && <UnsavedNote note={note} />}
      {isHelped && <Trouble side={visit.side} onClose={() => setHelped(false)} />}
    </>
  );
}

interface InCallProps {
  visit: VideoVisit;
  devices: Devices;
  note: Note;
  onHelp: () => void;
  onOut: (next: 'lobby' | 'left') => void;
}

function InCall({ visit: { id, side }, visit, devices, note, onHelp, onOut }: InCallProps) {
  const [call, setCall] = useState<Call>();
  const [turn, setTurn] = useState(0);
  // The call is opened in an effect, because React may discard a render. A discarded render must not join the call.
  useEffect(() => {
    void devices.open();
    const opened = openCall(id, side, keep);
    setCall(opened);
    return opened.stop;
  }, [id, side, devices, turn]);
  // Without a call, the page shows nothing of the earlier call, such as its failed end.
  const joinAgain = () => {
    rememberJoined(id);
    setCall(undefined);
    setTurn(turn + 1);
  };
  if (!call) return <Spinner page />;
  return <OpenCall {...{ visit, call, devices, note, onHelp, onOut }} onAgain={joinAgain} />;
}

function OpenCall({
  visit,
  call,
  devices,
  note,
  onHelp,
  onOut,
  onAgain,
}: InCallProps & { call: Call; onAgain: () => void }) {
  const { t } = useTranslation('video');
  const errorText = useErrorText();
  const { phase, fault } = useSyncExternalStore(call.subscribe, call.snapshot, call.snapshot);
  const [asks, setAsks] = useState(false);
  const leave = () => {
    void call.leave(false).then(keep, () => undefined);
    onOut('left');
  };
  const ending = useEnding(call, devices, () => onOut('left'));
  const isElsewhere = phase === 'elsewhere' || refusalOf(ending.error)?.code === 'VISIT_ELSEWHERE';
  if (ending.hasBegun && !isElsewhere)
    return (
      <>
        <Ending visit={visit} ending={ending} />
        <UnsavedNote note={note} />
      </>
    );
  if (isElsewhere) {
    const words = { title: t('elsewhere.title'), text: t('elsewhere.text'), again: t('elsewhere.here') };
    return (
      <>
        <Aside visit={visit} {...words} onAgain={onAgain} />
        <UnsavedNote note={note} />
      </>
    );
  }
  if (phase === 'refused') {
    const words = { title: t('refused.title'), text: errorText(fault), again: t('refused.back') };
    return (
      <>
        <Aside visit={visit} {...words} onAgain={() => onOut('lobby')} />
        <UnsavedNote note={note} />
      </>
    );
  }
  return (
    <>
      <CallScreen
        {...{ visit, call, devices, note, onHelp }}
        onLeave={() => (visit.side === 'doctor' ? setAsks(true) : leave())}
      />
      {asks && (
        <EndDialog
          isRunning={visit.state === 'running'}
          onLeave={leave}
          onEnd={ending.end}
          onClose={() => setAsks(false)}
        />
      )}
    </>
  );
}

/**
 * Ends the visit for both sides. The call stops at once, even if the service does not confirm the end. A reload does
 * not join the call again.
 */
function useEnding(call: Call, devices: Devices, onEnded: () => void) {
  const { mutate, error, isIdle } = useMutation({
    mutationFn: async () => {
      const visit = await call.leave(true);
      keep(visit);
      if (!isOver(visit)) throw new Error('the visit goes on');
    },
    onSuccess: onEnded,
  });
  return {
    hasBegun: !isIdle,
    error,
    end: () => {
      rememberJoined(null);
      devices.close();
      mutate();
    },
  };
}

/**
 * Shown until the service confirms that the visit has ended. If the service does not confirm it, the doctor can try
 * again.
 */
function Ending({ visit, ending: { error, end } }: { visit: VideoVisit; ending: ReturnType<typeof useEnding> }) {
  const { t } = useTranslation('video-doctor');
  const errorText = useErrorText();
  if (!error) return <Spinner page />;
  const words = {
    title: t('end.failed'),
    text: t('end.failed.text', { reason: errorText(error) }),
    again: t('end.confirm'),
  };
  return <Aside visit={visit} {...words} onAgain={end} />;
}

interface EndProps {
  isRunning: boolean;
  onLeave: () => void;
  onEnd: () => void;
  onClose: () => void;
}

/** Asks the doctor whether to leave the call for a moment or to end the visit for both sides. */
function EndDialog({ isRunning, onLeave, onEnd, onClose }: EndProps) {
  const { t } = useTranslation('video-doctor');
  return (
    <Dialog
      isOpen
      size="s"
      onClose={onClose}
      title={t(isRunning ? 'end.title' : 'leave.title')}
      lead={t(isRunning ? 'end.text' : 'leave.text')}
      footer={
        <>
          <Button variant="quiet" onClick={onLeave}>
            {t('end.leave')}
          </Button>
          {isRunning && (
            <Button variant="primary" onClick={onEnd}>
              {t('end.confirm')}
            </Button>
          )}
        </>
      }
    />
  );
}

const joinedKey = 'flaira.video.joined';

/** Stores for this tab that the person has joined, so that the page joins the call again after a reload. */
function rememberJoined(visitId: string | null) {
  try {
    if (visitId) sessionStorage.setItem(joinedKey, visitId);
    else sessionStorage.removeItem(joinedKey);
  } catch {
    // The browser allows no storage, so the person must press the button again after a reload.
  }
}

function wasJoined(visitId: string): boolean {
  try {
    return sessionStorage.getItem(joinedKey) === visitId;
  } catch {
    return false;
  }
}

const adviceSteps = ['permission', 'iphone', 'busy', 'network', 'reload'] as const;

/**
 * Shows advice for problems with the camera, the microphone or the connection. The most frequent cause comes first. The
 * advice to use the phone comes last.
 */
function Trouble({ side, onClose }: { side: VideoSide; onClose: () => void }) {
  const { t } = useTranslation(['video', 'video-doctor']);
  return (
    <Dialog isOpen onClose={onClose} title={t('video:trouble.title')}>
      <ol className={styles.steps}>
        {adviceSteps.map((step) => (
          <li key={step}>
            <b>{t(`video:trouble.${step}.title`)}</b>
            <p>{t(`video:trouble.${step}.text`)}</p>
          </li>
        ))}
        <li>
          <b>{t('video:trouble.phone.title')}</b>
          <p>{side === 'doctor' ? t('video-doctor:trouble.phone') : t('video:trouble.phone.text')}</p>
        </li>
      </ol>
    </Dialog>
  );
}
