-- A copy of one's data: everything that the database keeps about a person, and nothing about another.

-- Who decided and who reported are other people; what was reported is between them and the admins.
create function private.export_my_data() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  person constant uuid := auth.uid();
  host constant text := coalesce(
    (select project_url from private.settings),
    regexp_replace(auth.jwt() ->> 'iss', '/auth/v1/?$', '')
  );
begin
  return jsonb_build_object(
    'profile', (select to_jsonb(p) from public.profiles as p where p.id = person),
    'communities', (
      select coalesce(jsonb_agg(
        to_jsonb(c) - array['search_text', 'approved_by', 'owner_id'] || jsonb_build_object(
          'groups', private.group_list(c.id),
          'link_check', (
            select jsonb_build_object(
              'state', l.state, 'checked_at', l.checked_at, 'dead_since', l.dead_since)
            from public.community_links as l where l.community_id = c.id
          )
        ) order by c.created_at, c.id
      ), '[]')
      from public.communities as c where c.owner_id = person
    ),
    'images', (
      select coalesce(jsonb_agg(
        host || '/storage/v1/object/public/community-images/' || o.name order by o.name
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
      left join private.directory_communities as d on d.community_id = j.community_id
      where j.user_id = person
    ),
    'reports', (
      select coalesce(jsonb_agg(
        to_jsonb(r) - array['reporter_id', 'resolved_by'] order by r.created_at, r.id
      ), '[]')
      from public.community_reports as r where r.reporter_id = person
    ),
    'mails', (
      select coalesce(jsonb_agg(
        jsonb_build_object('kind', m.kind, 'created_at', m.created_at, 'sent_at', m.sent_at)
        || m.data order by m.created_at, m.id
      ), '[]')
      from private.mail_outbox as m where m.recipient_id = person
    ),
    'log', (
      select coalesce(jsonb_agg(
        jsonb_build_object(
          'at', e.at, 'action', e.action, 'subject', e.subject, 'subject_id', e.subject_id,
          'by_admin', e.by_admin, 'before', e.before - 'approved_by', 'after', e.after - 'approved_by'
        ) order by e.id
      ), '[]')
      from public.audit_log as e
      where e.owner_id = person and e.action <> 'reports resolved'
    )
  );
end
$$;

-- For whoever is signed in, about themself.
create function public.export_my_data() returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
begin
  if not private.has_profile() then
    raise exception 'Your session has ended. Please sign in again.' using errcode = '42501';
  end if;
  return private.export_my_data();
end
$$;
