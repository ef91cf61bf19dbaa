-- The API roles on what came with moderation. Safe to run again.

grant select on public.audit_log to authenticated;
-- Not even the secret key changes the log.
revoke all on public.audit_log from service_role;
grant select on public.audit_log to service_role;
grant select on private.user_directory to service_role;

grant execute on function
  public.undo_decision(uuid),
  public.list_communities(text, public.community_status, public.community_category, text, uuid, text, boolean, integer, integer),
  public.count_communities(text, public.community_category, text, uuid),
  public.export_communities(text, public.community_status, public.community_category, text, uuid, timestamptz, uuid),
  public.list_moderation_queue(integer, integer),
  public.count_moderation_queue(),
  public.similar_communities(uuid)
to authenticated;

grant execute on function
  public.announce_deletion(uuid, uuid),
  public.list_users(text, text, boolean, integer, integer),
  public.count_users(text)
to service_role;
