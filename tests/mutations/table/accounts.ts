import { rulesOf } from '../rules.ts'

const folder = 'supabase/schemas/accounts'
const shared = 'supabase/schemas/shared'

/** Profiles, sign-ins, suspensions, exports, deletions, retention and what every table has. */
export const accounts = [
  ...rulesOf(`${folder}/profiles.sql`, {
    'a user reads the profiles of other users': [
      'database/profiles',
      'create policy "Users read their own profile, admins every profile" on public.profiles for select to authenticated\nusing (id = (select auth.uid()) or (select private.is_admin()));',
      'create policy "Users read their own profile, admins every profile" on public.profiles for select to authenticated\nusing (true);',
    ],
    'a user adds the profile of another user': [
      'database/profiles',
      'on public.profiles for insert to authenticated with check (id = (select auth.uid()));',
      'on public.profiles for insert to authenticated with check (true);',
    ],
    'a user edits the profiles of other users': [
      'database/attacks',
      'create policy "Users edit their own profile, admins every profile" on public.profiles for update to authenticated\nusing (id = (select auth.uid()) or (select private.is_admin()))\nwith check (id = (select auth.uid()) or (select private.is_admin()));',
      'create policy "Users edit their own profile, admins every profile" on public.profiles for update to authenticated\nusing (true) with check (true);',
    ],
    'a user gives themselves credits': [
      'database/attacks',
      'if private.is_user_request() and (new.credits, new.is_admin) is distinct from (old.credits, old.is_admin)\n    and not private.is_admin() then',
      'if false then',
    ],
    'a user writes whether they are an admin': [
      'database/grants',
      'interests, credits, wants_decision_emails,',
      'interests, credits, is_admin, wants_decision_emails,',
    ],
    'a new profile has the credits that its user sends': [
      'database/profiles',
      'grant insert (id, name, email, phone, address, country, interests) on public.profiles to authenticated;',
      'grant insert (id, name, email, phone, address, country, interests, credits) on public.profiles to authenticated;',
    ],
    'an admin subscribes another user to emails': [
      'database/profiles',
      "raise exception 'You can only change your own email preferences.' using errcode = 'PT403';",
      'null;',
    ],
    'an older version of a profile overwrites a newer one': [
      'database/profiles',
      'create trigger check_version before update on public.profiles for each row when (private.is_user_request())',
      'create trigger check_version before update on public.profiles for each row when (false)',
    ],
    'a profile has an email address that is none': [
      'database/profiles',
      'if is_new_email and char_length(new.email) between 1 and 254 then perform private.require_email(new.email); end if;',
      '',
    ],
    'a profile has a phone number that is none': [
      'database/profiles',
      "if new.phone <> '' and not private.is_phone(new.phone) then",
      'if false then',
    ],
    'a function of admins runs for any user': [
      'database/review-queue',
      'begin\n  if not private.is_admin() then\n    -- Raises the more specific errors.',
      'begin\n  if false then\n    -- Raises the more specific errors.',
    ],
    'a suspended admin keeps the rights of an admin': [
      'database/suspensions',
      'and private.is_sign_in_complete() and not private.is_suspended()',
      'and private.is_sign_in_complete()',
    ],
  }),
  ...rulesOf(`${folder}/suspensions.sql`, {
    'a user reads the suspensions of other users': [
      'database/suspensions',
      'using ((user_id = (select auth.uid()) or (select private.is_admin())) and (until is null or until > now()));',
      'using (until is null or until > now());',
    ],
    'a suspended user reads who suspended them': [
      'database/suspensions',
      'grant select (user_id, reason, until, suspended_at) on public.suspensions to authenticated;',
      'grant select (user_id, reason, until, suspended_at, suspended_by) on public.suspensions to authenticated;',
    ],
    'a suspended user writes with functions': [
      'database/suspensions',
      '  perform private.require_profile();\n  perform private.refuse_suspended();',
      '  perform private.require_profile();',
    ],
    'a user suspends another user': [
      'database/suspensions',
      `begin
  perform private.require_admin();
  perform from public.profiles as p where p.id = user_id for key share;
  perform private.lock_until_commit('admin deletions');
  -- Checked again: another admin may have suspended the caller while this request waited.
  perform private.require_admin();`,
      `begin
  perform from public.profiles as p where p.id = user_id for key share;
  perform private.lock_until_commit('admin deletions');`,
    ],
    'a suspension ends before it begins': [
      'database/suspensions',
      "if until <= now() or until > now() + interval '10 years' then",
      "if until > now() + interval '10 years' then",
    ],
  }),
  ...rulesOf(`${folder}/hide_all.sql`, {
    'an undo shows what another admin has hidden since': [
      'database/hide-all',
      "and b.kind = 'admin' and b.since = suspension.suspended_at;",
      "and b.kind = 'admin';",
    ],
  }),
  ...rulesOf(`${folder}/deletion.sql`, {
    'a user deletes the account of another user': [
      'functions/callers',
      'if actor_id <> user_id and not is_actor_admin then',
      'if false then',
    ],
    'the log keeps the personal data of a deleted user': [
      'database/audit-log',
      "owner_id = null, before = '{}', after = '{}'\n  where owner_id = old.id;",
      'owner_id = null\n  where owner_id = old.id;',
    ],
    'a deletion is not in the log': [
      'database/audit-log',
      "    union all select 'user', null, '{}'\n",
      '',
    ],
  }),
  ...rulesOf(`${folder}/export.sql`, {
    'an export has the reports against the user': [
      'database/export-my-data',
      "where a.owner_id = caller_id and a.action <> 'reports resolved' order by a.id));",
      'where a.owner_id = caller_id order by a.id));',
    ],
  }),
  ...rulesOf(`${folder}/case_file.sql`, {
    'a user reads the file of another user': [
      'database/case-file',
      '  perform private.require_admin();\n',
      '',
    ],
  }),
  ...rulesOf(`${shared}/sign_in.sql`, {
    'a user with a second factor acts before entering the code': [
      'database/second-factor',
      "or not exists (select from auth.mfa_factors where user_id = (claims ->> 'sub')::uuid and status = 'verified')",
      'or true',
    ],
    'the token of a session that has ended still acts': [
      'database/ended-sessions',
      "return exists (select from auth.sessions where id = (claims ->> 'session_id')::uuid)\n    and (",
      'return (',
    ],
  }),
  ...rulesOf(`${shared}/every_table.sql`, {
    'a suspended user writes to tables': [
      'database/suspensions',
      "execute format(policy || ' with check ((select not private.is_suspended()))',\n        'Suspended users write nothing', t.name, 'all', 'true');",
      '',
      `do $$ declare t record; begin
         for t in select polname, polrelid::regclass as name from pg_policy where polname like 'Suspended users%' loop
           execute format('drop policy %I on %s', t.polname, t.name);
           execute format('drop trigger if exists refuse_suspended_writes on %s', t.name);
         end loop; end $$`,
    ],
    'a table has no row-level security': [
      'database/grants',
      "execute format('alter table %s enable row level security', t.name);",
      '',
      'alter table public.saved_communities disable row level security',
    ],
  }),
  ...rulesOf(`${shared}/retention.sql`, {
    'joins are kept forever': [
      'database/retention',
      "'joined_on', interval '90 days'),",
      "'joined_on', interval '90 years'),",
    ],
    'open reports are deleted': [
      'database/retention',
      "'public.community_reports', 'resolved_at', '1 year'),",
      "'public.community_reports', 'created_at', '1 year'),",
    ],
    'the audit log is kept forever': [
      'database/retention',
      "'public.audit_log', 'at', '2 years')",
      "'public.audit_log', 'at', '200 years')",
    ],
  }),
  ...rulesOf(`${shared}/texts.sql`, {}),
]
