import { rulesOf } from '../rules.ts'

const folder = 'supabase/schemas/review'

/** Decisions, their undo, reports, appeals, notes, the queue and the log. */
export const review = [
  ...rulesOf(`${folder}/decisions.sql`, {
    'an owner approves their own community': [
      'database/attacks',
      "if not private.is_admin() then\n    raise exception 'Only an admin may approve",
      "if false then\n    raise exception 'Only an admin may approve",
    ],
  }),
  ...rulesOf(`${folder}/groups.sql`, {}),
  ...rulesOf(`${folder}/record_decision.sql`, {
    'an admin decides about a version that they have not seen': [
      'database/visibility',
      'if community.updated_at is distinct from version then',
      'if false then',
    ],
    'a refusal has no reason': [
      'database/appeals',
      'if private.is_visible(value) is not true then',
      'if false then',
    ],
  }),
  ...rulesOf(`${folder}/undo.sql`, {
    'an admin undoes the decision of another admin': [
      'database/decisions',
      'if not coalesce(entry.actor_id = auth.uid() and ',
      'if not coalesce(',
    ],
    'an undo overwrites a later change': [
      'database/decisions',
      ') and entry.at = community.updated_at\n',
      ')\n',
    ],
    'an undo leaves the reports resolved': [
      'database/hidden-by-reports',
      'perform private.reopen_requests(community_id, entry.at);',
      '',
    ],
    'an undo lists a link that was listed again': [
      'database/decisions',
      'perform private.require_unlisted_link(link, community.id)\n',
      'perform link\n',
    ],
    'an undo leaves a community hidden': [
      'database/visibility',
      "and decision.after ? ('block_' || b.kind) and not decision.before ? ('block_' || b.kind);",
      'and false;',
    ],
    'an undo of showing leaves a community shown': [
      'database/visibility',
      "from jsonb_each(decision.before) as lifted where lifted.key like 'block\\_%'",
      'from jsonb_each(decision.before) as lifted where false',
    ],
  }),
  ...rulesOf(`${folder}/visibility.sql`, {
    'an admin hides a community without a reason': [
      'database/visibility',
      "  reason := private.require_text(reason);\n  perform private.block(community_id, 'admin', reason, auth.uid());",
      "  perform private.block(community_id, 'admin', coalesce(private.clean_text(nullif(reason, '')), '-'), auth.uid());",
    ],
    'hiding a community leaves its reports open': [
      'database/hidden-by-reports',
      "  perform private.close_reports(community_id, is_upheld => true);\n  perform private.close_appeals(community_id, 'declined', reason);",
      "  perform private.close_appeals(community_id, 'declined', reason);",
    ],
    'showing a community resumes what its owner has paused': [
      'database/visibility',
      '  perform private.lift_blocks(community_id, variadic private.hiding_kinds());\n',
      "  perform private.lift_blocks(community_id, variadic private.hiding_kinds() || 'paused'::public.block_kind);\n",
    ],
    'a user pauses the community of another user': [
      'database/visibility',
      'where id = community_id and private.may_manage(id) for no key update;',
      'where id = community_id for no key update;',
    ],
    'a pending community is paused': [
      'database/visibility',
      "elsif community.status = 'approved' then\n    perform private.block(community_id, 'paused'",
      "elsif true then\n    perform private.block(community_id, 'paused'",
    ],
    'a returned community is reviewed without its held changes': [
      'database/visibility',
      'community := private.resubmitted(private.with_live_changes(community, private.reviewed_fields()));',
      'community := private.resubmitted(community);\n  community.held_changes := null;\n  community.held_at := null;',
    ],
  }),
  ...rulesOf(`${folder}/reports.sql`, {
    'a user reads who reported a community': [
      'database/hidden-by-reports',
      'create policy "Admins read reports" on public.community_reports for select to authenticated\nusing ((select private.is_admin()));',
      'create policy "Admins read reports" on public.community_reports for select to authenticated\nusing (true);',
    ],
    'a user reports a community twice': [
      'database/reports',
      'where r.community_id = community_id and r.reporter_id = user_id and r.resolved_at is null\n  ) then',
      'where false\n  ) then',
    ],
    'a user reports more than ten communities a day': [
      'database/reports',
      'private.require_quota(count(*), 10,',
      'private.require_quota(count(*), 20,',
    ],
    'a user reports a community that is not visible': [
      'database/reports',
      '  perform private.require_listed(community_id);\n',
      '',
    ],
    'a report for another reason says nothing': [
      'database/reports',
      "when 'other' then private.require_text(comment, 'Please say what is wrong.', 'comment')",
      "when 'other' then '-'",
    ],
    'two reports hide a community': [
      'database/hidden-by-reports',
      'coalesce(count(*) >= (select nullif(reports_to_hide, 0)',
      'coalesce(count(*) >= 2 or count(*) >= (select nullif(reports_to_hide, 0)',
    ],
    'new accounts hide a community': [
      'database/hidden-by-reports',
      "p.created_at < r.created_at - interval '30 days' or exists (",
      'true or exists (',
    ],
    'an owner hides their own community with reports': [
      'database/hidden-by-reports',
      'and not private.may_manage(r.community_id, p.id) and not private.is_user_suspended(p.id)',
      'and not private.is_user_suspended(p.id)',
    ],
    'unfounded reports hide a community again': [
      'database/hidden-by-reports',
      'where earlier.community_id = r.community_id and earlier.reporter_id = p.id and not earlier.is_upheld',
      'where false',
    ],
    'users whose reports are unfounded hide communities': [
      'database/hidden-by-reports',
      "where earlier.reporter_id = p.id and not earlier.is_upheld and earlier.resolved_at > now() - interval '90 days'",
      'where false',
    ],
    'the same users hide one community after the other': [
      'database/hidden-by-reports',
      "where e.reporter_id = p.id and e.is_upheld is not true and h.at > now() - interval '7 days'",
      'where false',
    ],
    'an admin resolves a report that they have not seen': [
      'database/reports',
      'and r.resolved_at is null and r.created_at <= seen_at\n',
      'and r.resolved_at is null\n',
    ],
    'an admin shows a community whose newest report they have not seen': [
      'database/hidden-by-reports',
      'and r.resolved_at is null and r.created_at > seen_at\n',
      'and false\n',
    ],
    'resolved reports leave a community hidden': [
      'database/hidden-by-reports',
      "if private.lift_blocks(community_id, 'reports') and exists (",
      'if exists (',
    ],
  }),
  ...rulesOf(`${folder}/appeals.sql`, {
    'a user reads the appeals of other users': [
      'database/appeals',
      'using (exists (select from public.communities as c where c.id = community_id));',
      'using (true);',
    ],
    'an owner reads which admin has answered their appeal': [
      'database/appeals',
      'grant select (id, community_id, decision, decided_at, message, created_at, closed_at, outcome, reason)',
      'grant select (id, community_id, decision, decided_at, message, created_at, closed_at, closed_by, outcome, reason)',
    ],
    'a user appeals for another owner': [
      'database/appeals',
      'where c.id = community_id and c.owner_id = auth.uid() for no key update;',
      'where c.id = community_id for no key update;',
    ],
    'an owner appeals against no decision': [
      'database/appeals',
      'if decided_at is null then',
      'decided_at := coalesce(decided_at, now());\n  if false then',
    ],
    'an owner appeals twice': [
      'database/appeals',
      'where a.community_id = community_id and (a.decided_at = decided_at or a.closed_at is null)\n  ) then',
      'where false\n  ) then',
    ],
    'owners appeal by handing a community to and fro': [
      'database/appeals',
      'private.require_quota(count(*), 2,',
      'private.require_quota(count(*), 9,',
    ],
    'an appeal has no text': [
      'database/appeals',
      "message := private.require_text(message, 'Please say why we should look at it again.', 'message');",
      '',
    ],
    'an appeal is answered twice': [
      'database/appeals',
      "if appeal.closed_at is not null then raise exception 'This appeal is already closed.' using errcode = 'PT409'; end if;",
      '',
    ],
    'an admin approves with an appeal what they have not seen': [
      'database/appeals',
      'community, case when groups_version = community.groups_updated_at then version end);',
      'community, community.updated_at);',
    ],
    'an accepted appeal lists a link twice': [
      'database/appeals',
      'perform private.require_unlisted_link(community.whatsapp_link, community.id);',
      '',
    ],
    'a declined appeal has no reason': [
      'database/appeals',
      'reason := case when not is_accepted then private.require_text(reason) end;',
      "reason := case when not is_accepted then coalesce(nullif(reason, ''), '-') end;",
    ],
  }),
  ...rulesOf(`${folder}/audit_log.sql`, {
    'a user reads the audit log': [
      'database/audit-log',
      'create policy "Admins read the audit log" on public.audit_log for select to authenticated\nusing ((select private.is_admin()));',
      'create policy "Admins read the audit log" on public.audit_log for select to authenticated\nusing (true);',
    ],
    'the secret key changes the audit log': [
      'database/audit-log',
      'grant select on public.audit_log to authenticated, service_role;',
      'grant select, update, delete on public.audit_log to authenticated, service_role;',
    ],
    'a user lists what admins did': [
      'database/audit-log',
      'begin\n  perform private.require_admin();\n  if words is not null then',
      'begin\n  if words is not null then',
    ],
    'a change of credits is not in the log': [
      'database/audit-log',
      "if after ?| '{is_admin,credits}' or after <> '{}' and new.id <> auth.uid() then",
      "if after <> '{}' and new.id <> auth.uid() and not after ? 'credits' then",
    ],
    'the log forgets the link of a hidden community': [
      'database/visibility',
      "jsonb_build_object('whatsapp_link', community.whatsapp_link)\n        || ",
      '',
    ],
    'the log says that a user was an admin': [
      'database/audit-log',
      'actor_id is not distinct from auth.uid() and private.is_admin(), before, after',
      'true, before, after',
    ],
  }),
  ...rulesOf(`${folder}/notes.sql`, {
    'a user reads the notes of admins': [
      'database/notes',
      'create policy "Admins read notes" on public.admin_notes for select to authenticated\nusing ((select private.is_admin()));',
      'create policy "Admins read notes" on public.admin_notes for select to authenticated\nusing (true);',
    ],
    'a community has more than 100 notes': [
      'database/notes',
      'private.require_quota(count(*) - 1, 100,',
      'private.require_quota(count(*) - 1, 200,',
    ],
    'an admin writes more than 200 notes a day': [
      'database/notes',
      'private.require_quota(count(*) - 1, 200,',
      'private.require_quota(count(*) - 1, 900,',
    ],
    'a note changes after it was written': [
      'database/notes',
      'grant select, delete on public.admin_notes to authenticated, service_role;',
      'grant select, delete, update on public.admin_notes to authenticated, service_role;',
    ],
  }),
  ...rulesOf(`${folder}/open_reviews.sql`, {
    'a user reads which communities admins look at': [
      'database/open-reviews',
      'using ((select private.is_admin()));',
      'using (true);',
    ],
    'a user announces a review': [
      'database/open-reviews',
      '  perform private.require_admin();\n',
      '',
    ],
    'an admin holds several reviews open': [
      'database/open-reviews',
      'where r.admin_id = auth.uid() and r.community_id is distinct from community_id;',
      'where false;',
    ],
  }),
  ...rulesOf(`${folder}/queue.sql`, {
    'a user reads the review queue': [
      'database/review-queue',
      '  perform private.require_admin();\n  filter :=',
      '  filter :=',
    ],
    'a user reads the numbers of the queue': [
      'database/review-queue',
      "  perform private.require_admin();\n  return query execute format(\n    'select q.kind,",
      "  return query execute format(\n    'select q.kind,",
    ],
    'the communities of suspended owners come first': [
      'database/review-queue',
      "ordering := 'q.is_owner_suspended, ' ||",
      "ordering := '' ||",
    ],
    'a community that reports have hidden leaves the queue with its reporters': [
      'database/hidden-by-reports',
      "from public.community_blocks as b where b.kind = 'reports'\n",
      'from public.community_blocks as b where false\n',
    ],
  }),
  ...rulesOf(`${folder}/risk_signals.sql`, {}),
  ...rulesOf(`${folder}/review_numbers.sql`, {}),
]
