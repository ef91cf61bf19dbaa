// deno-fmt-ignore-file
/* Generated from the rules of the database by `npm run types`. */

export const reviewedFields = [
  "name",
  "description",
  "host_name",
  "host_intro",
  "member_count",
  "whatsapp_link",
  "image_url"
] as const
export const fieldsOfProof = [
  "name",
  "whatsapp_link"
] as const
