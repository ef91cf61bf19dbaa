-- Who may use what the directory brings. Safe to run again.

revoke all on public.community_joins, public.community_reports from public, anon, authenticated;
revoke all on private.directory_communities, private.directory_counts, private.directory_words,
  private.reported_communities from public, anon, authenticated, service_role;
grant all on public.community_joins, public.community_reports to service_role;
revoke all on all functions in schema public, private from public, anon;
grant execute on all functions in schema public, private to service_role;

grant select on public.community_reports to authenticated;

-- Visitors read the directory through these, and nothing else.
grant usage on schema private to anon;
grant execute on function
  public.is_directory_live(),
  public.search_directory(text, public.community_location, public.community_category, public.join_type, text, text, uuid, integer),
  public.count_directory(text, public.community_location, public.community_category, public.join_type),
  public.get_directory_community(uuid),
  private.is_directory_live(),
  private.search_directory(text, public.community_location, public.community_category, public.join_type, text, text, uuid, integer),
  private.count_directory(text, public.community_location, public.community_category, public.join_type),
  private.get_directory_community(uuid),
  private.allow_caching()
to anon, authenticated;

grant execute on function
  public.join_community(uuid),
  public.get_invite_link(uuid),
  public.count_joins(),
  public.report_community(uuid, public.report_reason, text),
  public.resolve_reports(uuid, timestamptz),
  public.count_moderation_queue(),
  private.join_community(uuid),
  private.get_invite_link(uuid),
  private.count_joins(),
  private.report_community(uuid, public.report_reason, text),
  private.resolve_reports(uuid, timestamptz),
  private.count_moderation_queue()
to authenticated;
