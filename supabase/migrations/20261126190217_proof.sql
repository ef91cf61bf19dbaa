set local check_function_bodies = off;

create table "private"."ownership_codes" (
  "code"         text                     not null,
  "community_id" uuid                     not null,
  "user_id"      uuid                     not null,
  "expires_at"   timestamp with time zone not null default (now() + '1 day'::interval),
  "used_at"      timestamp with time zone,
  constraint "ownership_codes_pkey" primary key (code)
);

alter table "private"."ownership_codes"
  enable row level security;

alter table "public"."communities"
  add column "verified_at" timestamp with time zone;

alter type "public"."audit_action" add value 'verified' after 'appeal declined';

alter type "public"."audit_action" add value 'changes proved' after 'verified';

create or replace function private.contains_code (
  value text,
  code  text
)
  returns boolean
  language sql
  immutable
  set search_path to ''
  AS $function$
  select coalesce(value ~* ('\m' || replace(code, '-', '[\u2010-\u2015\u2212-]') || '\M'), false)
$function$;

create or replace function private.create_ownership_code()
  returns text
  language sql
  set search_path to ''
  AS $function$
  select 'WP-' || string_agg(substr('234679ACDEFGHJKMNPQRTUVWXY', 1 + mod(number, 26), 1), '')
  from (
    -- Seven hexadecimal digits of a random UUID, which are a number of 28 bits.
    select ('x0' || left(gen_random_uuid()::text, 7))::bit(32)::integer as number
    from generate_series(1, 4)
  ) as random
$function$;

create or replace function private.delete_expired()
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
declare
  batch constant integer := 50000;
begin
  perform private.end_expired_suspensions();
  delete from public.community_joins where ctid = any (array(
    select ctid from public.community_joins
    where joined_on <= private.today() - private.retention_period('joins')
    order by joined_on limit batch for update skip locked
  ));
  delete from public.community_reports where ctid = any (array(
    select ctid from public.community_reports
    where resolved_at < now() - private.retention_period('resolved reports')
    order by resolved_at limit batch for update skip locked
  ));
  delete from public.appeals where ctid = any (array(
    select ctid from public.appeals
    where closed_at < now() - private.retention_period('closed appeals')
    order by closed_at limit batch for update skip locked
  ));
  delete from private.email_outbox where ctid = any (array(
    select ctid from private.email_outbox
    where created_at < now() - private.retention_period('emails')
    order by created_at limit batch for update skip locked
  ));
  delete from private.ownership_codes where ctid = any (array(
    select ctid from private.ownership_codes
    where expires_at < now() - private.retention_period('ownership codes')
    order by expires_at limit batch for update skip locked
  ));
  delete from public.audit_log where ctid = any (array(
    select ctid from public.audit_log
    where at < now() - private.retention_period('audit log')
    order by at limit batch for update skip locked
  ));
end
$function$;

create or replace function private.end_verification()
  returns trigger
  language plpgsql
  set search_path to ''
  AS $function$
begin
  if new.status <> 'approved' or new.owner_id <> old.owner_id
    or new.whatsapp_link <> old.whatsapp_link and private.decision() is distinct from 'changes proved' then
    new.verified_at := null;
  end if;
  return new;
end
$function$;

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
    'suspension', (
      select to_jsonb(s) - array['user_id', 'suspended_by'] from public.suspensions as s where s.user_id = user_id
    ),
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
    'alerts', (
      select coalesce(jsonb_agg(to_jsonb(a) - array['user_id', 'query'] order by a.created_at, a.id), '[]')
      from public.alerts as a where a.user_id = user_id
    ),
    'ownership_codes', (
      select coalesce(jsonb_agg(to_jsonb(o) - 'user_id' order by o.expires_at, o.code), '[]')
      from private.ownership_codes as o where o.user_id = user_id
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
          'by_admin', a.by_admin, 'before', a.before - array['approved_by', 'hidden_by'],
          'after', a.after - array['approved_by', 'hidden_by']
        ) order by a.id
      ), '[]')
      from public.audit_log as a
      where a.owner_id = user_id and a.action <> 'reports resolved'
    )
  );
