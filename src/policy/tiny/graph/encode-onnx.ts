import { ProtobufWriter } from "./protobuf-writer.ts";

/** A size, or the name of one that is known only when the graph runs. */
export type Dim = number | string;

export type ElementType = "float32" | "int32" | "int64" | "bool";

export interface ValueInfo {
  readonly name: string;
  readonly shape: readonly Dim[];
  readonly type: ElementType;
}

/** Whole numbers are written as ints; write a float as `{ float }`. */
export type Attribute = number | string | readonly number[] | { readonly float: number };

export interface OnnxNode {
  readonly opType: string;
  readonly domain: "" | "com.microsoft";
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly attributes: Readonly<Record<string, Attribute>>;
}

export interface OnnxConstant extends ValueInfo {
  readonly bytes: Uint8Array;
}

export interface OnnxGraph {
  readonly nodes: readonly OnnxNode[];
  readonly constants: readonly OnnxConstant[];
  readonly inputs: readonly ValueInfo[];
  readonly outputs: readonly ValueInfo[];
}

const elementTypes: Readonly<Record<ElementType, number>> = { float32: 1, int32: 6, int64: 7, bool: 9 };

const opsetVersion = 18;
const irVersion = 8;

/** The bytes of an ONNX model (opset 18, with the runtime's own operators of com.microsoft). */
export function encodeOnnx(graph: OnnxGraph): Uint8Array {
  const model = new ProtobufWriter();
  model.int(1, irVersion);
  model.text(2, "grandsmith");
  model.message(7, (writer) => {
    for (const node of graph.nodes) writer.message(1, (inner) => writeNode(inner, node));
    writer.text(2, "tiny");
    for (const constant of graph.constants) writer.message(5, (inner) => writeConstant(inner, constant));
    for (const input of graph.inputs) writer.message(11, (inner) => writeValueInfo(inner, input));
    for (const output of graph.outputs) writer.message(12, (inner) => writeValueInfo(inner, output));
  });
  writeOpset(model, "", opsetVersion);
  writeOpset(model, "com.microsoft", 1);
  return model.finish();
}

function writeOpset(model: ProtobufWriter, domain: string, version: number): void {
  model.message(8, (writer) => {
    writer.text(1, domain);
    writer.int(2, version);
  });
}

function writeNode(writer: ProtobufWriter, node: OnnxNode): void {
  for (const input of node.inputs) writer.text(1, input);
  for (const output of node.outputs) writer.text(2, output);
  writer.text(4, node.opType);
  for (const [name, value] of Object.entries(node.attributes)) {
    writer.message(5, (inner) => writeAttribute(inner, name, value));
  }
  if (node.domain !== "") writer.text(7, node.domain);
}

const attributeTypes = { float: 1, int: 2, text: 3, ints: 7 } as const;

function writeAttribute(writer: ProtobufWriter, name: string, value: Attribute): void {
  writer.text(1, name);
  if (typeof value === "number") {
    writer.int(3, value);
    writer.int(20, attributeTypes.int);
  } else if (typeof value === "string") {
    writer.text(4, value);
    writer.int(20, attributeTypes.text);
  } else if ("float" in value) {
    writer.float(2, value.float);
    writer.int(20, attributeTypes.float);
  } else {
    for (const item of value) writer.int(8, item);
    writer.int(20, attributeTypes.ints);
  }
}

function writeConstant(writer: ProtobufWriter, constant: OnnxConstant): void {
  for (const size of constant.shape) writer.int(1, Number(size));
  writer.int(2, elementTypes[constant.type]);
  writer.text(8, constant.name);
  writer.bytes(9, constant.bytes);
}

function writeValueInfo(writer: ProtobufWriter, value: ValueInfo): void {
  writer.text(1, value.name);
  writer.message(2, (type) => {
    type.message(1, (tensor) => {
      tensor.int(1, elementTypes[value.type]);
      tensor.message(2, (shape) => {
        for (const dim of value.shape) {
          shape.message(1, (inner) => {
            if (typeof dim === "number") inner.int(1, dim);
            else inner.text(2, dim);
          });
        }
      });
    });
  });
}
