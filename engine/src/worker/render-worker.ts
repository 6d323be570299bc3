import type { Picture } from '../picture.ts';
import type { Recipe } from '../recipe.ts';
import { prepare, renderSteps } from '../simulate.ts';
import type { PreparedFace } from '../simulate.ts';
import type { RenderTask } from './render-messages.ts';
import { nextTurn, serveTasks } from './task-server.ts';
import type { TaskContext } from './task-server.ts';

/** Full-size renderings for one page; see render-client.ts. */
const prepared = new Map<string, PreparedFace>();

serveTasks<RenderTask>(async (task, context) => {
  switch (task.kind) {
    case 'prepare':
      prepared.set(task.key, prepare(task.photo, task.landmarks));
      return { value: null };
    case 'release':
      prepared.delete(task.key);
      return { value: null };
    case 'render': {
      const picture = await renderInTurns(task.key, task.recipe, context);
      return { value: picture, transfer: [picture.data.buffer as ArrayBuffer] };
    }
  }
});

async function renderInTurns(key: string, recipe: Recipe, { signal, report }: TaskContext): Promise<Picture> {
  const face = prepared.get(key);
  if (!face) throw new Error(`Nothing was prepared under ${key}`);
  const steps = renderSteps(face, recipe);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    report(step.value);
    await nextTurn();
    signal.throwIfAborted();
  }
}
