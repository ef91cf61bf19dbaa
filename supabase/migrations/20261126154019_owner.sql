set local check_function_bodies = off;

create or replace function private.email_data (
  queued private.email_outbox
)
  returns jsonb
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select case queued.kind
    when 'daily_summary' then case when p.is_admin and p.wants_summary_emails then queued.data end
    when 'new_communities' then (
      select queued.data || jsonb_build_object('communities', jsonb_agg(
        jsonb_build_object('id', d.id, 'name', d.name, 'location', d.location, 'country', d.country) order by given.place
      ))
      from jsonb_array_elements_text(queued.data -> 'communities') with ordinality as given (id, place)
      join public.directory_communities as d on d.id = given.id::uuid
      where p.wants_alert_emails and private.is_directory_live()
        and exists (select from public.alerts as a where a.user_id = p.id)
      having count(*) > 0
    )
    -- An approved community has a public page unless the directory is closed or the community has become hidden.
    when 'approved' then case when p.wants_decision_emails then
      queued.data || jsonb_build_object('is_listed', private.is_listed(queued.community_id))
    end
    else case when p.wants_decision_emails then queued.data end
  end
  from public.profiles as p where p.id = queued.recipient_id
$function$;

create or replace function private.get_directory_numbers()
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
begin
  if not private.is_directory_live() then
    return null;
  end if;
  return jsonb_build_object(
    'communities', (select count(*) from public.directory_communities),
    'places', (
      select count(*) from public.places as p
      where exists (select from public.directory_communities as d where d.location = p.name)
    ),
    'joins', (
      select count(*) / 10 * 10 from (
        select from public.community_joins
        where joined_on >= private.today() - 30 and joined_on < private.today() limit 100000
      ) as joins
    )
  );
end
$function$;

create or replace function private.get_review_time()
  returns integer
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
begin
  perform private.require_profile();
  return (
    select case when count(*) >= 5 then ceil(
      percentile_cont(0.5) within group (order by extract(epoch from latest.duration)) / 3600
    )::integer end
    from (
      select decision.at - c.created_at as duration
      from public.audit_log as decision
      join public.communities as c on c.id = decision.subject_id
      where decision.action in ('approved', 'rejected') and decision.actor_id is distinct from c.owner_id
        and not exists (
          select from public.audit_log as earlier
          where earlier.subject_id = decision.subject_id and earlier.id < decision.id
            and earlier.action in ('approved', 'rejected')
        )
      order by decision.id desc limit 30
    ) as latest
  );
end
$function$;

create or replace function public.get_directory_numbers()
  returns jsonb
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  perform private.refuse_filters();
  perform private.allow_caching();
  return private.get_directory_numbers();
end
$function$;

create or replace function public.get_review_time()
  returns integer
  language sql
  stable
  set search_path to ''
  AS $function$
  select private.get_review_time()
$function$;

create index audit_log_decisions_idx on public.audit_log using btree (id)
  where (action = ANY (ARRAY['approved'::public.audit_action, 'rejected'::public.audit_action]));

revoke all on function "private"."get_directory_numbers"() from public;

grant execute
  on function "private"."get_directory_numbers"()
  to "anon", "authenticated", "service_role";

revoke all on function "private"."get_review_time"() from public;

grant execute on function "private"."get_review_time"() to "authenticated", "service_role";

revoke all on function "public"."get_directory_numbers"() from public;

grant execute
  on function "public"."get_directory_numbers"()
  to "anon", "authenticated", "service_role";

revoke all on function "public"."get_review_time"() from public;

grant execute on function "public"."get_review_time"() to "authenticated", "service_role";
