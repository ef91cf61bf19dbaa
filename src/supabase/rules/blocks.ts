// deno-fmt-ignore-file
/* Generated from the rules of the database by `npm run types`. */

export const hidingKinds = [
  "admin",
  "reports",
  "renamed"
] as const
