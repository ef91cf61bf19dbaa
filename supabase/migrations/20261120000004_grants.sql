-- What each API role may touch at all; row-level security then says which rows. Safe to run again.
-- Anonymous visitors read no table while the directory is not live.

revoke all on all tables in schema public from public, anon, authenticated;
revoke all on all functions in schema public from public, anon, authenticated;

grant usage on schema public to anon, authenticated, service_role;
grant all on all tables in schema public to service_role;
grant execute on all functions in schema public to service_role;

grant select on public.profiles to authenticated;
grant insert (id, name, email, phone, address, country, interests) on public.profiles to authenticated;
grant update (name, email, phone, address, country, interests, credits) on public.profiles to authenticated;

grant select, delete on public.communities to authenticated;
grant insert (
  id, name, description, location, whatsapp_link, join_type, image_url, category, member_count, owner_id
) on public.communities to authenticated;
grant update (
  name, description, location, whatsapp_link, join_type, image_url, category, member_count,
  status, approval_date, approved_by, rejection_reason, held_changes, updated_at
) on public.communities to authenticated;

grant select, delete on public.community_groups to authenticated;
grant insert (id, community_id, name, description) on public.community_groups to authenticated;
grant update (name, description) on public.community_groups to authenticated;

grant execute on function public.is_whatsapp_link_listed(text, uuid) to authenticated;

-- Tables and functions of later migrations are closed until they are opened by name.
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on functions from public, anon, authenticated;
