-- Private notes of admins on communities and users, for each other.
-- Guarantee: only admins read, write and delete them, and they never change. A user's copy of their data has the notes
-- about them, without the authors.

create table public.admin_notes (
  id uuid primary key default gen_random_uuid(),
  -- What it is about: one of them.
  community_id uuid references public.communities (id) on delete cascade,
  user_id uuid references public.profiles (id) on delete cascade,
  -- Null once their account is deleted.
  author_id uuid default auth.uid() references public.profiles (id) on delete set null,
  text text not null check (private.is_visible(text) and private.is_text(text, 1000)),
  created_at timestamptz not null default now(),
  constraint admin_notes_subject_check check (num_nonnulls(community_id, user_id) = 1)
);

create index admin_notes_community_id_idx on public.admin_notes (community_id, created_at);
create index admin_notes_user_id_idx on public.admin_notes (user_id, created_at);
create index admin_notes_author_id_idx on public.admin_notes (author_id, created_at);

create policy "Admins read notes" on public.admin_notes for select to authenticated
using ((select private.is_admin()));
create policy "Admins write notes as themselves" on public.admin_notes for insert to authenticated
with check ((select private.is_admin()) and author_id = (select auth.uid()));
create policy "Admins delete notes" on public.admin_notes for delete to authenticated
using ((select private.is_admin()));

-- The default sets the author. Not even the secret key changes a note.
grant select, delete on public.admin_notes to authenticated, service_role;
grant insert (id, community_id, user_id, text) on public.admin_notes to authenticated;
grant insert on public.admin_notes to service_role;

create trigger clean before insert or update of text on public.admin_notes
for each row execute function private.clean_columns('text:text');

-- After the statement, because one can insert many rows. The locks make concurrent statements wait, and count each
-- other's rows. Security definer, because it counts rows also for the secret key.
create function private.limit_admin_notes() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  subject uuid;
  author uuid;
begin
  for subject in select distinct coalesce(community_id, user_id) as id from inserted order by id loop
    perform private.lock_until_commit('notes on ' || subject);
    perform private.require_quota(count(*) - 1, 100, 'There are already 100 notes. Delete some first.', 'PT400')
    from public.admin_notes as n where n.community_id = subject or n.user_id = subject;
  end loop;
  for author in select distinct author_id from inserted where author_id is not null order by author_id loop
    perform private.lock_until_commit('notes of ' || author);
    perform private.require_quota(count(*) - 1, 200, 'You can write at most 200 notes a day.')
    from public.admin_notes as n where n.author_id = author and n.created_at > now() - interval '1 day';
  end loop;
  return null;
end
$$;

create trigger limit_admin_notes after insert on public.admin_notes referencing new table as inserted
for each statement execute function private.limit_admin_notes();
