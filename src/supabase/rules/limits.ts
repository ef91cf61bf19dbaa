// deno-fmt-ignore-file
/* Generated from the rules of the database by `npm run types`. */

export const maxCommunityName = 100 as const
export const maxDescription = 2000 as const
export const maxHostName = 60 as const
export const maxHostIntro = 200 as const
export const maxRequestedPlace = 100 as const
export const maxMemberCount = 10000000 as const
export const maxUnreviewedCount = 100 as const
export const maxLanguages = 3 as const
export const maxGroupName = 100 as const
export const maxUploadBytes = 5242880 as const
export const maxSmallImageBytes = 153600 as const
export const maxImportedRows = 1000 as const
export const maxRejectionReason = 500 as const
export const maxReportComment = 500 as const
export const maxAppeal = 1000 as const
export const maxClaimAnswer = 1000 as const
export const maxNote = 1000 as const
export const maxSuspensionReason = 500 as const
export const maxAlerts = 10 as const
export const maxCoOwners = 5 as const
export const invitationPeriod = "14 days" as const
export const claimAnswerPeriod = "7 days" as const
export const timeBetweenClaims = "30 days" as const
export const ownershipCodePeriod = "1 day" as const
export const joinPeriod = "90 days" as const
export const maxProfileName = 100 as const
export const maxPhone = 40 as const
export const defaultCredits = 3 as const
export const maxPlaceName = 100 as const
export const maxCountryName = 100 as const
export const maxAlternativeNames = 100 as const
export const maxAlternativeName = 100 as const
export const maxSynonyms = 30 as const
export const maxSynonym = 50 as const
