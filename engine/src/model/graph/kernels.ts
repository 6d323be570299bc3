import type { Elements, Place } from './values.ts';

/**
 * The WebAssembly build of TensorFlow.js' kernels (Apache-2.0; XNNPACK inside), started without TensorFlow.js: its
 * exports take numbers, shapes as addresses, and tensors by an id that `register_tensor` ties to an address. It imports
 * seven functions, which are defined below.
 */

type Kernel = (...numbers: number[]) => number;

interface WasmExports {
  readonly memory: WebAssembly.Memory;
  readonly malloc: (bytes: number) => number;
  readonly register_tensor: (id: number, size: number, address: number) => void;
  readonly init: () => void;
  readonly __wasm_call_ctors: () => void;
}

export interface Kernels {
  /** An exported kernel by name. @throws Error when there is none. */
  kernel(name: string): Kernel;
  /** The whole memory, four bytes an element. Read it each time, because older views are empty after the memory has grown. */
  readonly floats: Float32Array;
  readonly ints: Int32Array;
  /**
   * Reserves memory for `count` elements until the kernels end, and returns the index of the first element.
   * @throws Error when no memory is left.
   */
  reserve(count: number): number;
  /** Registers `size` elements from `at` on with the kernels. */
  register(at: number, size: number): Place;
  /** A constant's elements in memory. */
  keep(elements: Elements): Place;
  /** The address of a list of whole numbers, such as a shape. */
  keepList(numbers: readonly number[]): number;
}

/** Kernels read whole vectors, so they may read up to this many elements beyond the end of their input. */
const margin = 16;
const pageBytes = 65536;

/**
 * Two calls share nothing; the memory is freed when nothing refers to the result any more.
 * @throws Error when the module does not fit this page or computer (CompileError, LinkError, RangeError of
 * WebAssembly).
 */
export async function startKernels(module: WebAssembly.Module): Promise<Kernels> {
  const instance: WebAssembly.Instance = await WebAssembly.instantiate(
    module,
    systemOf(() => memory),
  );
  const { exports } = instance;
  const {
    memory,
    malloc,
    register_tensor: registerTensor,
    init,
    __wasm_call_ctors: construct,
  } = exports as unknown as WasmExports;
  construct();
  init();
  let floats = new Float32Array(memory.buffer);
  let ints = new Int32Array(memory.buffer);
  let lastId = 0;
  const kernels: Kernels = {
    kernel(name) {
      const kernel = exports[name];
      if (typeof kernel !== 'function') throw new Error(`The WebAssembly module has no kernel ${name}`);
      return kernel as Kernel;
    },
    get floats() {
      return floats.length > 0 ? floats : (floats = new Float32Array(memory.buffer));
    },
    get ints() {
      return ints.length > 0 ? ints : (ints = new Int32Array(memory.buffer));
    },
    reserve(count) {
      const address = malloc((count + 2 * margin) * 4) >>> 0;
      if (address === 0) throw new Error(`No WebAssembly memory for ${count * 4} bytes`);
      return Math.ceil(address / (4 * margin)) * margin;
    },
    register(at, size) {
      registerTensor(++lastId, size, at * 4);
      return { id: lastId, at };
    },
    keep(elements) {
      const at = kernels.reserve(elements.length);
      (elements instanceof Int32Array ? kernels.ints : kernels.floats).set(elements, at);
      return kernels.register(at, elements.length);
    },
    keepList(numbers) {
      const at = kernels.reserve(numbers.length);
      kernels.ints.set(numbers, at);
      return at * 4;
    },
  };
  return kernels;
}

/** System calls that the module needs: growing memory, and error reports. A report ends the call, so no wrong result is used. */
function systemOf(memory: () => WebAssembly.Memory): WebAssembly.Imports {
  const complain = (text: string): never => {
    throw new Error(`The WebAssembly kernels failed: ${text}`);
  };
  return {
    env: {
      abort: () => complain('aborted'),
      emscripten_memcpy_big: (to: number, from: number, bytes: number) => {
        new Uint8Array(memory().buffer).copyWithin(to >>> 0, from >>> 0, (from >>> 0) + (bytes >>> 0));
      },
      emscripten_get_heap_max: () => 2 ** 32 - pageBytes,
      emscripten_resize_heap: (bytes: number) => grow(memory(), bytes >>> 0),
    },
    wasi_snapshot_preview1: {
      fd_close: () => 0,
      fd_seek: () => 0,
      fd_write: (_file: number, parts: number, count: number, written: number) => {
        const text = textAt(memory(), parts, count);
        if (text) complain(text);
        new Uint32Array(memory().buffer)[written / 4] = 0;
        return 0;
      },
    },
  };
}

/** Returns 1 when there is as much memory now, 0 when there is not. */
function grow(memory: WebAssembly.Memory, bytes: number): number {
  try {
    memory.grow(Math.ceil((bytes - memory.buffer.byteLength) / pageBytes));
    return 1;
  } catch {
    return 0;
  }
}

/** The text of a gather-write: `count` pairs of address and length. */
function textAt(memory: WebAssembly.Memory, parts: number, count: number): string {
  const pairs = new Uint32Array(memory.buffer, parts, 2 * count);
  const decoder = new TextDecoder();
  let text = '';
  for (let i = 0; i < count; i++) text += decoder.decode(new Uint8Array(memory.buffer, pairs[2 * i], pairs[2 * i + 1]));
  return text.trim();
}
