set local check_function_bodies = off;

create or replace function private.list_activity (
  person    text,
  action    public.audit_action,
  since     timestamp with time zone,
  until     timestamp with time zone,
  before_id bigint,
  page_size integer
)
  returns SETOF public.audit_log
  language plpgsql
  stable
  security definer
  rows 25
  set search_path to ''
  AS $function$
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
$function$;

create or replace function public.list_activity (
  person    text                     default ''::text,
  action    public.audit_action      default null::public.audit_action,
  since     timestamp with time zone default null::timestamp with time zone,
  until     timestamp with time zone default null::timestamp with time zone,
  before_id bigint                   default null::bigint,
  page_size integer                  default 50
)
  returns SETOF public.audit_log
  language plpgsql
  stable
  rows 25
  set search_path to ''
  AS $function$
begin
  return query select * from private.list_activity(person, action, since, until, before_id, page_size);
end
$function$;

create index audit_log_action_idx on public.audit_log using btree (action, id desc);

revoke all
  on function "private"."list_activity"(text, public.audit_action, timestamp
    with time zone, timestamp with time zone, bigint, integer)
  from public;

grant execute
  on function "private"."list_activity"(text, public.audit_action, timestamp
    with time zone, timestamp with time zone, bigint, integer)
  to "authenticated", "service_role";

revoke all
  on function "public"."list_activity"(text, public.audit_action, timestamp
    with time zone, timestamp with time zone, bigint, integer)
  from public;

grant execute
  on function "public"."list_activity"(text, public.audit_action, timestamp
    with time zone, timestamp with time zone, bigint, integer)
  to "authenticated", "service_role";
