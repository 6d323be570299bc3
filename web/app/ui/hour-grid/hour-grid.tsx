import { type CSSProperties, type ReactNode, useRef } from 'react';
import type { Day } from '#web/lib/calendar.ts';
import { hourText, type Piece, piecesOn, wallTimeIn, type WallTime } from '#web/lib/wall-clock.ts';
import { classNames } from '../class-names.ts';
import type { StatusTone } from '../status-badge.tsx';
import { drawnSpan, hourHeightFor, hoursFor, isOneLine, type Lane, layOut } from './lay-out.ts';
import { type Drag, useDrag } from './use-drag.ts';
import './hour-grid.css';

export interface HourEntry {
  readonly id: string;
  /** The start and the end of the entry, as ISO instants. */
  readonly from: string;
  readonly to: string;
  readonly tone: StatusTone;
  /** True if the time is reserved but not confirmed. */
  readonly isOpen?: boolean;
  /** True if the person can drag the entry to another time. */
  readonly isMovable?: boolean;
  /** The key of the column in which the entry is shown, if a day has several columns. */
  readonly column?: string;
  readonly content: ReactNode;
}

/** A period that is not available. It is shown behind the entries. */
export interface HourGround {
  readonly from: string;
  readonly to: string;
  /** The description of the period for screen readers. */
  readonly label: string;
}

interface Props {
  days: readonly Day[];
  /** The time zone in which days and hours are shown. */
  zone: string;
  /** The current time, in milliseconds. */
  now: number;
  /** Renders the header of a day's column. */
  head: (day: Day) => ReactNode;
  entries: readonly HourEntry[];
  /**
   * The columns of a single day, for example one for each practitioner. If they are undefined, each day has one column.
   */
  columns?: readonly { readonly key: string; readonly head: ReactNode }[];
  ground?: readonly HourGround[];
  onOpen: (id: string) => void;
  /**
   * Called when the person drops an entry at another time. The grid does not move the entry. The handler must change
   * the time of the entry.
   */
  onDrop?: (id: string, to: WallTime) => void;
}

/**
 * The part of an entry on one day. In the grid it extends from the minute `from` to the minute `to`. A short entry is
 * shown longer than it lasts, so that it is tall enough.
 */
type Placed = Piece & { readonly entry: HourEntry; readonly from: number; readonly to: number };

/** A calendar with days side by side. Entries are shown at their hours, and a line shows the current time. */
export function HourGrid({ days, zone, now, head, entries, columns, ground = [], onOpen, onDrop }: Props) {
  const body = useRef<HTMLOListElement>(null);
  const pieces = entries.flatMap((entry) =>
    piecesOn(days, zone, entry).map((piece) => ({ ...piece, entry, from: piece.minute, to: piece.until })),
  );
  const hourPx = hourHeightFor(pieces);
  const placed = pieces.map((piece): Placed => ({ ...piece, ...drawnSpan(piece, hourPx) }));
  const hours = hoursFor(placed);
  const parts = columns
    ? columns.map((column) => ({ ...column, day: days[0] ?? '' }))
    : days.map((day) => ({ key: day, day, head: head(day) }));
  const isIn = (key: string, entry: HourEntry) => !columns || entry.column === key;
  const drag = useDrag({
    body,
    days: parts.map(({ day }) => day),
    firstMinute: hours.from * 60,
    lastMinute: hours.to * 60,
    onDrop,
  });
  const present = wallTimeIn(zone, now);
  const dragged = entries.find(({ id }) => id === drag.ghost?.id);
  // A drag changes the time of an entry, but not its column.
  const isGhostIn = (key: string, day: Day) => drag.ghost?.day === day && (!dragged || isIn(key, dragged));
  return (
    <div
      className="hour-grid"
      data-days={parts.length}
      style={
        {
          '--days': parts.length,
          '--hours': hours.to - hours.from,
          '--first': hours.from * 60,
          '--hour-px': `${hourPx}px`,
        } as CSSProperties
      }
    >
      <ol className="hour-grid__hours" aria-hidden="true">
        {Array.from({ length: hours.to - hours.from }, (_, index) => (
          <li key={index} className="num">
            {hourText((hours.from + index) * 60)}
          </li>
        ))}
      </ol>
      <ol className="hour-grid__days" ref={body}>
        {parts.map(({ key, day, head: name }) => (
          <li key={key} className="hour-grid__day">
            <h2 aria-current={day === present.day && !columns ? 'date' : undefined}>{name}</h2>
            <DayColumn
              pieces={placed.filter((piece) => piece.day === day && isIn(key, piece.entry))}
              ground={ground.flatMap((span) => piecesOn([day], zone, span).map((piece) => ({ ...piece, ...span })))}
              present={day === present.day ? present.minute : null}
              hours={hours}
              hourPx={hourPx}
              drag={drag}
              ghost={isGhostIn(key, day) ? drag.ghost : null}
              onOpen={onOpen}
            />
          </li>
        ))}
      </ol>
    </div>
  );
}

