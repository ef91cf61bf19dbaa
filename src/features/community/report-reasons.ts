import type { Enums } from '../../supabase/database.types.ts'

export { allReportReasons } from '../../supabase/rules/report-reasons.ts'

/* Why users report a community. Separate from the vocabulary, which every public page loads. */

type ReportReason = Enums<'report_reason'>

export const reportReasonLabels = {
  dead_link: 'Dead link',
  spam: 'Spam',
  misleading: 'Not what it says',
  scam: 'Scam',
  illegal: 'Illegal content',
  harassment: 'Harassment',
  other: 'Something else',
} as const satisfies Record<ReportReason, string>
