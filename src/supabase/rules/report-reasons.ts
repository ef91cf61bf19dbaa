// deno-fmt-ignore-file
/* Generated from the rules of the database by `npm run types`. */

export const allReportReasons = [
  "dead_link",
  "spam",
  "misleading",
  "scam",
  "illegal",
  "harassment",
  "other"
] as const
