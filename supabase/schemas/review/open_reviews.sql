-- Which communities an admin is looking at, so that two do not decide the same one. Not to be confused with ownership
-- claims.
-- Guarantee: only admins read it, and an admin writes only for themselves. It blocks no decision.

create table public.open_reviews (
  community_id uuid not null references public.communities (id) on delete cascade,
  admin_id uuid not null references public.profiles (id) on delete cascade,
  until timestamptz not null,
  primary key (community_id, admin_id)
);

create index open_reviews_admin_id_idx on public.open_reviews (admin_id);

create policy "Admins read open reviews" on public.open_reviews for select to authenticated
using ((select private.is_admin()));

grant select on public.open_reviews to authenticated;

-- Records for two minutes that the admin is looking at a community, and at no other one; at none if it is null.
-- Security definer, because a user could write any time themselves.
create function private.open_review(community_id uuid default null) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
begin
  perform private.require_admin();
  delete from public.open_reviews as r
  where r.admin_id = auth.uid() and r.community_id is distinct from community_id;
  -- Nothing for a community that was deleted in the meantime.
  insert into public.open_reviews as r (community_id, admin_id, until)
  select c.id, auth.uid(), now() + interval '2 minutes' from public.communities as c where c.id = community_id
  on conflict on constraint open_reviews_pkey do update set until = excluded.until;
end
$$;
