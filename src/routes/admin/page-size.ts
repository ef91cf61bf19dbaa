/** Rows shown at a time. PostgREST cuts every answer at 1,000 rows, so nothing is loaded whole. */
export const pageSize = 50
