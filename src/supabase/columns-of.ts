/** The names in a list of columns, with or without spaces: `'id, name'` has `'id' | 'name'`. */
export type ColumnsOf<List> = List extends `${infer First},${infer Others}`
  ? First | ColumnsOf<Others extends ` ${infer Trimmed}` ? Trimmed : Others>
  : List
