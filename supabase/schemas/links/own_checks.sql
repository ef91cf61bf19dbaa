-- Checks of an invite link that a user asks for: the owner of a community, a user who claims it, or one who lists a new
-- community.
-- Guarantee: unknown communities, those that are not listed, and those without a code get the same message. The check of
-- a new link stores nothing about the link, and says nothing about the directory.

-- Reserves a check for a user, within the limits of the user and those of all users together. is_new: see
-- private.reserve_link_checks.
create function private.reserve_user_check(user_id uuid, is_new boolean) returns void
language plpgsql set search_path = '' as $$
#variable_conflict use_variable
begin
  if private.is_user_suspended(user_id) then
    raise exception 'Your account is suspended. Your profile page says why.' using errcode = 'PT403';
  end if;
  perform private.lock_until_commit('link checks');
  perform private.require_quota(
      count(*) filter (where c.at > clock_timestamp() - interval '10 minutes'), 5,
      'You can check links at most 5 times in ten minutes. Please try again later.'),
    private.require_quota(count(*), 20, 'You can check links at most 20 times a day. Please try again tomorrow.')
  from private.link_checks as c where c.user_id = user_id and c.at > clock_timestamp() - interval '1 day';
  if private.reserve_link_checks(1, case when is_new then 'new user' else 'user' end, user_id) = 0 then
    raise exception 'Many links are being checked at the moment. Please try again in a few minutes.'
      using errcode = 'PT429';
  end if;
end
$$;

-- For a user who is about to list a community with this link.
create function private.begin_new_check(link text, user_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not coalesce(private.is_whatsapp_link(link), false) then
    raise exception 'This is not a WhatsApp invite link.' using errcode = 'PT400';
  end if;
  perform private.reserve_user_check(user_id, is_new => true);
end
$$;

-- Returns the link to open: for a manager the held one if there is one, otherwise the live one.
create function private.begin_own_check(community_id uuid, user_id uuid) returns text
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  community public.communities;
  is_manager constant boolean := private.may_manage(community_id, user_id);
begin
  select * into community from public.communities as c where c.id = community_id;
  if not (is_manager or private.is_listed(community_id) and exists (
    select from private.ownership_codes as o
    where o.community_id = community_id and o.user_id = user_id and o.used_at is null and o.expires_at > now()
  )) then
    raise exception 'This community is no longer in the directory, or you have no code for it.' using errcode = 'PT410';
  end if;
  perform private.reserve_user_check(user_id, is_new => community.status <> 'approved' or exists (
    select from public.profiles as p where p.id = user_id and p.created_at > now() - interval '7 days'));
  return coalesce(case when is_manager then community.held_changes ->> 'whatsapp_link' end, community.whatsapp_link);
end
$$;

-- Records the result of a user's check. page_text is the title and the description of the page. Returns what the user
-- reads: the state of the link, whether the user has proved to control the group, and for a manager the outcome for
-- a changed link (private.record_link_check) and which held fields went live.
create function private.record_own_check(
  community_id uuid, user_id uuid, link text, answer public.link_state, group_name text default null,
  page_text text default null
) returns jsonb language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  held jsonb;
  is_manager boolean;
  is_proved boolean;
  outcome text;
begin
  -- Locked first, as by every other decision: a claim refers to both profiles.
  perform from public.profiles as p
  where p.id in (user_id, (select c.owner_id from public.communities as c where c.id = community_id))
  order by p.id for key share;
  select c.held_changes into held from public.communities as c where c.id = community_id for no key update;
  is_manager := private.may_manage(community_id, user_id);
  if private.is_user_suspended(user_id) or not is_manager and not private.is_listed(community_id) then
    return jsonb_build_object('state', 'unknown', 'is_proved', false);
  end if;
  -- First: a proof may make the link live that the check then describes. Any other way to make a link live ends the
  -- verification, which the proof of a verified owner needs.
  is_proved := answer = 'live' and private.record_proof(community_id, user_id, link, group_name, left(page_text, 3000));
  outcome := private.record_link_check(community_id, link, answer, group_name, is_own => true);
  -- The swapped link is not verified any more, but the page has just shown the code.
  if outcome = 'swapped' and not is_proved then
    is_proved := private.record_proof(community_id, user_id, link, group_name, left(page_text, 3000));
  end if;
  if is_proved and not is_manager then perform private.open_claim(community_id, user_id); end if;
  return jsonb_build_object(
    'state', answer, 'is_proved', is_proved, 'outcome', case when is_manager then outcome end,
    'published', case when is_manager then (
      select coalesce(jsonb_agg(field), '[]') from jsonb_object_keys(coalesce(held, '{}')) as field
      where not coalesce((select c.held_changes from public.communities as c where c.id = community_id), '{}') ? field
    ) end);
end
$$;
