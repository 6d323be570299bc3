import { markArtefacts } from '../check/mark-artefacts.ts';
import { between, type PicturedFace, relax } from '../expression/relax.ts';
import { heatMapOf } from '../metrics/heat-map.ts';
import { heatPicture } from '../metrics/heat-picture.ts';
import { measureSkin } from '../metrics/measure-skin.ts';
import type { MeasureRefusal, PhotoFacts, SkinMeasurement } from '../metrics/measure-skin.ts';
import type { RawMetricName } from '../metrics/raw-metrics.ts';
import { scoreSkin } from '../metrics/score-skin.ts';
import { isSheet } from '../metrics/white-sheet.ts';
import type { Picture } from '../picture.ts';
import { isLightDoubted, prepare, renderSteps } from '../simulate.ts';
import type { PreparedFace } from '../simulate.ts';
import type { HeatOverlay, RenderTask, SkinReading } from './render-messages.ts';
import { nextTurn, serveTasks } from './task-server.ts';
import type { TaskContext } from './task-server.ts';

/** The worker that draws full-size renderings for one page; see render-client.ts. */
const prepared = new Map<string, PreparedFace>();
const measured = new Map<string, SkinMeasurement | MeasureRefusal>();

serveTasks<RenderTask>(async (task, context) => {
  switch (task.kind) {
    case 'prepare':
      prepared.set(task.key, prepare(task.photo, task.landmarks));
      measured.delete(task.key);
      return { value: { isLightDoubted: isLightDoubted(preparedFace(task.key)) } };
    case 'release':
      prepared.delete(task.key);
      measured.delete(task.key);
      return { value: null };
    case 'check': {
      const picture = await renderInTurns(task, context);
      return { value: markArtefacts(preparedFace(task.key), task.recipe, picture, task.settings) };
    }
    case 'measure':
      measured.delete(task.key);
      return { value: readSkin(task.key, task.facts) };
    case 'heat': {
      const overlay = heatOverlay(task.key, task.metric);
      return { value: overlay, transfer: overlay ? [overlay.picture.data.buffer as ArrayBuffer] : [] };
    }
    case 'relax':
      return handOver(relax(preparedFace(task.key), preparedFace(task.rest).landmarks, task.expression, task.recipe));
    case 'between':
      return handOver(between(pictured(task.rest), pictured(task.key), task.share));
    case 'render':
      return handOver(await renderInTurns(task, context));
  }
});

const handOver = (picture: Picture) => ({ value: picture, transfer: [picture.data.buffer as ArrayBuffer] });

function pictured(key: string): PicturedFace {
  const { photo, landmarks } = preparedFace(key);
  return { picture: photo, landmarks };
}

type Rendering = Extract<RenderTask, { kind: 'render' | 'check' }>;

async function renderInTurns({ key, recipe, settings }: Rendering, { signal, report }: TaskContext): Promise<Picture> {
  const steps = renderSteps(preparedFace(key), recipe, settings);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    report(step.value);
    await nextTurn();
    signal.throwIfAborted();
  }
}

function readSkin(key: string, facts: PhotoFacts): SkinReading {
  const found = measurementOf(key, facts);
  if (found.kind === 'refused') return found;
  const { sharpness, tone, surface } = found;
  const sheet = isSheet(surface.sheet) ? surface.sheet.bounds : null;
  const sheetFault = typeof surface.sheet === 'string' ? surface.sheet : null;
  return { kind: 'measured', score: scoreSkin(found), sharpness, tone, sheet, sheetFault };
}

function heatOverlay(key: string, metric: RawMetricName): HeatOverlay | null {
  const found = measurementOf(key);
  if (found.kind === 'refused') return null;
  const map = heatMapOf(found, metric);
  return { picture: heatPicture(map), bounds: map.bounds };
}

/** Returns the measurement of a photo. It measures at the first call, because most photos are only drawn. */
function measurementOf(key: string, facts: PhotoFacts = {}): SkinMeasurement | MeasureRefusal {
  const known = measured.get(key);
  if (known) return known;
  const { photo, landmarks } = preparedFace(key);
  const found = measureSkin(photo, landmarks, facts);
  measured.set(key, found);
  return found;
}

function preparedFace(key: string): PreparedFace {
  const face = prepared.get(key);
  if (!face) throw new Error(`Nothing was prepared under ${key}`);
  return face;
}
