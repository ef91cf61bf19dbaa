set local check_function_bodies = off;

create table "public"."saved_communities" (
  "community_id" uuid                     not null,
  "saved_at"     timestamp with time zone not null default now(),
  "user_id"      uuid                     not null default auth.uid(),
  constraint "saved_communities_pkey" primary key (user_id, community_id)
);

alter table "public"."saved_communities"
  enable row level security;

create or replace function private.export_my_data()
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_variable
declare
  user_id constant uuid := auth.uid();
begin
  perform private.require_profile();
  return jsonb_build_object(
    'profile', (select to_jsonb(p) from public.profiles as p where p.id = user_id),
    'communities', private.export_communities_of(user_id),
    'images', (
      select coalesce(jsonb_agg(
        private.project_url() || '/storage/v1/object/public/community-images/' || o.name order by o.name
      ), '[]')
      from storage.objects as o
      where o.bucket_id = 'community-images' and starts_with(o.name, private.own_image_folder() || '/')
    ),
    'joins', (
      select coalesce(jsonb_agg(
        jsonb_build_object('community_id', j.community_id, 'community', d.name, 'joined_on', j.joined_on)
        order by j.joined_on, j.community_id
      ), '[]')
      from public.community_joins as j
      left join public.directory_communities as d on d.id = j.community_id
      where j.user_id = user_id
    ),
    'saved_communities', (
      select coalesce(jsonb_agg(
        jsonb_build_object('community_id', s.community_id, 'community', d.name, 'saved_at', s.saved_at)
        order by s.saved_at, s.community_id
      ), '[]')
      from public.saved_communities as s
      left join public.directory_communities as d on d.id = s.community_id
      where s.user_id = user_id
    ),
    'reports', (
      select coalesce(jsonb_agg(
        to_jsonb(r) - array['reporter_id', 'resolved_by'] order by r.created_at, r.id
      ), '[]')
      from public.community_reports as r where r.reporter_id = user_id
    ),
    'emails', (
      select coalesce(jsonb_agg(
        jsonb_build_object('kind', e.kind, 'created_at', e.created_at, 'sent_at', e.sent_at)
        || e.data order by e.created_at, e.id
      ), '[]')
      from private.email_outbox as e where e.recipient_id = user_id
    ),
    'log', (
      select coalesce(jsonb_agg(
        jsonb_build_object(
          'at', a.at, 'action', a.action, 'subject', a.subject, 'subject_id', a.subject_id,
          'by_admin', a.by_admin, 'before', a.before - 'approved_by', 'after', a.after - 'approved_by'
        ) order by a.id
      ), '[]')
      from public.audit_log as a
      where a.owner_id = user_id and a.action <> 'reports resolved'
    )
  );
end
$function$;

create or replace function private.get_listed_communities (
  community_ids uuid[]
)
  returns SETOF public.directory_communities
  language plpgsql
  stable
  security definer
  rows 20
  set search_path to ''
  AS $function$
begin
  perform private.require_profile();
  if cardinality(community_ids) > 48 then
    raise exception 'At most 48 communities can be read at once.' using errcode = 'PT400';
  end if;
  return query
    select d.* from public.directory_communities as d
    where d.id = any (community_ids) and private.is_directory_live();
end
$function$;

create or replace function private.is_listed (
  community_id uuid
)
  returns boolean
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select private.is_directory_live()
    and exists (select from public.directory_communities as d where d.id = community_id)
$function$;

create or replace function private.limit_saved_communities()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  saving_user uuid;
begin
  for saving_user in select distinct user_id from inserted order by user_id loop
    perform private.lock_until_commit('saved communities of ' || saving_user);
    if (select count(*) from public.saved_communities as s where s.user_id = saving_user) > 500 then
      raise exception 'You can save at most 500 communities. Remove some on your profile page first.'
        using errcode = 'PT400';
    end if;
  end loop;
  return null;
end
$function$;

create or replace function private.list_my_joins()
  returns table (
    community_id uuid,
    joined_on    date
  )
  language plpgsql
  stable
  security definer
  rows 30
  set search_path to ''
  AS $function$
begin
  perform private.require_profile();
  return query
    select j.community_id, max(j.joined_on) from public.community_joins as j
    where j.user_id = (select auth.uid())
    group by 1 order by 2 desc, 1;
end
$function$;

create or replace function public.get_listed_communities (
  community_ids uuid[]
)
  returns SETOF public.directory_communities
  language plpgsql
  stable
  rows 20
  set search_path to ''
  AS $function$
begin
  perform private.refuse_filters();
  return query select * from private.get_listed_communities(community_ids);
end
$function$;

create or replace function public.list_my_joins()
  returns table (
    community_id uuid,
    joined_on    date
  )
  language sql
  stable
  rows 30
  set search_path to ''
  AS $function$
  select * from private.list_my_joins()
$function$;

create or replace function public.save_communities (
  community_ids uuid[]
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
begin
  perform private.require_profile();
  if cardinality(community_ids) > 500 then
    raise exception 'At most 500 communities can be saved at once.' using errcode = 'PT400';
  end if;
  insert into public.saved_communities (community_id)
  select distinct listed.id from unnest(community_ids) as listed (id) where private.is_listed(listed.id)
  on conflict do nothing;
end
$function$;

alter table "public"."saved_communities"
  add constraint "saved_communities_community_id_fkey" foreign key (community_id)
    references public.communities(id) on delete cascade;

create index saved_communities_community_id_idx on public.saved_communities
  using btree (community_id);

create trigger limit_saved_communities
  after insert on public.saved_communities referencing NEW table as inserted
  for each STATEMENT
  execute function private.limit_saved_communities();

create policy "Nothing before the sign-in is complete" on "public"."saved_communities"
  as restrictive
  for all
  to "authenticated"
  using (( select private.is_sign_in_complete() as is_sign_in_complete));

revoke all on function "private"."get_listed_communities"(uuid[]) from public;

grant execute
  on function "private"."get_listed_communities"(uuid[])
  to "authenticated", "service_role";

revoke all on function "private"."is_listed"(uuid) from public;

grant execute on function "private"."is_listed"(uuid) to "authenticated", "service_role";

revoke all on function "private"."limit_saved_communities"() from public;

revoke all on function "private"."list_my_joins"() from public;

grant execute on function "private"."list_my_joins"() to "authenticated", "service_role";

revoke all on function "public"."get_listed_communities"(uuid[]) from public;

grant execute
  on function "public"."get_listed_communities"(uuid[])
  to "authenticated", "service_role";

revoke all on function "public"."list_my_joins"() from public;

grant execute on function "public"."list_my_joins"() to "authenticated", "service_role";

revoke all on function "public"."save_communities"(uuid[]) from public;

grant execute on function "public"."save_communities"(uuid[]) to "authenticated", "service_role";

grant insert ("community_id") on table "public"."saved_communities" to "authenticated";

grant delete, select on table "public"."saved_communities" to "authenticated";

grant all
  on table "public"."saved_communities"
  to "service_role";

alter table "public"."saved_communities"
  add constraint "saved_communities_user_id_fkey" foreign key (user_id)
    references public.profiles(id) on delete cascade;

create policy "Users read what they saved" on "public"."saved_communities"
  for select
  to "authenticated"
  using ((user_id = ( select auth.uid() as uid)));

create policy "Users remove what they saved" on "public"."saved_communities"
  for delete
  to "authenticated"
  using ((user_id = ( select auth.uid() as uid)));

create policy "Users save what is in the directory" on "public"."saved_communities"
  for insert
  to "authenticated"
  with check (((user_id = ( SELECT auth.uid() AS uid)) AND private.is_listed(community_id)));
