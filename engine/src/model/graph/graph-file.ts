import type { ElementType, Elements, Value } from './values.ts';
import { sizeOf } from './values.ts';

/** An attribute of a node as stored in the file: numbers as text, text in base64. */
interface FileAttribute {
  readonly b?: boolean;
  readonly i?: string | number;
  readonly s?: string;
  readonly type?: string;
  readonly list?: { readonly i?: readonly (string | number)[]; readonly s?: readonly string[] };
  readonly shape?: { readonly dim?: readonly { readonly size: string | number }[] };
}

interface FileNode {
  readonly name: string;
  readonly op: string;
  readonly input?: readonly string[];
  readonly attr?: Readonly<Record<string, FileAttribute>>;
}

interface FileWeight {
  readonly name: string;
  readonly shape: readonly number[];
  readonly dtype: string;
  readonly quantization?: { readonly dtype: string };
}

/** A TensorFlow graph model in the format of TensorFlow.js: its JSON, and its weights one after another. */
export interface GraphFile {
  readonly json: {
    readonly modelTopology: { readonly node: readonly FileNode[] };
    readonly weightsManifest: readonly { readonly weights: readonly FileWeight[] }[];
  };
  readonly weights: ArrayBuffer;
}

export interface GraphNode {
  readonly name: string;
  readonly op: string;
  /** Names of the nodes whose results are the inputs of this node. */
  readonly inputs: readonly string[];
  readonly attributes: Readonly<Record<string, FileAttribute>>;
}

export interface Graph {
  /** Nodes by name, without constants. */
  readonly nodes: ReadonlyMap<string, GraphNode>;
  readonly constants: ReadonlyMap<string, Value>;
}

/** @throws Error when weights are missing or of an unknown type. */
export function readGraph({ json, weights }: GraphFile): Graph {
  const constants = readWeights(
    json.weightsManifest.flatMap((group) => group.weights),
    weights,
  );
  const nodes = new Map<string, GraphNode>();
  for (const { name, op, input = [], attr = {} } of json.modelTopology.node) {
    if (op === 'Const') continue;
    nodes.set(name, { name, op, inputs: input.map(withoutPort), attributes: attr });
  }
  return { nodes, constants };
}

/**
 * Removes the index of the result from the name of an input (`name:0` becomes `name`). The index is not needed, because
 * every operation of these graphs has only one result.
 */
function withoutPort(input: string): string {
  return input.split(':')[0]!;
}

function readWeights(list: readonly FileWeight[], bytes: ArrayBuffer): Map<string, Value> {
  const constants = new Map<string, Value>();
  let offset = 0;
  for (const { name, shape, dtype, quantization } of list) {
    const stored = quantization?.dtype ?? dtype;
    const length = sizeOf(shape) * (stored === 'float16' ? 2 : 4);
    if (offset + length > bytes.byteLength) throw new Error(`The model's weights end before ${name}`);
    constants.set(name, {
      shape,
      type: dtype as ElementType,
      known: decode(stored, bytes.slice(offset, offset + length)),
    });
    offset += length;
  }
  return constants;
}

function decode(stored: string, bytes: ArrayBuffer): Elements {
  if (stored === 'float16') return halvesToFloats(new Uint16Array(bytes));
  if (stored === 'float32') return new Float32Array(bytes);
  if (stored === 'int32') return new Int32Array(bytes);
  throw new Error(`Weights of type ${stored} are not known`);
}

/**
 * Factor that corrects the exponent of a number whose bits were moved from half to single precision. The exponent
 * biases of these formats are 15 and 127, so they differ by 112.
 */
const rescale = 2 ** 112;
const exponentBits = 0x7c00;

/**
 * Converts numbers of IEEE 754 binary16, two bytes each, to float32. The conversion is exact, because float32 contains
 * every binary16 number. Float16Array is not yet available in all browsers.
 * @throws RangeError for infinities and NaN, which weights never contain.
 */
export function halvesToFloats(halves: Uint16Array): Float32Array {
  const bits = new Uint32Array(halves.length);
  const floats = new Float32Array(bits.buffer);
  for (let i = 0; i < halves.length; i++) {
    const half = halves[i]!;
    if ((half & exponentBits) === exponentBits) throw new RangeError('A weight is not finite');
    bits[i] = ((half & 0x8000) << 16) | ((half & 0x7fff) << 13);
    floats[i]! *= rescale;
  }
  return floats;
}

export function numberOf(node: GraphNode, name: string, otherwise: number): number {
  return Number(node.attributes[name]?.i ?? otherwise);
}

export function flagOf(node: GraphNode, name: string): boolean {
  return node.attributes[name]?.b ?? false;
}

export function textOf(node: GraphNode, name: string): string {
  return atob(node.attributes[name]?.s ?? '');
}

export function textsOf(node: GraphNode, name: string): string[] {
  return (node.attributes[name]?.list?.s ?? []).map((text) => atob(text));
}

export function numbersOf(node: GraphNode, name: string): number[] {
  return (node.attributes[name]?.list?.i ?? []).map(Number);
}

/**
 * Returns the shape that a placeholder declares. A dimension without a fixed length is the batch size. It becomes 1,
 * because the engine runs one image at a time.
 */
export function declaredShape(node: GraphNode): number[] {
  return (node.attributes['shape']?.shape?.dim ?? []).map(({ size }) => Math.max(1, Number(size)));
}
