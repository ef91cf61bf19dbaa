-- The activity log of the admin page: the audit log, filtered.
-- Guarantee: raises an error unless the caller is an admin.

create index audit_log_action_idx on public.audit_log (action, id desc);

-- The entries before `before_id`, newest first. `person` is part of the name or email of an account: of the actor, or
-- of the user whom an entry is about. Of a word that more than a thousand accounts have, only the newest accounts
-- count. The ids are literal values for the planner, which then uses their indexes. Security definer: see
-- communities/admin_lists.sql.
create function private.list_activity(
  person text default '', action public.audit_action default null, since timestamptz default null,
  until timestamptz default null, before_id bigint default null, page_size integer default 50
) returns setof public.audit_log
language plpgsql stable security definer set search_path = '' rows 25 as $$
declare
  words constant text := private.has_words('account.search_text', person);
  people uuid[];
begin
  perform private.require_admin();
  if words is not null then
    execute format(
      'select array(select account.id from private.account_index as account where %s
         order by account.created_at desc, account.id limit 1000)', words
    ) into people;
  end if;
  return query execute format(
    'select entry.* from public.audit_log as entry where %s order by entry.id desc limit %s',
    concat_ws(' and ', 'true',
      case when people is not null then
        format('(entry.actor_id = any (%1$L::uuid[]) or entry.owner_id = any (%1$L::uuid[]))', people)
      end,
      case when action is not null then format('entry.action = %L', action) end,
      case when since is not null then format('entry.at >= %L', since) end,
      case when until is not null then format('entry.at < %L', until) end,
      case when before_id is not null then format('entry.id < %L', before_id) end),
    private.clamp_page_size(page_size)
  );
end
$$;
