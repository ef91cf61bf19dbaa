set local check_function_bodies = off;

drop trigger "clean" on "public"."appeals";

drop trigger "clean" on "public"."claims";

drop trigger "before_0_clean" on "public"."communities";

drop trigger "clean" on "public"."community_groups";

drop trigger "clean" on "public"."community_reports";

drop trigger "clean" on "public"."places";

drop trigger "clean" on "public"."suspensions";

drop function "private"."clean_appeal"();

drop function "private"."clean_claim"();

drop function "private"."clean_community"();

drop function "private"."clean_group"();

drop function "private"."clean_place"();

drop function "private"."clean_report"();

drop function "private"."clean_suspension"();

drop function "private"."retention_period"(text);

create or replace function private.clean_columns()
  returns trigger
  language plpgsql
  set search_path to ''
  AS $function$
declare
  cleaned jsonb;
begin
  execute (
    select format('select jsonb_build_object(%s)', string_agg(
      format('%L, private.clean_%s(($1).%I)', given[1], given[2], given[1]), ', '
    ))
    from unnest(tg_argv) as argument, string_to_array(argument, ':') as given
  ) into cleaned using new;
  return jsonb_populate_record(new, cleaned);
end
$function$;

create or replace function private.delete_expired()
  returns void
  language plpgsql
  set search_path to ''
  set "TimeZone" to 'UTC'
  AS $function$
declare
  kept record;
begin
  for kept in select * from private.retention() loop
    execute format(
      'delete from %1$s where ctid = any (array(
        select ctid from %1$s where %2$I <= $1 order by %2$I limit 50000 for update skip locked
      ))', kept.source, kept.column_name
    ) using now() - kept.period;
  end loop;
end
$function$;

create or replace function private.retention()
  returns table (
    records     text,
    source      regclass,
    column_name text,
    period      interval
  )
  language sql
  stable
  set search_path to ''
  AS $function$
  values
    ('joins', 'public.community_joins'::regclass, 'joined_on', interval '90 days'),
    ('answers', 'private.activity_answers', 'answered_at', '60 days'),
    ('resolved reports', 'public.community_reports', 'resolved_at', '1 year'),
    ('closed appeals', 'public.appeals', 'closed_at', '1 year'),
    ('closed claims', 'public.claims', 'decided_at', '1 year'),
    -- Answered ones expire at most 14 days later.
    ('invitations', 'public.invitations', 'expires_at', '30 days'),
    ('emails', 'private.email_outbox', 'created_at', '30 days'),
    -- Until the end of its period, a used code is not given to another user.
    ('ownership codes', 'private.ownership_codes', 'expires_at', '7 days'),
    ('link checks', 'private.link_checks', 'at', '1 day'),
    ('audit log', 'public.audit_log', 'at', '2 years')
$function$;

create trigger clean
  before insert or update of message, reason on public.appeals
  for each row
  execute function private.clean_columns('message:text', 'reason:text');

create trigger clean
  before insert or update of answer, reason on public.claims
  for each row
  execute function private.clean_columns('answer:text', 'reason:text');

create trigger before_0_clean
  before insert or update of name,
    description, location, requested_place, rejection_reason, hidden_reason on public.communities
  for each row
  execute function
    private.clean_columns('name:line', 'description:text', 'location:line', 'requested_place:line',
    'rejection_reason:text', 'hidden_reason:text');

create trigger clean
  before insert or update of name, description on public.community_groups
  for each row
  execute function private.clean_columns('name:line', 'description:text');

create trigger clean
  before insert or update of comment on public.community_reports
  for each row
  execute function private.clean_columns('comment:text');

create trigger clean
  before insert or update of name, alternative_names, country, country_code on public.places
  for each row
  execute function
    private.clean_columns('name:line', 'alternative_names:list', 'country:line',
    'country_code:line');

create trigger clean
  before insert or update of reason on public.suspensions
  for each row
  execute function private.clean_columns('reason:text');

revoke all on function "private"."clean_columns"() from public;

revoke all on function "private"."retention"() from public;
