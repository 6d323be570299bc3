import { numbersOf, textOf, textsOf } from './graph-file.ts';
import type { GraphNode } from './graph-file.ts';
import type { Prepare, Value } from './values.ts';

/** Convolutions and pooling: a window slides over height and width of [1, height, width, channels]. */

/** The numbers by which the kernels identify the activation after a convolution. */
const linear = 0;
const relu = 1;

interface Slide {
  readonly length: number;
  readonly before: number;
  readonly after: number;
}

/** A convolution with a filter [height, width, inputs, outputs] and a bias [outputs]. */
const convolution: Prepare = (node, [input, filter, bias]) =>
  convolve('FusedConv2D', node, input!, filter!, bias, filter!.shape[3]!);

/** A convolution of each channel separately, with a filter [height, width, channels, 1]. */
const depthwiseConvolution: Prepare = (node, [input, filter, bias]) =>
  convolve('FusedDepthwiseConv2D', node, input!, filter!, bias, filter!.shape[2]! * filter!.shape[3]!);

function convolve(
  kernel: string,
  node: GraphNode,
  input: Value,
  filter: Value,
  bias: Value | undefined,
  channels: number,
) {
  const [batch, height, width, depth] = input.shape as [number, number, number, number];
  const [windowHeight, windowWidth] = filter.shape as [number, number];
  const strides = stridesOf(node);
  const padding = paddingOf(node);
  const down = slide(height, windowHeight, strides[0], padding);
  const across = slide(width, windowWidth, strides[1], padding);
  const activation = activationOf(node);
  return {
    shape: [batch, down.length, across.length, channels],
    type: 'float32',
    bind(kernels, [from, weights, offsets], to) {
      const run = kernels.kernel(kernel);
      const size = [from!.id, batch, height, width, weights!.id, windowHeight, windowWidth, bias ? offsets!.id : 0];
      const pads = [down.before, across.after, down.after, across.before, padding === 'SAME' ? 1 : 0];
      const numbers = [...size, ...pads, 1, 1, ...strides, depth, channels, activation, 0, 0, to.id];
      return () => void run(...numbers);
    },
  } satisfies ReturnType<Prepare>;
}

const maxPool: Prepare = (node, [input]) => {
  const [batch, height, width, depth] = input!.shape as [number, number, number, number];
  const [, windowHeight, windowWidth] = numbersOf(node, 'ksize') as [number, number, number];
  const strides = stridesOf(node);
  const padding = paddingOf(node);
  const down = slide(height, windowHeight, strides[0], padding);
  const across = slide(width, windowWidth, strides[1], padding);
  return {
    shape: [batch, down.length, across.length, depth],
    type: 'float32',
    bind(kernels, [from], to) {
      const run = kernels.kernel('MaxPool');
      const pads = [down.before, across.after, down.after, across.before];
      const numbers = [
        from!.id,
        batch,
        height,
        width,
        windowHeight,
        windowWidth,
        ...pads,
        1,
        1,
        ...strides,
        depth,
        depth,
        to.id,
      ];
      return () => void run(...numbers);
    },
  };
};

export const windowOperations: Record<string, Prepare> = {
  Conv2D: convolution,
  _FusedConv2D: convolution,
  DepthwiseConv2dNative: depthwiseConvolution,
  MaxPool: maxPool,
};

function stridesOf(node: GraphNode): [down: number, across: number] {
  const [, down, across] = numbersOf(node, 'strides') as [number, number, number];
  if (numbersOf(node, 'dilations').some((dilation) => dilation !== 1)) {
    throw new Error(`${node.op} ${node.name} is dilated, which is not known`);
  }
  return [down, across];
}

function paddingOf(node: GraphNode): 'SAME' | 'VALID' {
  const padding = textOf(node, 'padding');
  if (padding !== 'SAME' && padding !== 'VALID') throw new Error(`Padding ${padding} of ${node.name} is not known`);
  return padding;
}

function activationOf(node: GraphNode): number {
  const after = textsOf(node, 'fused_ops').filter((name) => name !== 'BiasAdd');
  if (after.length === 0) return linear;
  if (after.length === 1 && after[0] === 'Relu') return relu;
  throw new Error(`${after.join(' and ')} after ${node.name} is not known`);
}

/**
 * Returns the number of positions of the window along one axis, and the padding at both ends. With SAME, this number is
 * the length divided by the stride, rounded up. If the padding is odd, its extra element is at the end.
 */
function slide(length: number, window: number, stride: number, padding: 'SAME' | 'VALID'): Slide {
  if (padding === 'VALID') return { length: Math.ceil((length - window + 1) / stride), before: 0, after: 0 };
  const steps = Math.ceil(length / stride);
  const added = Math.max(0, (steps - 1) * stride + window - length);
  const before = Math.floor(added / 2);
  return { length: steps, before, after: added - before };
}