end
$function$;

create or replace function private.get_ownership_code (
  community_id uuid
)
  returns text
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_variable
declare
  user_id constant uuid := auth.uid();
  new_code text;
begin
  perform private.require_writer();
  if not private.is_manager(community_id, user_id) then
    perform private.require_listed(community_id);
  elsif exists (select from public.communities as c where c.id = community_id and c.status <> 'approved') then
    raise exception 'Only an approved community can be verified.' using errcode = 'PT409';
  end if;
  perform private.lock_until_commit('ownership codes of ' || user_id);
  select o.code into new_code from private.ownership_codes as o
  where o.community_id = community_id and o.user_id = user_id and o.used_at is null
    and o.expires_at > now() + interval '1 hour';
  if found then
    return new_code;
  end if;
  if (
    select count(*) from private.ownership_codes as o where o.user_id = user_id and o.expires_at > now()
  ) >= 20 then
    raise exception 'You can get at most 20 codes a day. Please try again tomorrow.' using errcode = 'PT429';
  end if;
  -- Another user may have the same code.
  for attempt in 1..20 loop
    insert into private.ownership_codes (code, community_id, user_id)
    values (private.create_ownership_code(), community_id, user_id)
    on conflict do nothing returning code into new_code;
    exit when found;
  end loop;
  if new_code is null then
    raise exception 'There is no free code. Please try again later.' using errcode = 'PT503';
  end if;
  return new_code;
end
$function$;

create or replace function private.is_manager (
  community_id uuid,
  user_id      uuid
)
  returns boolean
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select exists (
    select from public.communities as c where c.id = is_manager.community_id and c.owner_id = is_manager.user_id
  )
$function$;

create or replace function private.log_action (
  action       public.audit_action,
  subject      public.audit_subject,
  subject_id   uuid,
  owner_id     uuid,
  before       jsonb,
  after        jsonb,
  is_automatic boolean              default false
)
  returns void
  language sql
  security definer
  set search_path to ''
  AS $function$
  insert into public.audit_log (action, subject, subject_id, owner_id, actor_id, by_admin, before, after)
  values (
    action, subject, subject_id, owner_id,
    case when not is_automatic then coalesce(auth.uid(), nullif(current_setting('private.actor', true), '')::uuid) end,
    not is_automatic and private.is_admin(), before, after
  )
$function$;

create or replace function private.record_proof (
  community_id uuid,
  user_id      uuid,
  link         text,
  page_text    text
)
  returns boolean
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_variable
declare
  community public.communities;
  is_manager constant boolean := private.is_manager(community_id, user_id);
  proved jsonb := '{}';
  columns text[] := array['verified_at'];
