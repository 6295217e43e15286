import { invariant } from "../../../std/index.ts";
import {
  encodeOnnx,
  type Attribute,
  type Dim,
  type ElementType,
  type OnnxConstant,
  type OnnxNode,
} from "./encode-onnx.ts";

/** A value in a graph that is being written. */
export interface Tensor {
  readonly name: string;
  readonly shape: readonly Dim[];
  readonly type: ElementType;
  /** Whether it depends on something that is differentiated by; where not, no backward nodes are written. */
  readonly isTracked: boolean;
}

/** From the derivative by an operation's output to those by its inputs; undefined for an untracked input. */
export type BackwardRule = (outputGradient: Tensor) => readonly (Tensor | undefined)[];

interface TapeEntry {
  readonly output: Tensor;
  readonly inputs: readonly Tensor[];
  readonly rule: BackwardRule;
}

export interface EmitOptions {
  readonly shape: readonly Dim[];
  readonly type?: ElementType;
  readonly attributes?: Readonly<Record<string, Attribute>>;
  readonly domain?: "" | "com.microsoft";
}

/** An ONNX graph under construction with a tape: reverse-mode differentiation that writes the backward pass as nodes. */
export class Graph {
  readonly #nodes: OnnxNode[] = [];
  readonly #constants = new Map<string, OnnxConstant>();
  readonly #inputs: Tensor[] = [];
  readonly #outputs: Tensor[] = [];
  readonly #tape: TapeEntry[] = [];
  #count = 0;

  input(
    name: string,
    shape: readonly Dim[],
    options: { readonly type?: ElementType; readonly isTracked?: boolean } = {},
  ): Tensor {
    const tensor = { name, shape, type: options.type ?? "float32", isTracked: options.isTracked ?? false };
    this.#inputs.push(tensor);
    return tensor;
  }

  /** Equal constants are written once. */
  constant(type: "float32" | "int64", values: readonly number[], shape: readonly number[] = [values.length]): Tensor {
    const bytes =
      type === "float32"
        ? new Uint8Array(Float32Array.from(values).buffer)
        : new Uint8Array(BigInt64Array.from(values, BigInt).buffer);
    const key = `${type}:${shape.join("x")}:${Buffer.from(bytes).toString("base64")}`;
    const known = this.#constants.get(key) ?? { name: `constant${this.#constants.size}`, shape, type, bytes };
    this.#constants.set(key, known);
    return { name: known.name, shape, type, isTracked: false };
  }

  scalar(value: number): Tensor {
    return this.constant("float32", [value], []);
  }

  /** Writes one node and returns its output, not tracked yet. An input that is left out is undefined. */
  emit(opType: string, inputs: readonly (Tensor | undefined)[], options: EmitOptions): Tensor {
    return this.emitAll(opType, inputs, options, 1)[0] as Tensor;
  }

  /** The same for a node with several outputs of one shape and type. */
  emitAll(
    opType: string,
    inputs: readonly (Tensor | undefined)[],
    options: EmitOptions,
    outputCount: number,
  ): readonly Tensor[] {
    const names = Array.from({ length: outputCount }, () => `${opType}_${(this.#count += 1)}`);
    this.#nodes.push({
      opType,
      domain: options.domain ?? "",
      inputs: inputs.map((input) => input?.name ?? ""),
      outputs: names,
      attributes: options.attributes ?? {},
    });
    return names.map((name) => ({ name, shape: options.shape, type: options.type ?? "float32", isTracked: false }));
  }

  /** Notes how to differentiate `output` by `inputs`, and returns it as tracked where one of them is. */
  record(output: Tensor, inputs: readonly Tensor[], rule: BackwardRule): Tensor {
    if (!inputs.some((input) => input.isTracked)) return output;
    const tracked = { ...output, isTracked: true };
    this.#tape.push({ output: tracked, inputs, rule });
    return tracked;
  }

  /** Writes the backward pass of a scalar `loss`; a parameter that the loss does not depend on has no entry. */
  differentiate(loss: Tensor, parameters: readonly Tensor[]): ReadonlyMap<string, Tensor> {
    invariant(loss.shape.length === 0, "a loss is a scalar");
    const gradients = new Map<string, Tensor>([[loss.name, this.scalar(1)]]);
    for (const { output, inputs, rule } of this.#tape.toReversed()) {
      const outputGradient = gradients.get(output.name);
      if (outputGradient === undefined) continue;
      gradients.delete(output.name);
      for (const [index, gradient] of rule(outputGradient).entries()) {
        const input = inputs[index];
        if (gradient === undefined || input === undefined || !input.isTracked) continue;
        const known = gradients.get(input.name);
        gradients.set(
          input.name,
          known === undefined ? gradient : this.emit("Add", [known, gradient], { shape: input.shape }),
        );
      }
    }
    return new Map(
      parameters.flatMap(({ name }) => {
        const gradient = gradients.get(name);
        return gradient === undefined ? [] : [[name, gradient] as const];
      }),
    );
  }

  /** Makes a value an output of the graph under `name`. */
  output(name: string, tensor: Tensor): void {
    const [named] = [{ ...tensor, name }];
    this.#nodes.push({ opType: "Identity", domain: "", inputs: [tensor.name], outputs: [name], attributes: {} });
    this.#outputs.push(named);
  }

  encode(): Uint8Array {
    return encodeOnnx({
      nodes: this.#nodes,
      constants: [...this.#constants.values()],
      inputs: this.#inputs,
      outputs: this.#outputs,
    });
  }
}
