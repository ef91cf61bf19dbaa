type Query = (...input: never[]) => { queryFn?: (...context: never[]) => unknown }

/** A row of the list that a query reads, given the function that returns the query's options. */
export type RowOf<Options extends Query> =
  NonNullable<
    Awaited<ReturnType<NonNullable<ReturnType<Options>['queryFn']>>>
  > extends readonly (infer Row)[]
    ? Row
    : never
