// deno-fmt-ignore-file
/* Generated from the rules of the database by `npm run types`. */

export const retentionPeriods = {
  "joins": "90 days",
  "answers": "60 days",
  "resolved reports": "1 year",
  "closed appeals": "1 year",
  "closed claims": "1 year",
  "invitations": "30 days",
  "emails": "30 days",
  "ownership codes": "7 days",
  "open reviews": "01:00:00",
  "link checks": "1 day",
  "notes": "2 years",
  "audit log": "2 years"
} as const