begin
  -- A save that changes the link waits, or has finished.
  select * into community from public.communities as c
  where c.id = community_id and c.status = 'approved' for no key update;
  if not found or private.is_user_suspended(user_id) or not (is_manager or private.is_listed(community_id)) then
    return false;
  end if;
  -- Not what was held before the verification.
  if is_manager and community.verified_at < community.held_at then
    select coalesce(jsonb_object_agg(key, value), '{}') into proved from jsonb_each(community.held_changes)
    where key = 'whatsapp_link' or key = 'name' and private.remove_codes(value #>> '{}') = value #>> '{}';
  end if;
  if link = proved ->> 'whatsapp_link' then
    perform private.lock_until_commit('WhatsApp link ' || link);
    if private.is_whatsapp_link_listed(link, community_id) then
      return false;
    end if;
  elsif link <> community.whatsapp_link then
    return false;
  elsif proved ? 'whatsapp_link' then
    -- Proves only the current link.
    proved := '{}';
  end if;

  update private.ownership_codes as o set used_at = now()
  where o.community_id = community_id and o.user_id = user_id and o.used_at is null and o.expires_at > now()
    and private.contains_code(page_text, o.code);
  if not found then
    return false;
  end if;
  if not is_manager then
    return true;
  end if;

  if proved = '{}' then
    community.verified_at := coalesce(community.verified_at, now());
  else
    columns := columns || array['held_changes', 'held_at', 'updated_at'] || array(select jsonb_object_keys(proved));
    community := jsonb_populate_record(community, proved);
    community.held_changes := nullif(community.held_changes - array(select jsonb_object_keys(proved)), '{}');
    community.held_at := case when community.held_changes is not null then community.held_at end;
    community.updated_at := now();
    if proved ? 'whatsapp_link' then
      community.verified_at := now();
    end if;
  end if;
  perform set_config('private.actor', user_id::text, true);
  perform private.save_decision(
    case when proved = '{}' then 'verified' else 'changes proved' end, community, columns);
  perform set_config('private.actor', '', true);
  return true;
end
$function$;

create or replace function private.remove_codes (
  value text
)
  returns text
  language sql
  immutable
  set search_path to ''
  AS $function$
  select btrim(regexp_replace(
    value,
    '[\s(\[|/,;:·•\u2010-\u2015\u2212-]*\mWP[\u2010-\u2015\u2212-][234679ACDEFGHJKMNPQRTUVWXY]{4}\M'
    '[\s)\]|/,;:·•\u2010-\u2015\u2212-]*', ' ', 'gi'
  ))
$function$;

create or replace function private.retention_period (
  records text
)
  returns interval
  language sql
  immutable
  set search_path to ''
  AS $function$
  select case records
    when 'joins' then interval '30 days'
    when 'resolved reports' then interval '1 year'
    when 'closed appeals' then interval '1 year'
    when 'emails' then interval '30 days'
    -- After their end. Until then, a used code is not given to another user.
    when 'ownership codes' then interval '7 days'
    when 'audit log' then interval '2 years'
  end
$function$;

create or replace function public.get_ownership_code (
  community_id uuid
)
  returns text
  language sql
  set search_path to ''
  AS $function$
  select private.get_ownership_code(community_id)
$function$;

alter table "private"."ownership_codes"
  add constraint "ownership_codes_community_id_fkey" foreign key (community_id)
    references public.communities(id) on delete cascade;

alter table "private"."ownership_codes"
  add constraint "ownership_codes_user_id_fkey" foreign key (user_id) references public.profiles(id)
    on delete cascade;

alter table "public"."communities"
  add constraint "communities_verified_check"
    check (((verified_at IS NULL) OR (status = 'approved'::public.community_status)));

create index ownership_codes_community_id_idx on private.ownership_codes using btree (community_id);

create index ownership_codes_expires_at_idx on private.ownership_codes using btree (expires_at);

create index ownership_codes_user_id_idx on private.ownership_codes
  using btree (user_id, expires_at);

create trigger before_9_end_verification
  before update on public.communities
  for each row
  execute function private.end_verification();

create policy "No request reads or writes ownership codes" on "private"."ownership_codes"
  as restrictive
  for all
  to "authenticated"
  using (false);

revoke all on function "private"."contains_code"(text, text) from public;

revoke all on function "private"."create_ownership_code"() from public;

revoke all on function "private"."end_verification"() from public;

revoke all on function "private"."get_ownership_code"(uuid) from public;

grant execute on function "private"."get_ownership_code"(uuid) to "authenticated", "service_role";

revoke all on function "private"."is_manager"(uuid, uuid) from public;

revoke all on function "private"."record_proof"(uuid, uuid, text, text) from public;

grant execute on function "private"."record_proof"(uuid, uuid, text, text) to "service_role";

revoke all on function "private"."remove_codes"(text) from public;

grant execute on function "private"."remove_codes"(text) to "service_role";

revoke all on function "public"."get_ownership_code"(uuid) from public;

grant execute on function "public"."get_ownership_code"(uuid) to "authenticated", "service_role";
