-- Whether communities are still active: their signs of life, and the answers of owners and of users who joined.
-- Guarantee: what the owner or a co-owner does keeps a community active, and answering needs no review. The answers of
-- other users only bring the question forward.

-- Of the communities that have ever been approved. A narrow table: the first join of a day writes it.
create table public.signs_of_life (
  community_id uuid primary key references public.communities (id) on delete cascade,
  -- The owner's last sign of life: an approval, an edit or a confirmation. The day of the last join (UTC).
  confirmed_at timestamptz not null default now(),
  last_joined_at timestamptz,
  -- When the owner was asked whether it is still active; null once that is answered.
  asked_at timestamptz
);

create index signs_of_life_silent_idx on public.signs_of_life (greatest(confirmed_at, last_joined_at))
where asked_at is null;
create index signs_of_life_asked_at_idx on public.signs_of_life (asked_at) where asked_at is not null;

create policy "Owners read the questions about their communities, admins all"
on public.signs_of_life for select to authenticated
using (exists (select from public.communities as c where c.id = community_id));

grant select (community_id, asked_at) on public.signs_of_life to authenticated;

-- Starts the signs of life of an approved community.
create function private.start_signs_of_life() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.signs_of_life (community_id) values (new.id) on conflict do nothing;
  return null;
end
$$;

create trigger after_4_start_signs_of_life after insert or update of status on public.communities
for each row when (new.status = 'approved') execute function private.start_signs_of_life();

-- Records a sign of life of the owner or a co-owner, or an approval. Only waking up answers the question about a
-- community that is asleep.
create function private.note_sign_of_life(community_id uuid) returns void
language sql security definer set search_path = '' as $$
  update public.signs_of_life as s set
    confirmed_at = now(), asked_at = case when private.is_blocked(s.community_id, '{asleep}') then s.asked_at end
  where s.community_id = note_sign_of_life.community_id
$$;

-- One answer per user and community. Users write it with answer_still_active(); owners and admins do not read it.
create table private.still_active_answers (
  community_id uuid not null references public.communities (id) on delete cascade,
  user_id uuid not null references public.profiles (id) on delete cascade,
  is_active boolean not null,
  -- Of the first answer. A repeated 'no' does not count again after the owner has confirmed the community.
  answered_at timestamptz not null default now(),
  primary key (community_id, user_id)
);

create index still_active_answers_user_id_idx on private.still_active_answers (user_id);
create index still_active_answers_doubts_idx on private.still_active_answers (community_id) where not is_active;

grant all on private.still_active_answers to service_role;

-- Whether two users have answered 'no' since the owner's last sign of life, who joined in the last 60 days and had an
-- account for a day. Users who answer 'yes' do not outweigh them: accounts of the owner could.
create function private.is_doubted(community_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select count(*) >= 2
  from private.still_active_answers as a join public.profiles as p on p.id = a.user_id
  join public.signs_of_life as s on s.community_id = a.community_id
  where a.community_id = is_doubted.community_id and not a.is_active and a.answered_at > s.confirmed_at
    and not private.may_manage(a.community_id, p.id) and p.created_at < a.answered_at - interval '1 day'
    and not private.is_user_suspended(p.id) and exists (
      select from public.community_joins as j
      where j.community_id = a.community_id and j.user_id = p.id and j.joined_on > private.today() - 60
    )
$$;

create function private.answer_still_active(community_id uuid, is_active boolean) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
begin
  perform private.require_writer();
  perform private.require_listed(community_id);
  if not exists (
    select from public.community_joins as j
    where j.community_id = community_id and j.user_id = auth.uid() and j.joined_on > private.today() - 60
  ) then
    raise exception 'You can answer this for 60 days after you joined.' using errcode = 'PT403';
  end if;
  insert into private.still_active_answers (community_id, user_id, is_active)
  values (community_id, auth.uid(), is_active)
  on conflict on constraint still_active_answers_pkey do update set is_active = excluded.is_active;
end
$$;

-- Callers lock the community.
create function private.keep_active(community public.communities) returns void
language plpgsql set search_path = '' as $$
begin
  if private.lift_blocks(community.id, 'asleep') then
    perform private.log_action('woke up', 'community', community.id, community.owner_id);
  end if;
  perform private.note_sign_of_life(community.id);
end
$$;

create function private.confirm_community(community_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  community public.communities;
begin
  perform private.require_writer();
  select * into community from public.communities
  where id = community_id and private.may_manage(id) for no key update;
  if community.id is null then
    raise exception 'This community is not one of yours, or no longer exists.' using errcode = 'PT410';
  end if;
  if community.status <> 'approved' then
    raise exception 'This community is not approved.' using errcode = 'PT409';
  end if;
  if private.is_blocked(community_id, '{paused}') then
    raise exception 'This community is paused. Resume it instead.' using errcode = 'PT409';
  end if;
  perform private.keep_active(community);
end
$$;

-- Answers a question with the link of its email, whose signature the function admin/still-active has checked. Once the
-- question is answered or withdrawn, the link only shows the state of the community, and it ends after 90 days, with a
-- new question or a new owner. Returns the name, and whether visitors see the community.
create function private.confirm_by_link(community_id uuid, user_id uuid, asked_at timestamptz) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  community public.communities;
  question timestamptz;
begin
  select * into community from public.communities as c
  where c.id = community_id and c.owner_id = user_id and c.status = 'approved' for no key update;
  question := (select s.asked_at from public.signs_of_life as s where s.community_id = community.id);
  if community.id is null or asked_at < now() - interval '90 days' or question <> asked_at then
    raise exception 'This link has ended. Please answer on your profile.' using errcode = 'PT409';
  end if;
  if private.is_user_suspended(user_id) then
    raise exception 'Your account is suspended. Your profile page says why.' using errcode = 'PT403';
  end if;
  if question = asked_at then perform private.keep_active(community); end if;
  return jsonb_build_object('name', community.name, 'is_listed', private.is_listed(community_id));
end
$$;

grant execute on function private.is_doubted to service_role;
