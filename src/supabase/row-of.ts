type Query = (...input: never[]) => { queryFn?: (...context: never[]) => unknown }

/** A row of the list that a query reads, given the function that returns the query's options. */
export type RowOf<Options extends Query> =
  NonNullable<
    Awaited<ReturnType<NonNullable<ReturnType<Options>['queryFn']>>>
  > extends readonly (infer Row)[]
    ? Row
    : never

/** The names in a list of columns, with or without spaces: `'id, name'` has `'id' | 'name'`. */
export type ColumnsOf<List> = List extends `${infer First},${infer Others}`
  ? First | ColumnsOf<Others extends ` ${infer Trimmed}` ? Trimmed : Others>
  : List
