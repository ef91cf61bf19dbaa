// deno-fmt-ignore-file
/* Generated from the rules of the database by `npm run types`. */

export const allCategories = [
  "Sports",
  "Party & Events",
  "Tours & Adventure",
  "Digital Nomads",
  "Business",
  "Culture",
  "Exploration",
  "Social"
] as const
export const allJoinTypes = [
  "open",
  "request"
] as const
export const allStatuses = [
  "pending",
  "approved",
  "rejected"
] as const
