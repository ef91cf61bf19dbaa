-- A copy of the signed-in user's data: everything stored about them, and nothing about other users.
-- Guarantee: does not reveal who decided, suspended, reported, claimed or joined.

-- The user's communities with their groups, appeals and link checks. Security definer: see private.export_my_data.
create function private.export_communities_of(user_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(
    to_jsonb(c) - array['search_text', 'approved_by', 'hidden_by', 'owner_id'] || jsonb_build_object(
      'groups', private.group_list(c.id),
      'appeals', (
        select coalesce(jsonb_agg(to_jsonb(a) - array['community_id', 'closed_by'] order by a.created_at), '[]')
        from public.appeals as a where a.community_id = c.id
      ),
      'link_check', (
        select jsonb_build_object(
          'state', l.state, 'checked_at', l.checked_at, 'dead_since', l.dead_since, 'renamed_at', l.renamed_at)
        from public.community_links as l where l.community_id = c.id
      )
    ) order by c.created_at, c.id
  ), '[]')
  from public.communities as c where c.owner_id = user_id
$$;

-- The invitations that the user sent, and those to the user's confirmed sign-in email.
-- Security definer: see private.export_my_data.
create function private.export_invitations_of(user_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'sent', (
      select coalesce(jsonb_agg(to_jsonb(i) - 'invited_by' order by i.created_at, i.id), '[]')
      from public.invitations as i where i.invited_by = user_id
    ),
    'received', (
      select coalesce(jsonb_agg(
        to_jsonb(i) - array['invited_by', 'keeps_former_owner']
        || jsonb_build_object('community', private.approved_name(c))
        order by i.created_at, i.id
      ), '[]')
      from public.invitations as i
      left join public.communities as c on c.id = i.community_id
      join auth.users as u on lower(u.email) = i.email
      where u.id = user_id and u.email_confirmed_at is not null
    )
  )
$$;

-- Security definer, because it reads tables that no API role reads.
create function private.export_my_data() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  user_id constant uuid := auth.uid();
begin
  perform private.require_profile();
  return jsonb_build_object(
    'profile', (select to_jsonb(p) from public.profiles as p where p.id = user_id),
    'suspension', (
      select to_jsonb(s) - array['user_id', 'suspended_by'] from public.suspensions as s where s.user_id = user_id
    ),
    'communities', private.export_communities_of(user_id),
    'co_owned_communities', (
      select coalesce(jsonb_agg(
        jsonb_build_object('community_id', c.id, 'community', c.name, 'added_at', o.added_at) order by o.added_at, c.id
      ), '[]')
      from public.co_owners as o join public.communities as c on c.id = o.community_id
      where o.user_id = user_id
    ),
    'invitations', private.export_invitations_of(user_id),
    'images', (
      select coalesce(jsonb_agg(
        private.project_url() || '/storage/v1/object/public/community-images/' || o.name order by o.name
      ), '[]')
      from storage.objects as o
      where o.bucket_id = 'community-images' and starts_with(o.name, private.own_image_folder() || '/')
    ),
    'joins', (
      select coalesce(jsonb_agg(
        jsonb_build_object('community_id', j.community_id, 'community', d.name, 'joined_on', j.joined_on)
        order by j.joined_on, j.community_id
      ), '[]')
      from public.community_joins as j
      left join public.directory_communities as d on d.id = j.community_id
      where j.user_id = user_id
    ),
    'activity_answers', (
      select coalesce(jsonb_agg(to_jsonb(a) - 'user_id' order by a.answered_at, a.community_id), '[]')
      from private.activity_answers as a where a.user_id = user_id
    ),
    'saved_communities', (
      select coalesce(jsonb_agg(
        jsonb_build_object('community_id', s.community_id, 'community', d.name, 'saved_at', s.saved_at)
        order by s.saved_at, s.community_id
      ), '[]')
      from public.saved_communities as s
      left join public.directory_communities as d on d.id = s.community_id
      where s.user_id = user_id
    ),
    'alerts', (
      select coalesce(jsonb_agg(to_jsonb(a) - array['user_id', 'query'] order by a.created_at, a.id), '[]')
      from public.alerts as a where a.user_id = user_id
    ),
    'ownership_codes', (
      select coalesce(jsonb_agg(to_jsonb(o) - 'user_id' order by o.expires_at, o.code), '[]')
      from private.ownership_codes as o where o.user_id = user_id
    ),
    'link_checks', (
      select coalesce(jsonb_agg(k.at order by k.at), '[]') from private.link_checks as k where k.user_id = user_id
    ),
    'reports', (
      select coalesce(jsonb_agg(
        to_jsonb(r) - array['reporter_id', 'resolved_by'] order by r.created_at, r.id
      ), '[]')
      from public.community_reports as r where r.reporter_id = user_id
    ),
    'claims', private.export_claims_of(user_id),
    'emails', (
      select coalesce(jsonb_agg(
        jsonb_build_object('kind', e.kind, 'created_at', e.created_at, 'sent_at', e.sent_at)
        || e.data order by e.created_at, e.id
      ), '[]')
      from private.email_outbox as e where e.recipient_id = user_id
    ),
    'log', (
      select coalesce(jsonb_agg(
        jsonb_build_object(
          'at', a.at, 'action', a.action, 'subject', a.subject, 'subject_id', a.subject_id,
          'by_admin', a.by_admin, 'before', a.before - array['approved_by', 'hidden_by', 'group_name'],
          'after', a.after - array['approved_by', 'hidden_by', 'group_name']
        ) order by a.id
      ), '[]')
      from public.audit_log as a
      where a.owner_id = user_id and a.action <> 'reports resolved'
    )
  );
end
$$;
