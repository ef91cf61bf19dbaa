-- What each API role may touch at all; row-level security then says which rows. Safe to run again.
-- Anonymous visitors read no table while the directory is not live.

revoke all on all tables in schema public, private from public, anon, authenticated;
revoke all on all functions in schema public, private from public, anon, authenticated;
revoke all on all tables in schema private from service_role;

grant usage on schema public to anon, authenticated, service_role;
grant usage on schema private to authenticated, service_role;
grant usage on schema extensions to anon, authenticated, service_role;
grant all on all tables in schema public to service_role;
grant select on private.images_in_use to service_role;
grant execute on all functions in schema public, private to service_role;

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

grant select on public.audit_log to authenticated;
-- Not even the secret key changes the log.
revoke all on public.audit_log from service_role;
grant select on public.audit_log to service_role;
grant select on private.user_directory to service_role;

grant execute on function
  public.is_whatsapp_link_listed(text, uuid),
  public.undo_decision(uuid),
  public.confirm_groups(uuid, timestamptz),
  public.list_communities(text, public.community_status, public.community_category, text, uuid, text, boolean, integer, integer),
  public.count_communities(text, public.community_category, text, uuid),
  public.export_communities(text, public.community_status, public.community_category, text, uuid, timestamptz, uuid),
  public.list_moderation_queue(integer, integer),
  public.count_moderation_queue(),
  public.similar_communities(uuid)
to authenticated;

-- What the functions above, the policies, the constraints and the triggers call as whoever asks. Trigger
-- functions need no grant: nobody calls them by hand.
grant execute on function
  private.is_visible(text),
  private.is_line(text, integer),
  private.is_optional_line(text, integer),
  private.is_text(text, integer),
  private.is_list(text[], integer, integer),
  private.is_whatsapp_link(text),
  private.is_image_url(text),
  private.reviewed_fields(),
  private.is_user_request(),
  private.one_at_a_time(text),
  private.is_admin(),
  private.require_admin(),
  private.has_profile(),
  private.is_whatsapp_link_listed(text, uuid),
  private.is_stored_image(text, uuid),
  private.own_image_folder(),
  private.is_image_in_use(text),
  private.is_decision(public.communities, public.communities),
  private.community_content(public.communities),
  private.undo_decision(uuid),
  private.confirm_groups(uuid, timestamptz),
  private.list_communities(text, public.community_status, public.community_category, text, uuid, text, boolean, integer, integer),
  private.count_communities(text, public.community_category, text, uuid),
  private.export_communities(text, public.community_status, public.community_category, text, uuid, timestamptz, uuid),
  private.list_moderation_queue(integer, integer),
  private.count_moderation_queue(),
  private.similar_communities(uuid)
to authenticated;

-- Tables and functions of later migrations are closed until they are opened by name.
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on functions from public, anon, authenticated;
