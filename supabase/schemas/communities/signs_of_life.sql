-- Signs of life of the communities that have ever been approved, and the questions to their owners. A narrow table: the
-- first join of a day writes it.
-- Guarantee: what the owner or a co-owner does keeps a community active, and answering needs no review.

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

-- Row-level security of communities applies to the subquery.
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

create trigger after_4_start_signs_of_life
after insert or update of status on public.communities
for each row when (new.status = 'approved') execute function private.start_signs_of_life();

-- Records a sign of life of the owner or a co-owner, or an approval. Only waking up answers the question about a
-- community that is asleep (communities/still_active.sql).
create function private.note_sign_of_life(community_id uuid) returns void
language sql security definer set search_path = '' as $$
  update public.signs_of_life as s set
    confirmed_at = now(), asked_at = case when private.is_blocked(s.community_id, '{asleep}') then s.asked_at end
  where s.community_id = note_sign_of_life.community_id
$$;
