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