interface ColumnProps {
  pieces: readonly Placed[];
  ground: readonly (Piece & HourGround)[];
  /** The current minute in today's column, and null in all other columns. */
  present: number | null;
  hours: { from: number; to: number };
  hourPx: number;
  drag: Drag;
  ghost: Drag['ghost'];
  onOpen: (id: string) => void;
}

function DayColumn({ pieces, ground, present, hours, hourPx, drag, ghost, onOpen }: ColumnProps) {
  const lanes = layOut(pieces);
  const inHours = (minute: number) => Math.min(hours.to * 60, Math.max(hours.from * 60, minute));
  const isInHours = present !== null && present >= hours.from * 60 && present <= hours.to * 60;
  return (
    <ul className="hour-grid__column">
      {ground
        .filter((span) => inHours(span.until) > inHours(span.minute))
        .map((span) => (
          <li key={span.from} className="hour-grid__ground" style={placeOf(inHours(span.minute), inHours(span.until))}>
            <span className="visually-hidden">{span.label}</span>
          </li>
        ))}
      {pieces.map((piece) => (
        <Entry
          key={piece.entry.id}
          piece={piece}
          lane={lanes.get(piece)}
          isOneLine={isOneLine(piece, hourPx)}
          drag={drag}
          onOpen={onOpen}
        />
      ))}
      {ghost && (
        <li
          className="hour-grid__ghost num"
          aria-hidden="true"
          style={placeOf(ghost.minute, ghost.minute + ghost.length)}
        >
          {hourText(ghost.minute)}
        </li>
      )}
      {isInHours && <li className="hour-grid__now" aria-hidden="true" style={placeOf(present, present)} />}
    </ul>
  );
}

interface EntryProps {
  piece: Placed;
  lane: Lane | undefined;
  /** True if the entry has room for only one line. */
  isOneLine: boolean;
  drag: Drag;
  onOpen: (id: string) => void;
}

function Entry({ piece, lane = { lane: 0, lanes: 1 }, isOneLine, drag, onOpen }: EntryProps) {
  const { entry, minute, until, from, to } = piece;
  return (
    <li
      className="hour-grid__place"
      style={{ ...placeOf(from, to), '--lane': lane.lane, '--lanes': lane.lanes } as CSSProperties}
    >
      <button
        type="button"
        className={classNames('hour-grid__entry', `hour-grid__entry--${entry.tone}`)}
        data-open={entry.isOpen || undefined}
        data-movable={entry.isMovable || undefined}
        data-short={isOneLine || undefined}
        data-dragged={drag.ghost?.id === entry.id || undefined}
        onClick={() => onOpen(entry.id)}
        {...(entry.isMovable && drag.handlers(entry.id, { minute, length: until - minute }))}
      >
        {entry.content}
      </button>
    </li>
  );
}

const placeOf = (from: number, to: number) => ({ '--from': from, '--to': to }) as CSSProperties;
