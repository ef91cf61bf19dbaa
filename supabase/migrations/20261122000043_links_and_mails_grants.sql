-- Who may use what came with checked links, mails and the copy of one's data. Safe to run again.

revoke all on public.community_links from public, anon, authenticated;
revoke all on private.mail_outbox from public, anon, authenticated, service_role;
grant all on public.community_links to service_role;
revoke all on function
  public.search_directory(text, public.community_location, public.community_category, public.join_type, text, text, uuid, integer),
  public.get_directory_community(uuid)
from public;
grant execute on function
  public.search_directory(text, public.community_location, public.community_category, public.join_type, text, text, uuid, integer),
  public.get_directory_community(uuid),
  private.link_checked_at(uuid)
to anon, authenticated, service_role;

grant select (community_id, state, checked_at, live_at, dead_since)
on public.community_links to authenticated;
grant update (wants_decision_mails, wants_summary_mails) on public.profiles to authenticated;

revoke all on function
  public.claim_links(integer),
  public.record_link_check(uuid, text, public.link_state, text),
  public.claim_mail(),
  public.finish_mail(uuid, integer, text)
from public, anon, authenticated;
grant execute on function
  public.claim_links(integer),
  public.record_link_check(uuid, text, public.link_state, text),
  public.claim_mail(),
  public.finish_mail(uuid, integer, text),
  private.claim_mail(),
  private.finish_mail(uuid, integer, text)
to service_role;

grant execute on function
  public.count_failed_mails(),
  public.export_my_data(),
  private.count_failed_mails(),
  private.export_my_data()
to authenticated, service_role;
