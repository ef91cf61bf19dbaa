// deno-fmt-ignore-file
/* Generated from the rules of the database by `npm run types`. */

export const emailKinds = [
  "approved",
  "rejected",
  "changes_accepted",
  "changes_declined",
  "link_dead",
  "daily_summary",
  "new_communities",
  "hidden",
  "shown",
  "returned_to_pending",
  "suspended",
  "report_outcome",
  "appeal_accepted",
  "appeal_declined",
  "invited",
  "invitation_accepted",
  "handed_over",
  "renamed",
  "claimed",
  "claim_accepted",
  "claim_declined",
  "claim_closed",
  "still_active",
  "falling_asleep",
  "passkey_added",
  "passkey_removed"
] as const
export const invitationPeriod = "14 days" as const
export const timeBetweenClaims = "30 days" as const
