const link = 'https://chat.whatsapp.com/AAAAAAAAAAAAAAAAAAAAAA'
const longAgo = () => '2001-01-01T00:00:00+00:00'
const newId = () => crypto.randomUUID()

type Callers = Record<'owner' | 'admin', { id: string }>
type Arguments = (users: Callers) => Record<string, unknown>

/** The same arguments for several functions. */
const forAll = (args: Arguments, names: string[]): Record<string, Arguments> =>
  Object.fromEntries(names.map((name) => [name, args]))

/** Arguments for calling each function of the database. */
export const functionArguments: Record<string, Arguments> = {
  ...forAll(
    () => ({}),
    [
      'count_communities',
      'count_directory',
      'count_failed_emails',
      'count_joins',
      'count_places',
      'count_review_queue',
      'count_users',
      'export_communities',
      'export_my_data',
      'get_directory_numbers',
      'get_my_role',
      'get_review_time',
      'is_directory_live',
      'list_activity',
      'list_communities',
      'list_my_communities',
      'list_my_invitations',
      'list_my_joins',
      'list_own_claims',
      'list_people',
      'list_places',
      'list_received_claims',
      'list_review_numbers',
      'list_review_queue',
      'list_unused_images',
      'list_users',
      'list_waiting_imports',
      'require_complete_sign_in',
      'reserve_emails',
      'reserve_links',
      'reserve_review_check',
      'search_directory',
      'summarize_review_queue',
    ],
  ),
  ...forAll(
    () => ({ community_id: newId() }),
    [
      'confirm_community',
      'count_weekly_joins',
      'get_directory_community',
      'get_group_names',
      'get_invite_link',
      'get_ownership_code',
      'join_community',
      'open_review',
      'similar_communities',
      'undo_decision',
    ],
  ),
  ...forAll(
    () => ({ community_id: newId(), seen_at: longAgo() }),
    ['confirm_groups', 'confirm_name'],
  ),
  ...forAll(
    () => ({ user_id: newId() }),
    ['count_case_file', 'end_suspension', 'forget_decisions', 'undo_suspension'],
  ),
  ...forAll(
    () => ({ community_ids: [newId()] }),
    ['get_listed_communities', 'risk_signals', 'save_communities'],
  ),
  ...forAll(() => ({ claim_id: newId() }), ['hand_over_to_claimant', 'withdraw_claim']),
  ...forAll(
    () => ({ community_id: newId(), version: longAgo() }),
    ['return_to_pending', 'show_community'],
  ),
  accept_group_name: () => ({ community_id: newId(), version: longAgo(), group_name: 'New' }),
  appeal_community: () => ({ community_id: newId(), message: 'Please look again.' }),
  ask_owner: () => ({ community_id: newId(), version: longAgo(), reason: 'Which one?' }),
  answer_claim: () => ({ claim_id: newId(), answer: 'It is ours.' }),
  answer_invitation: () => ({ invitation_id: newId(), is_accepted: true }),
  announce_deletion: ({ owner, admin }) => ({ user_id: owner.id, actor_id: admin.id }),
  begin_new_check: ({ owner }) => ({ link, user_id: owner.id }),
  begin_own_check: ({ owner }) => ({ community_id: newId(), user_id: owner.id }),
  answer_still_active: () => ({ community_id: newId(), is_active: false }),
  confirm_by_link: ({ owner }) => ({
    community_id: newId(),
    user_id: owner.id,
    asked_at: longAgo(),
  }),
  decide_appeal: () => ({ appeal_id: newId(), is_accepted: true }),
  decide_changes: () => ({ community_id: newId(), version: longAgo(), is_accepted: true }),
  decide_claim: () => ({ claim_id: newId(), is_accepted: true }),
  decline_requested_place: () => ({ community_id: newId(), version: longAgo(), reason: 'No.' }),
  finish_email: () => ({ email_id: newId(), attempt: 1 }),
  hand_over_community: () => ({ community_id: newId(), new_owner_id: newId() }),
  invite_to_community: () => ({
    community_id: newId(),
    email: 'friend@example.com',
    kind: 'co-owner',
  }),
  list_images_to_delete: () => ({ folder: newId() }),
  remove_co_owner: () => ({ community_id: newId(), user_id: newId() }),
  withdraw_invitation: () => ({ invitation_id: newId() }),
  hide_community: () => ({ community_id: newId(), version: longAgo(), reason: 'Spam.' }),
  import_communities: () => ({ rows: [] }),
  is_whatsapp_link_listed: () => ({ link }),
  merge_places: () => ({ merged_id: newId(), kept_id: newId() }),
  record_link_check: () => ({ community_id: newId(), link, answer: 'unknown' }),
  record_own_check: ({ owner }) => ({
    community_id: newId(),
    user_id: owner.id,
    link,
    answer: 'unknown',
  }),
  release_emails: () => ({ emails: [] }),
  report_community: () => ({ community_id: newId(), reason: 'spam' }),
  resolve_reports: () => ({ community_id: newId(), seen_at: 'infinity' }),
  set_community_paused: () => ({ community_id: newId(), is_paused: true }),
  suspend_user: () => ({ user_id: newId(), reason: 'Spam.' }),
}
