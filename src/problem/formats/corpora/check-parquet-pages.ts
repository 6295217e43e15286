import { parquetSchema, type AsyncBuffer, type FileMetaData, type RowGroup, type SchemaTree } from "hyparquet";
import { parquetHeader } from "hyparquet/src/column.js";

/** More values than this in one column chunk are refused: repeated values take next to no bytes in the file. */
const valuesCap = 2 ** 25;

/**
 * Every row group must hold each column of the schema once: the reader lets faults in columns beyond these go unseen,
 * which would end the process.
 *
 * @throws Error naming the column
 */
export function checkParquetColumns(metadata: FileMetaData): void {
  const expected = findLeaves(parquetSchema(metadata), 0);
  for (const [index, group] of metadata.row_groups.entries()) {
    const left = new Set(expected);
    for (const { meta_data: column } of group.columns) {
      const name = toName(column?.path_in_schema ?? []);
      if (!left.delete(name))
        throw new Error(`row group ${index + 1}: column ${name} is twice there, or not in the schema`);
    }
    const [missing] = left;
    if (missing !== undefined) throw new Error(`row group ${index + 1}: column ${missing} is missing`);
  }
}

function findLeaves(tree: SchemaTree, depth: number): string[] {
  if (depth > depthCap) throw new Error(`columns nested more than ${depthCap} deep`);
  const leaves = tree.children.flatMap((child) =>
    child.children.length === 0 ? [toName(child.path)] : findLeaves(child, depth + 1),
  );
  if (new Set(leaves).size !== leaves.length) throw new Error("two columns of one name");
  return leaves;
}

function toName(path: readonly string[]): string {
  return JSON.stringify(path);
}

const depthCap = 32;

/**
 * Walks the page headers of a row group before anything is decoded: every page must lie inside its column, and the
 * values that pages announce must be those that the column has. Otherwise a few bytes could fill the memory.
 *
 * @throws Error naming the column
 */
export async function checkParquetPages(file: AsyncBuffer, group: RowGroup): Promise<void> {
  for (const { meta_data: column } of group.columns) {
    if (column === undefined) throw new Error("a column without metadata");
    const name = column.path_in_schema.join(".");
    const values = Number(column.num_values);
    if (!(values >= 0 && values <= valuesCap))
      throw new Error(`column ${name}: ${values} values, at most ${valuesCap}`);
    const start = Number(column.dictionary_page_offset || column.data_page_offset);
    const buffer = await file.slice(start, start + Number(column.total_compressed_size));
    const reader = { view: new DataView(buffer), offset: 0 };
    let seen = 0;
    while (reader.offset < reader.view.byteLength - 1) {
      const header = parquetHeader(reader);
      const size = header.compressed_page_size;
      const unpacked = header.uncompressed_page_size;
      if (!(size >= 0 && unpacked >= 0 && reader.offset + size <= reader.view.byteLength)) {
        throw new Error(`column ${name}: a page of ${size} bytes that does not lie inside the column`);
      }
      reader.offset += size;
      const counts = [
        header.dictionary_page_header?.num_values,
        header.data_page_header?.num_values,
        header.data_page_header_v2?.num_values,
      ].filter((count) => count !== undefined);
      for (const count of counts) {
        if (!(count >= 0 && count <= values))
          throw new Error(`column ${name}: a page of ${count} values out of ${values}`);
      }
      if (header.dictionary_page_header === undefined) seen += counts[0] ?? 0;
    }
    if (seen !== values) throw new Error(`column ${name}: pages of ${seen} values for ${values}`);
  }
}
