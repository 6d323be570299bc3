/** A step of a TensorFlow graph, as far as it matters here: what it does, with what. */
export interface GraphNode {
  readonly name: string;
  readonly op: string;
  readonly input?: readonly string[];
  readonly attr?: Readonly<Record<string, unknown>>;
}

/**
 * The same graph with fewer steps: each convolution takes the bias that is added after it, and the leaky step after that, into itself. A step costs the
 * backend more in preparing than in computing, and of the mesh's six hundred these are about ninety. Sums are added in another order, so
 * values differ in their last digits.
 *
 * @param nodes steps in any order; names of steps that nobody reads, the outputs, stay
 */
export function fuseConvolutions(nodes: readonly GraphNode[]): GraphNode[] {
  const graph = new Map(nodes.map((node) => [node.name, node]));
  for (const node of nodes) {
    if (node.op !== 'Conv2D') continue;
    joinBias(graph, node);
    joinSkippedSum(graph, node);
  }
  return [...graph.values()];
}

type Graph = Map<string, GraphNode>;

/** conv + bias, and the leaky step on it. The last of them gives the name. */
function joinBias(graph: Graph, convolution: GraphNode): void {
  const sum = onlyReader(graph, convolution);
  const bias = sum?.op === 'AddV2' && constantOf(graph, sum, convolution);
  if (!sum || !bias) return;
  const leaky = onlyReader(graph, sum);
  const slope = leaky?.op === 'Prelu' && constantOf(graph, leaky, sum);
  graph.delete(convolution.name);
  graph.delete(sum.name);
  if (leaky && slope) graph.set(leaky.name, fusedOf(convolution, leaky.name, [bias, slope]));
  else graph.set(sum.name, fusedOf(convolution, sum.name, [bias]));
}

/** (skipped + conv) + bias becomes skipped + (conv + bias). */
function joinSkippedSum(graph: Graph, convolution: GraphNode): void {
  const sum = onlyReader(graph, convolution);
  const whole = sum?.op === 'AddN' && sum.input?.length === 2 && onlyReader(graph, sum);
  const bias = whole && whole.op === 'AddV2' && constantOf(graph, whole, sum);
  if (!sum || !whole || !bias) return;
  const skipped = sum.input?.filter((name) => name !== convolution.name) ?? [];
  graph.delete(sum.name);
  graph.set(convolution.name, fusedOf(convolution, convolution.name, [bias]));
  graph.set(whole.name, { ...whole, input: [...skipped, convolution.name] });
}

function onlyReader(graph: Graph, { name }: GraphNode): GraphNode | undefined {
  const readers = [...graph.values()].filter(({ input }) => input?.some((read) => read.split(':')[0] === name));
  return readers.length === 1 ? readers[0] : undefined;
}

/** The name of what is no step but a constant, beside `first`. */
function constantOf(graph: Graph, node: GraphNode, first: GraphNode): string | undefined {
  return node.input?.find((name) => name !== first.name && graph.get(name)?.op === 'Const');
}

const operations = ['BiasAdd', 'Prelu'];

/** Names stand in the graph as base64. */
const fusedOf = ({ input = [], attr }: GraphNode, name: string, constants: readonly string[]): GraphNode => ({
  name,
  op: '_FusedConv2D',
  input: [...input, ...constants],
  attr: {
    ...attr,
    num_args: { i: String(constants.length) },
    fused_ops: { list: { s: operations.slice(0, constants.length).map((operation) => btoa(operation)) } },
  },
});
