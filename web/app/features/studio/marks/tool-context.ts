import { createContext, useContext } from 'react';
import type { BrushStroke, InjectionDepths } from '#contract/markings.ts';
import type { RawMetricName } from '#engine/metrics/raw-metrics.ts';
import type { XY } from './strokes.ts';

/** The tools for the photo. */
export const Tools = ['hand', 'brush', 'points', 'injections', 'measure'] as const;
export type Tool = (typeof Tools)[number];
/** The key that selects each tool. It is displayed wherever the name of the tool is displayed. */
export const toolKeys = { hand: 'H', brush: 'B', points: 'P', injections: 'S', measure: 'R' } as const;

export interface MeasuredLine {
  from: XY;
  to: XY;
}

/** The settings of the tools. They are part of the screen's state, and not part of the draft. */
export interface ToolState {
  tool: Tool;
  brushMode: BrushStroke['mode'];
  /** The radius of the brush, as a share of the photo's width. */
  brushRadius: number;
  /** The injection point that is being edited. */
  injectionId: string | null;
  /** The treatment of the next injection point. */
  treatment: string | null;
  product: string;
  depth: (typeof InjectionDepths)[number] | null;
  /** The measured lines on the open photo. */
  lines: readonly MeasuredLine[];
  /** The metric whose heat map covers the photo, or null if no heat map is shown. */
  heat: RawMetricName | null;
}

export const startTools: ToolState = {
  tool: 'hand',
  brushMode: 'protect',
  brushRadius: 0.03,
  injectionId: null,
  treatment: null,
  product: '',
  depth: null,
  lines: [],
  heat: null,
};

export interface ToolBox extends ToolState {
  set: (change: Partial<ToolState>) => void;
}

export const ToolContext = createContext<ToolBox | null>(null);

export function useTools(): ToolBox {
  const tools = useContext(ToolContext);
  if (!tools) throw new Error('useTools outside of a room');
  return tools;
}
