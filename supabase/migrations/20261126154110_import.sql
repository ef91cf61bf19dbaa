set local check_function_bodies = off;

drop trigger "log_group" on "public"."community_groups";

create type "public"."import_outcome" as enum (
  'imported',
  'already listed',
  'rejected before',
  'invalid'
);

create or replace function private.check_new_community()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  perform private.lock_until_commit('communities of ' || new.owner_id);
  if exists (
    select from public.communities
    where id = new.id and (owner_id = new.owner_id or private.is_admin())
  ) then
    raise exception 'You have already submitted this community.' using errcode = 'PT409';
  end if;
  if not private.is_import()
    and (select count(*) from public.communities where owner_id = new.owner_id) >= 100 then
    raise exception 'You can list at most 100 communities.' using errcode = 'PT400';
  end if;
  return new;
end
$function$;

create or replace function private.import_communities (
  rows       jsonb,
  is_preview boolean
)
  returns table (
    row_number integer,
    outcome    public.import_outcome,
    problem    text,
    field      text
  )
  language plpgsql
  rows 100
  set search_path to ''
  AS $function$
begin
  perform private.require_admin();
  if jsonb_typeof(rows) is distinct from 'array' or jsonb_array_length(rows) > 1000 then
    raise exception 'Import at most 1,000 communities at once.' using errcode = 'PT400';
  end if;
  -- Concurrent imports of the same links in another order would deadlock.
  perform private.lock_until_commit('import of communities');
  perform set_config('private.is_import', 'true', true);
  return query
    select given.place::integer, imported.outcome, imported.problem, imported.field
    from jsonb_array_elements(rows) with ordinality as given (row_values, place),
      private.import_community(given.row_values, is_preview) as imported
    order by given.place;
  perform set_config('private.is_import', '', true);
end
$function$;

create or replace function private.import_community (
  row_values jsonb,
  is_preview boolean,
  OUT        outcome public.import_outcome,
  OUT        problem text,
  OUT        field text
)
  returns record
  language plpgsql
  set search_path to ''
  AS $function$
declare
  new_row public.communities;
begin
  new_row := jsonb_populate_record(null::public.communities, row_values);
  if exists (select from public.communities where id = new_row.id and owner_id = (select auth.uid())) then
    outcome := 'imported';
    return;
  end if;
  if exists (
    select from public.communities where whatsapp_link = new_row.whatsapp_link and status = 'rejected'
  ) and not private.is_whatsapp_link_listed(new_row.whatsapp_link, null) then
    outcome := 'rejected before';
    return;
  end if;
  insert into public.communities (
    id, name, description, location, requested_place, whatsapp_link, join_type, image_url, category, languages,
    member_count
  ) values (
    new_row.id, new_row.name, new_row.description, new_row.location, new_row.requested_place, new_row.whatsapp_link,
    new_row.join_type, new_row.image_url, new_row.category, new_row.languages, new_row.member_count
  );
  insert into public.community_groups (community_id, name)
  select new_row.id, name from jsonb_array_elements_text(row_values -> 'groups') as name;
  if is_preview then
    -- Caught below. Nothing else raises it.
    raise savepoint_exception;
  end if;
  outcome := 'imported';
exception when savepoint_exception then
  outcome := 'imported';
when others then
  -- Anything but invalid values, such as a deadlock, ends the whole call.
  if sqlstate !~ '^(PT4|22|23)' then
    raise;
  end if;
  outcome := 'invalid';
  problem := 'The database does not accept this row.';
  if starts_with(sqlstate, 'PT4') then
    get stacked diagnostics problem = message_text, field = pg_exception_detail;
    if sqlstate = 'PT409' and field = 'whatsapp_link' then
      outcome := 'already listed';
    end if;
  end if;
end
$function$;

create or replace function private.is_import()
  returns boolean
  language sql
  stable
  set search_path to ''
  AS $function$
  select coalesce(current_setting('private.is_import', true), '') = 'true'
$function$;

create or replace function public.import_communities (
  rows       jsonb,
  is_preview boolean default false
)
  returns table (
    row_number integer,
    outcome    public.import_outcome,
    problem    text,
    field      text
  )
  language sql
  rows 100
  set search_path to ''
  set statement_timeout to '30s'
  AS $function$
  select * from private.import_communities(rows, is_preview)
$function$;

create trigger log_group
  after insert or delete on public.community_groups
  for each row
  when ((NOT private.is_import()))
  execute function private.log_group();

revoke all on function "private"."import_communities"(jsonb, boolean) from public;

grant execute
  on function "private"."import_communities"(jsonb, boolean)
  to "authenticated", "service_role";

revoke all on function "private"."import_community"(jsonb, boolean) from public;

grant execute
  on function "private"."import_community"(jsonb, boolean)
  to "authenticated", "service_role";

revoke all on function "private"."is_import"() from public;

grant execute on function "private"."is_import"() to "authenticated", "service_role";

revoke all on function "public"."import_communities"(jsonb, boolean) from public;

grant execute
  on function "public"."import_communities"(jsonb, boolean)
  to "authenticated", "service_role";
