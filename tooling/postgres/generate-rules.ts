import type { LocalSupabase } from '../../supabase/local/start.ts'

/** Returns the SQL that reads a number in the CHECK constraints of a column, such as `private.is_line(name, 100)`. */
const readCheck = (table: string, column: string, rule: string) => `(
  select max(substring(pg_get_constraintdef(oid), '${rule.replace('column', column)}')::integer)
  from pg_constraint where conrelid = 'public.${table}'::regclass and contype = 'c')`

const maxLength = (table: string, column: string) =>
  readCheck(table, column, String.raw`is_(?:line|optional_line|text)\(column, (\d+)\)`)
const maxItems = (table: string, column: string) =>
  readCheck(table, column, String.raw`is_list\(column, (\d+), \d+\)`)
const maxItemLength = (table: string, column: string) =>
  readCheck(table, column, String.raw`is_list\(column, \d+, (\d+)\)`)

/**
 * The generated files, and in SQL the constants of each. Lists have a file for each topic, because the bundler never splits a
 * file: a page loads only those that it imports. Small numbers are inlined.
 */
const files: Record<string, Record<string, string>> = {
  'src/supabase/rules/vocabulary.ts': {
    allCategories: 'enum_range(null::public.community_category)',
    allJoinTypes: 'enum_range(null::public.join_type)',
    allStatuses: 'enum_range(null::public.community_status)',
  },
  'src/supabase/rules/report-reasons.ts': {
    allReportReasons: 'enum_range(null::public.report_reason)',
  },
  'src/supabase/rules/actions.ts': { allActions: 'enum_range(null::public.audit_action)' },
  'src/supabase/rules/languages.ts': { languageCodes: 'private.language_codes()' },
  'src/supabase/rules/fields.ts': {
    reviewedFields: 'private.reviewed_fields()',
    fieldsOfProof: 'private.fields_of_proof()',
  },
  'src/supabase/rules/blocks.ts': { hidingKinds: 'private.hiding_kinds()' },
  'src/supabase/rules/retention.ts': {
    retentionPeriods: '(select json_object_agg(records, period) from private.retention())',
  },
  'src/supabase/rules/limits.ts': {
    maxCommunityName: maxLength('communities', 'name'),
    maxDescription: maxLength('communities', 'description'),
    maxHostName: maxLength('communities', 'host_name'),
    maxHostIntro: maxLength('communities', 'host_intro'),
    maxRequestedPlace: maxLength('communities', 'requested_place'),
    maxMemberCount: readCheck('communities', 'member_count', String.raw`column <= (\d+)`),
    maxUnreviewedCount: '(private.limits()).max_unreviewed_count',
    maxLanguages: '(private.limits()).max_languages',
    maxGroupName: maxLength('community_groups', 'name'),
    maxUploadBytes: `(select file_size_limit from storage.buckets where id = 'community-images')`,
    maxSmallImageBytes: '(private.limits()).max_small_image_bytes',
    maxImportedRows: '(private.limits()).max_imported_rows',
    maxRejectionReason: maxLength('communities', 'rejection_reason'),
    maxReportComment: maxLength('community_reports', 'comment'),
    maxAppeal: maxLength('appeals', 'message'),
    maxClaimAnswer: maxLength('claims', 'answer'),
    maxNote: maxLength('admin_notes', 'text'),
    maxSuspensionReason: maxLength('suspensions', 'reason'),
    maxAlerts: '(private.limits()).max_alerts',
    maxCoOwners: '(private.limits()).max_co_owners',
    invitationPeriod: '(private.limits()).invitation_period',
    claimAnswerPeriod: '(private.limits()).claim_answer_period',
    timeBetweenClaims: '(private.limits()).time_between_claims',
    ownershipCodePeriod: '(private.limits()).ownership_code_period',
    joinPeriod: `(select period from private.retention() where records = 'joins')`,
    maxProfileName: maxLength('profiles', 'name'),
    maxPhone: maxLength('profiles', 'phone'),
    defaultCredits: `(select column_default::integer from information_schema.columns
      where (table_schema, table_name, column_name) = ('public', 'profiles', 'credits'))`,
    maxPlaceName: maxLength('places', 'name'),
    maxCountryName: maxLength('places', 'country'),
    maxAlternativeNames: maxItems('places', 'alternative_names'),
    maxAlternativeName: maxItemLength('places', 'alternative_names'),
    maxSynonyms: maxItems('synonyms', 'terms'),
    maxSynonym: maxItemLength('synonyms', 'terms'),
  },
  // Separate, because functions are deployed without src/.
  'supabase/functions/_shared/rules.ts': {
    emailKinds: 'enum_range(null::public.email_kind)',
    invitationPeriod: '(private.limits()).invitation_period',
    timeBetweenClaims: '(private.limits()).time_between_claims',
  },
}

/** Returns the content of the files, by path. */
export async function generateRules(
  sql: Pick<LocalSupabase['connection']['driver'], 'query'>,
): Promise<Record<string, string>> {
  const contents: Record<string, string> = {}
  for (const [path, constants] of Object.entries(files)) {
    contents[path] =
      '// deno-fmt-ignore-file\n/* Generated from the rules of the database by `npm run types`. */\n\n'
    for (const [name, expression] of Object.entries(constants)) {
      const { rows } = await sql.query<{ value: string | null }>(
        `select to_json(${expression})::text as value`,
      )
      const value = rows[0]?.value
      if (!value) throw new Error(`The database has no rule for ${name}`)
      const code = JSON.stringify(JSON.parse(value), null, 2)
      contents[path] += `export const ${name} = ${code} as const\n`
    }
  }
  return contents
}
