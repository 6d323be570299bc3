import { arithmeticOperations } from './arithmetic-operations.ts';
import { copyOperations } from './copy-operations.ts';
import { declaredShape, readGraph } from './graph-file.ts';
import type { Graph, GraphFile, GraphNode } from './graph-file.ts';
import type { Kernels } from './kernels.ts';
import { placeValues } from './place-values.ts';
import type { LiveNode } from './place-values.ts';
import { smallOperations } from './small-operations.ts';
import { sizeOf } from './values.ts';
import type { Elements, Prepare, Prepared, Value } from './values.ts';
import { windowOperations } from './window-operations.ts';

/** A neural network as a list of steps with fixed memory. */
export interface CompiledGraph {
  /**
   * Takes the graph's only input and returns copies of the outputs, in the order of `outputs` of `compileGraph`. The
   * call runs synchronously, so two calls cannot interleave. It allocates memory only for the copies.
   * @throws RangeError if the size of the input differs from the size that the graph declares.
   */
  run(input: Float32Array): Float32Array[];
}

const input = 'Placeholder';
const operations: Record<string, Prepare> = {
  [input]: (node) => ({ shape: declaredShape(node), type: 'float32' }),
  ...windowOperations,
  ...arithmeticOperations,
  ...smallOperations,
  ...copyOperations,
};

/**
 * Turns a graph with one input and fixed shapes into a list of steps. It removes nodes that no output needs, computes
 * constants once, and lets results share memory if they are never needed at the same time.
 * @param outputs names of the nodes whose results `run` returns. They must be floats.
 * @throws Error when a node is missing, or has an unknown operation or an unsupported form.
 */
export function compileGraph(kernels: Kernels, file: GraphFile, outputs: readonly string[]): CompiledGraph {
  const graph = readGraph(file);
  const values = new Map<string, Value>(graph.constants);
  const live: LiveNode[] = [];
  for (const node of inOrder(graph, outputs)) {
    const prepared = prepareNode(node, values);
    const known = prepared.known ?? workOut(kernels, node, prepared, values);
    values.set(node.name, known ? { ...prepared, known } : prepared);
    if (!known) live.push({ node, prepared });
  }
  const placeOf = placeValues(kernels, live, values, outputs);
  const steps = live.flatMap(({ node, prepared }) =>
    prepared.bind ? [prepared.bind(kernels, node.inputs.map(placeOf), placeOf(node.name))] : [],
  );
  const start = live.find(({ node }) => node.op === input)!;
  const entry = { at: placeOf(start.node.name).at, size: sizeOf(start.prepared.shape) };
  const exits = outputs.map((name) => ({ at: placeOf(name).at, size: sizeOf(values.get(name)!.shape) }));
  return {
    run(elements) {
      if (elements.length !== entry.size) {
        throw new RangeError(`The graph takes ${entry.size} numbers, got ${elements.length}`);
      }
      kernels.floats.set(elements, entry.at);
      for (const step of steps) step();
      return exits.map(({ at, size }) => kernels.floats.slice(at, at + size));
    },
  };
}

/**
 * Returns the nodes that the outputs need, each after its inputs. In this order a result is used soon after it is
 * computed, while it is still in the processor's cache.
 */
function inOrder({ nodes, constants }: Graph, outputs: readonly string[]): GraphNode[] {
  const ordered = new Set<GraphNode>();
  const visit = (name: string) => {
    if (constants.has(name)) return;
    const node = nodes.get(name);
    if (!node) throw new Error(`The graph has no node ${name}`);
    if (ordered.has(node)) return;
    node.inputs.forEach(visit);
    ordered.add(node);
  };
  outputs.forEach(visit);
  return [...ordered];
}

function prepareNode(node: GraphNode, values: ReadonlyMap<string, Value>): Prepared {
  const prepare = operations[node.op];
  if (!prepare) throw new Error(`The operation ${node.op} of ${node.name} is not known`);
  return prepare(
    node,
    node.inputs.map((name) => values.get(name)!),
  );
}

/** Computes the result of a node if all its inputs are constant. Otherwise it returns undefined. */
function workOut(
  kernels: Kernels,
  node: GraphNode,
  prepared: Prepared,
  values: ReadonlyMap<string, Value>,
): Elements | undefined {
  const inputs = node.inputs.map((name) => values.get(name)!.known);
  if (node.op === input || inputs.some((known) => known === undefined)) return undefined;
  if (!prepared.bind) return inputs[0];
  const size = sizeOf(prepared.shape);
  const output = kernels.register(kernels.reserve(size), size);
  const places = inputs.map((known) => kernels.keep(known!));
  prepared.bind(kernels, places, output)();
  const memory = prepared.type === 'int32' ? kernels.ints : kernels.floats;
  return memory.slice(output.at, output.at + size);
}
