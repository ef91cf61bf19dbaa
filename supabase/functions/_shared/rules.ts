// deno-fmt-ignore-file
/* Generated from the rules of the database by `npm run types`. */

export const invitationPeriod = "14 days" as const
export const timeBetweenClaims = "30 days" as const
