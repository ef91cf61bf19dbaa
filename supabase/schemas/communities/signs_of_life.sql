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

alter table public.signs_of_life enable row level security;

create policy "Nothing before the sign-in is complete"
on public.signs_of_life as restrictive for all to authenticated using ((select private.is_sign_in_complete()));

-- Row-level security of communities applies to the subquery.
create policy "Owners read the questions about their communities, admins all"
on public.signs_of_life for select to authenticated
using (exists (select from public.communities as c where c.id = community_id));

grant select (community_id, asked_at) on public.signs_of_life to authenticated;
grant all on public.signs_of_life to service_role;
