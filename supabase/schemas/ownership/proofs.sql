-- Proof of ownership: users show that they control a WhatsApp group by putting a code into its name or description.
-- Guarantee: only the function admin/check-own-link records a proof. A code proves one community for one user, once.

-- Kept after their end, so that a code that is still in the name of a group is not given to another user.
create table private.ownership_codes (
  code text primary key,
  community_id uuid not null references public.communities (id) on delete cascade,
  user_id uuid not null references public.profiles (id) on delete cascade,
  expires_at timestamptz not null default now() + (private.limits()).ownership_code_period,
  used_at timestamptz
);

create index ownership_codes_community_id_idx on private.ownership_codes (community_id);
create index ownership_codes_user_id_idx on private.ownership_codes (user_id, expires_at);
create index ownership_codes_expires_at_idx on private.ownership_codes (expires_at);

-- A valid code, such as WP-4F7K, for a community that the caller manages or that is in the directory. The same until an
-- hour before its end, or until it is used. Strangers get the same error for every community outside the directory.
create function private.get_ownership_code(community_id uuid) returns text
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  user_id constant uuid := auth.uid();
  new_code text;
begin
  perform private.require_writer();
  if not private.may_manage(community_id) then
    perform private.require_listed(community_id);
  elsif exists (select from public.communities as c where c.id = community_id and c.status <> 'approved') then
    raise exception 'Only an approved community can be verified.' using errcode = 'PT409';
  end if;
  perform private.lock_until_commit('ownership codes of ' || user_id);
  select o.code into new_code from private.ownership_codes as o
  where o.community_id = community_id and o.user_id = user_id and o.used_at is null
    and o.expires_at > now() + interval '1 hour';
  if found then return new_code; end if;
  perform private.require_quota(count(*), 20, 'You can get at most 20 codes a day. Please try again tomorrow.')
  from private.ownership_codes as o where o.user_id = user_id and o.expires_at > now();
  -- Another user may have the same code. Without characters that look like others in some typeface. Each one is from
  -- seven hexadecimal digits of a random UUID, which are a number of 28 bits.
  for attempt in 1..20 loop
    insert into private.ownership_codes (code, community_id, user_id)
    select 'WP-' || string_agg(substr('234679ACDEFGHJKMNPQRTUVWXY', 1 + mod(
      ('x0' || left(gen_random_uuid()::text, 7))::bit(32)::integer, 26), 1), ''), community_id, user_id
    from generate_series(1, 4) on conflict do nothing returning code into new_code;
    exit when found;
  end loop;
  if new_code is null then
    raise exception 'There is no free code. Please try again later.' using errcode = 'PT429';
  end if;
  return new_code;
end
$$;

-- The held fields that a proof of the owner can make live. `npm run types` writes them for the owner's page.
create function private.fields_of_proof() returns text[]
language sql immutable set search_path = '' as $$ select array['name', 'whatsapp_link'] $$;

-- Records that the page of a link shows a code of the user. Returns whether this proves the community: for those who
-- manage it, it is verified from now on; for other users, nothing changes.
-- A proof of the owner of a verified community also makes held fields live that need no review
-- (private.needs_no_review), for the held link if there is one.
create function private.record_proof(community_id uuid, user_id uuid, link text, group_name text, page_text text)
returns boolean language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  community public.communities;
  is_manager constant boolean := private.may_manage(community_id, user_id);
  before jsonb;
  proved text[];
begin
  -- A save that changes the link waits, or has finished.
  select * into community from public.communities as c
  where c.id = community_id and c.status = 'approved' for no key update;
  if not found or private.is_user_suspended(user_id) or not (is_manager or private.is_listed(community_id)) then
    return false;
  end if;
  before := private.community_state(community_id);
  -- Not what was held before the verification. A name with a code, or unlike the group's, waits for an admin.
  proved := array(
    select key from jsonb_each_text(community.held_changes)
    where community.owner_id = user_id and community.verified_at < community.held_at
      and private.needs_no_review(community, group_name) and key = any (private.fields_of_proof())
      and (key <> 'name' or private.remove_codes(value) = value and not private.is_unrelated_name(value, group_name))
  );
  if 'whatsapp_link' = any (proved) and link = community.held_changes ->> 'whatsapp_link' then
    perform private.lock_until_commit('WhatsApp link ' || link);
    if private.is_whatsapp_link_listed(link, community_id) then return false; end if;
  elsif link <> community.whatsapp_link then
    return false;
  elsif 'whatsapp_link' = any (proved) then
    -- Proves only the current link.
    proved := '{}';
  end if;
  update private.ownership_codes as o set used_at = now()
  where o.community_id = community_id and o.user_id = user_id and o.used_at is null and o.expires_at > now()
    -- Phones may replace the hyphen with a dash.
    and page_text ~* ('\m' || replace(o.code, '-', '[\u2010-\u2015\u2212-]') || '\M');
  if not found or not is_manager then return found; end if;
  if proved <> '{}' then
    community := private.with_live_changes(community, proved);
    if 'name' = any (proved) then community.name_changed_at := now(); end if;
    if 'whatsapp_link' = any (proved) then community.verified_at := now(); end if;
    perform private.write_same_group(community);
    perform private.record_decision('changes proved', community_id, before, actor_id => user_id);
  elsif community.verified_at is null then
    update public.communities set verified_at = now() where id = community_id;
    perform private.record_decision('verified', community_id, before, actor_id => user_id);
  end if;
  return true;
end
$$;

-- Confirms a name that went live without a review. seen_at is the name_changed_at that the admin saw.
create function private.confirm_name(community_id uuid, seen_at timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  community constant public.communities := private.lock_community(community_id, is_approved => true);
  before constant jsonb := private.community_state(community_id);
begin
  if community.name_changed_at is null then
    raise exception 'The name of this community is already confirmed.' using errcode = 'PT409';
  end if;
  if community.name_changed_at is distinct from seen_at then
    raise exception 'The name was changed again in the meantime. Reload the page to see the current one.'
      using errcode = 'PT412';
  end if;
  update public.communities set name_changed_at = null, updated_at = now() where id = community_id;
  perform private.record_decision('changes accepted', community_id, before, '{}');
end
$$;

grant execute on function private.record_proof to service_role;
