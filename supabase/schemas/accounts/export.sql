-- A copy of the signed-in user's data: everything stored about them, and nothing about other users.
-- Guarantee: does not reveal who decided, suspended, reported, claimed or joined.

-- Received are the invitations to the confirmed sign-in email.
create function private.export_communities_of(caller_id uuid) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'communities', array(
      select to_jsonb(c) - array['search_text', 'approved_by', 'owner_id'] || jsonb_build_object(
        'groups', private.group_list(c.id),
        'blocks', array(
          select to_jsonb(b) - array['community_id', 'created_by'] from public.community_blocks as b
          where b.community_id = c.id order by b.since),
        'asked_at', (select s.asked_at from public.signs_of_life as s where s.community_id = c.id),
        'appeals', array(
          select to_jsonb(a) - array['community_id', 'closed_by'] from public.appeals as a
          where a.community_id = c.id order by a.created_at),
        'link_check', (
          select jsonb_build_object(
            'state', l.state, 'checked_at', l.checked_at, 'dead_since', l.dead_since, 'renamed_at', l.renamed_at)
          from public.community_links as l where l.community_id = c.id))
      from public.communities as c where c.owner_id = caller_id order by c.created_at, c.id),
    'co_owned_communities', array(
      select jsonb_build_object('community_id', c.id, 'community', c.name, 'added_at', o.added_at)
      from public.co_owners as o join public.communities as c on c.id = o.community_id
      where o.user_id = caller_id order by o.added_at, c.id),
    'invitations', jsonb_build_object(
      'sent', array(
        select to_jsonb(i) - 'invited_by' from public.invitations as i
        where i.invited_by = caller_id order by i.created_at, i.id),
      'received', array(
        select to_jsonb(i) - array['invited_by', 'keeps_former_owner']
          || jsonb_build_object('community', private.approved_name(c))
        from public.invitations as i
        left join public.communities as c on c.id = i.community_id
        join auth.users as u on lower(u.email) = i.email
        where u.id = caller_id and u.email_confirmed_at is not null order by i.created_at, i.id)))
$$;

-- What an entry of the log says without the admins, and without the untrusted name of a group.
create function private.without_admins(details jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select (details - array['approved_by', 'group_name']) #- '{block_admin,created_by}' #- '{block_paused,created_by}'
$$;

-- The table of passkeys is missing in older auth services.
create function private.export_passkeys_of(caller_id uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  if to_regclass('auth.webauthn_credentials') is null then
    return '[]';
  end if;
  return to_jsonb(array(
    select jsonb_build_object('name', k.friendly_name, 'created_at', k.created_at, 'last_used_at', k.last_used_at)
    from auth.webauthn_credentials as k where k.user_id = caller_id order by k.created_at, k.id));
end
$$;

-- The names of communities that the user joined or saved are those that visitors see.
create function private.export_my_data() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  caller_id constant uuid := auth.uid();
begin
  perform private.require_profile();
  return private.export_communities_of(caller_id) || jsonb_build_object(
    'profile', (select to_jsonb(p) from public.profiles as p where p.id = caller_id),
    'suspension', (
      select to_jsonb(s) - array['user_id', 'suspended_by', 'hidden'] from public.suspensions as s
      where s.user_id = caller_id),
    'passkeys', private.export_passkeys_of(caller_id),
    'joins', array(
      select jsonb_build_object('community_id', j.community_id, 'community', d.name, 'joined_on', j.joined_on)
      from public.community_joins as j left join public.directory_communities as d on d.id = j.community_id
      where j.user_id = caller_id order by j.joined_on, j.community_id),
    'still_active_answers', array(
      select to_jsonb(a) - 'user_id' from private.still_active_answers as a
      where a.user_id = caller_id order by a.answered_at, a.community_id),
    'saved_communities', array(
      select jsonb_build_object('community_id', s.community_id, 'community', d.name, 'saved_at', s.saved_at)
      from public.saved_communities as s left join public.directory_communities as d on d.id = s.community_id
      where s.user_id = caller_id order by s.saved_at, s.community_id),
    'alerts', array(
      select to_jsonb(a) - array['user_id', 'query'] from public.alerts as a
      where a.user_id = caller_id order by a.created_at, a.id),
    'reports', array(
      select to_jsonb(r) - array['reporter_id', 'resolved_by'] from public.community_reports as r
      where r.reporter_id = caller_id order by r.created_at, r.id),
    'images', array(
      select private.project_url() || '/storage/v1/object/public/community-images/' || o.name
      from storage.objects as o
      where o.bucket_id = 'community-images' and o.name ~>=~ (private.own_image_folder() || '/')
        and o.name ~<~ (private.own_image_folder() || '0')
      order by o.name),
    'ownership_codes', array(
      select to_jsonb(o) - 'user_id' from private.ownership_codes as o
      where o.user_id = caller_id order by o.expires_at, o.code),
    'notes_of_admins', array(
      select jsonb_build_object('text', n.text, 'created_at', n.created_at) from public.admin_notes as n
      where n.user_id = caller_id order by n.created_at, n.id),
    'link_checks', array(select k.at from private.link_checks as k where k.user_id = caller_id order by k.at),
    'open_reviews', array(select to_jsonb(r) - 'admin_id' from public.open_reviews as r where r.admin_id = caller_id),
    'claims', private.export_claims_of(caller_id),
    'emails', array(
      select jsonb_build_object('kind', e.kind, 'created_at', e.created_at, 'sent_at', e.sent_at) || e.data
      from private.email_outbox as e where e.recipient_id = caller_id order by e.created_at, e.id),
    'log', array(
      select jsonb_build_object(
        'at', a.at, 'action', a.action, 'subject', a.subject, 'subject_id', a.subject_id, 'by_admin', a.by_admin,
        'before', private.without_admins(a.before), 'after', private.without_admins(a.after))
      from public.audit_log as a where a.owner_id = caller_id and a.action <> 'reports resolved' order by a.id));
end
$$;
