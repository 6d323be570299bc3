import type { Elements, Place } from './values.ts';

/**
 * This module starts the WebAssembly build of the TensorFlow.js kernels (Apache-2.0; it contains XNNPACK) without
 * TensorFlow.js. The exported functions take numbers, addresses of shapes, and ids of tensors; `register_tensor`
 * assigns an address to an id. The module imports seven functions, which `systemOf` defines.
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
  /** Returns an exported kernel by its name. @throws Error when there is none. */
  kernel(name: string): Kernel;
  /**
   * A view of the whole memory, with four bytes per element. Callers must not store the view, because it is empty
   * after the memory has grown.
   */
  readonly floats: Float32Array;
  readonly ints: Int32Array;
  /**
   * Reserves memory for `count` elements and returns the index of the first element. This memory is never freed.
   * @throws Error when no memory is left.
   */
  reserve(count: number): number;
  /** Registers `size` elements, beginning at index `at`, as a tensor of the kernels. */
  register(at: number, size: number): Place;
  /** Copies the elements of a constant into memory. */
  keep(elements: Elements): Place;
  /** Copies a list of whole numbers, such as a shape, into memory and returns its address. */
  keepList(numbers: readonly number[]): number;
}

/** Number of elements that a kernel may read beyond the end of its input, because it reads whole vectors. */
const margin = 16;
const pageBytes = 65536;

/**
 * Starts the kernels with their own memory. Garbage collection frees the memory together with the result.
 * @throws Error when the page or the computer cannot run the module (CompileError, LinkError, RangeError of
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

/**
 * Returns the functions that the module imports: for copying and growing memory, and for error messages. The functions
 * for error messages throw, so that no wrong result is used.
 */
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

/** Grows the memory to `bytes`. Returns 1 on success and 0 on failure. */
function grow(memory: WebAssembly.Memory, bytes: number): number {
  try {
    memory.grow(Math.ceil((bytes - memory.buffer.byteLength) / pageBytes));
    return 1;
  } catch {
    return 0;
  }
}

/** Returns the text of a write call. The call passes the text as `count` pairs of address and length. */
function textAt(memory: WebAssembly.Memory, parts: number, count: number): string {
  const pairs = new Uint32Array(memory.buffer, parts, 2 * count);
  const decoder = new TextDecoder();
  let text = '';
  for (let i = 0; i < count; i++) text += decoder.decode(new Uint8Array(memory.buffer, pairs[2 * i], pairs[2 * i + 1]));
  return text.trim();
}
