set local check_function_bodies = off;

drop function "public"."list_images_to_delete"(uuid, uuid, integer);

create or replace function private.forget_answers()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  update public.claims set
    answer = null, answered_by = null,
    owner_id = nullif(owner_id, old.id), decided_by = nullif(decided_by, old.id)
  where answered_by = old.id;
  return old;
end
$function$;

create or replace function private.transfer_community (
  community_id       uuid,
  new_owner_id       uuid,
  keeps_former_owner boolean default false
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
#variable_conflict use_variable
declare
  former_owner_id constant uuid := (select c.owner_id from public.communities as c where c.id = community_id);
begin
  perform private.lock_until_commit('people of ' || community_id);
  perform from public.profiles as p where p.id in (former_owner_id, new_owner_id) order by p.id for key share;
  perform private.lock_until_commit('admin deletions');
  perform private.lock_until_commit('communities of ' || new_owner_id);
  perform from public.communities as c
  where c.id = community_id and c.owner_id = former_owner_id for no key update;
  if not found or not exists (select from public.profiles as p where p.id = new_owner_id) then
    raise exception 'This community or its owner has changed in the meantime. Reload the page.' using errcode = 'PT410';
  end if;
  if new_owner_id = former_owner_id then
    raise exception 'This user already owns this community.' using errcode = 'PT409';
  end if;
  -- The message hides whether the new owner is suspended.
  if private.is_user_suspended(new_owner_id) or exists (
    select from private.deletion_requests as r
    where r.user_id = former_owner_id and r.requested_at > now() - interval '1 hour'
  ) then
    raise exception 'This community cannot be handed over at the moment.' using errcode = 'PT409';
  end if;
  if (select count(*) from public.communities as c where c.owner_id = new_owner_id) >= 100 then
    raise exception 'The new owner already has 100 communities, which is the maximum.' using errcode = 'PT400';
  end if;
  update public.communities as c set owner_id = new_owner_id where c.id = community_id;
  delete from public.co_owners as o where o.community_id = community_id and o.user_id = new_owner_id;
  if keeps_former_owner then
    insert into public.co_owners (community_id, user_id) values (community_id, former_owner_id);
  end if;
  perform private.close_invitations(community_id);
  -- The entry is about the user who did not act. Its owner is not in its values: deleting an account would not find it.
  perform private.log_action(
    'transferred', 'community', community_id,
    case when new_owner_id = auth.uid() then former_owner_id else new_owner_id end, '{}', '{}');
end
$function$;

create or replace function public.forget_decisions (
  user_id uuid
)
  returns boolean
  language plpgsql
  set search_path to ''
  AS $function$
declare
  batch constant integer := 1000;
  forgotten integer;
begin
  update public.communities as c set
    approved_by = nullif(c.approved_by, user_id), hidden_by = nullif(c.hidden_by, user_id)
  where c.id in (
    select d.id from public.communities as d
    where d.approved_by = user_id or d.hidden_by = user_id
    limit batch for no key update skip locked
  );
  get diagnostics forgotten = row_count;
  return forgotten = batch;
end
$function$;

create or replace function public.list_images_to_delete (
  folder    uuid,
  page_size integer default 100
)
  returns table (
    name text
  )
  language sql
  stable
  set search_path to ''
  AS $function$
  select o.name from storage.objects as o
  where o.bucket_id = 'community-images' and starts_with(o.name, folder || '/') and not private.is_image_in_use(o.name)
  order by o.name
  limit private.clamp_page_size(page_size)
$function$;

revoke all on function "public"."forget_decisions"(uuid) from public;

grant execute on function "public"."forget_decisions"(uuid) to "service_role";

revoke all on function "public"."list_images_to_delete"(uuid, integer) from public;

grant execute on function "public"."list_images_to_delete"(uuid, integer) to "service_role";

create index communities_held_image_name_idx on public.communities
  using btree (private.image_name((held_changes ->> 'image_url'::text)))
  where ((held_at is
    not null) AND
    ((held_changes ->> 'image_url'::text) ~~ '%/object/public/community-images/%'::text));

create index communities_rejected_image_name_idx on public.communities
  using btree (private.image_name((rejected_version ->> 'image_url'::text)))
  where
    ((status = ANY (ARRAY['pending'::public.community_status, 'rejected'::public.community_status]))
    AND ((rejected_version ->> 'image_url'::text) ~~ '%/object/public/community-images/%'::text));
