set local check_function_bodies = off;

drop trigger "queue_decision_email" on "public"."audit_log";

drop trigger "before_0_clean" on "public"."communities";

drop trigger "update_directory_after_update" on "public"."communities";

drop function
  "private"."log_action"(public.audit_action, public.audit_subject, uuid, uuid, jsonb, jsonb);

alter table "public"."communities"
  add column "hidden_at" timestamp with time zone;

alter table "public"."communities"
  add column "hidden_reason" text;

alter table "public"."communities"
  add column "hidden_by" uuid;

alter table "public"."communities"
  add column "paused_at" timestamp with time zone;

create or replace function private.approve_groups()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  if new.status <> 'approved' then
    new.approved_groups := null;
    new.groups_changed_at := null;
  elsif tg_op = 'UPDATE' and old.status <> 'approved' and private.decision() = 'decision undone' then
    new.groups_changed_at := case when private.group_list(new.id) is distinct from new.approved_groups then now() end;
  elsif tg_op = 'INSERT' or old.status <> 'approved' then
    new.approved_groups := private.group_list(new.id);
    new.groups_changed_at := null;
  end if;
  return new;
end
$function$;

create or replace function private.changed_values (
  one   jsonb,
  other jsonb
)
  returns jsonb
  language sql
  immutable
  set search_path to ''
  AS $function$
  select coalesce(jsonb_object_agg(key, value), '{}'::jsonb)
  from jsonb_each(one)
  where value is distinct from other -> key
    and key not in (
      'updated_at', 'search_text', 'search_vector', 'known_names', 'words', 'approved_groups', 'groups_changed_at',
      'groups_updated_at', 'paused_at'
    )
$function$;

create or replace function private.clean_community()
  returns trigger
  language plpgsql
  set search_path to ''
  AS $function$
begin
  new.name := private.clean_line(new.name);
  new.description := private.clean_text(new.description);
  new.location := private.clean_line(new.location);
  new.requested_place := private.clean_line(new.requested_place);
  new.rejection_reason := private.clean_text(new.rejection_reason);
  new.hidden_reason := private.clean_text(new.hidden_reason);
  return new;
end
$function$;

create or replace function private.community_filter (
  search   text,
  status   public.community_status,
  category public.community_category,
  country  text,
  owner_id uuid
)
  returns text
  language sql
  stable
  set search_path to ''
  AS $function$
  select concat_ws(' and ', 'true',
    case when search ~* format(term, 'link:dead') then
      'exists (select from public.community_links as l where l.community_id = c.id and l.state = ''dead'')'
    end,
    case when search ~* format(term, 'is:hidden') then 'c.hidden_at is not null' end,
    case when search ~* format(term, 'is:paused') then 'c.paused_at is not null' end,
    private.has_words_or_place(
      regexp_replace(search, format(term, '(link:dead|is:hidden|is:paused)'), ' ', 'gi')),
    case when status is not null then format('c.status = %L', status) end,
    case when category is not null then format('c.category = %L', category) end,
    case when country is not null then format('c.location = any (%L)', array(
      select p.name from public.places as p where p.country = community_filter.country
    )) end,
    case when owner_id is not null then format('c.owner_id = %L', owner_id) end)
  from (select '(^|\s)%s(?=\s|$)' as term) as pattern
$function$;

create or replace function private.export_communities_of (
  user_id uuid
)
  returns jsonb
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select coalesce(jsonb_agg(
    to_jsonb(c) - array['search_text', 'approved_by', 'hidden_by', 'owner_id'] || jsonb_build_object(
      'groups', private.group_list(c.id),
      'link_check', (
        select jsonb_build_object(
          'state', l.state, 'checked_at', l.checked_at, 'dead_since', l.dead_since)
        from public.community_links as l where l.community_id = c.id
      )
    ) order by c.created_at, c.id
  ), '[]')
  from public.communities as c where c.owner_id = user_id
$function$;

create or replace function private.export_my_data()
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
#variable_conflict use_variable
declare
  user_id constant uuid := auth.uid();
begin
  perform private.require_profile();
  return jsonb_build_object(
    'profile', (select to_jsonb(p) from public.profiles as p where p.id = user_id),
    'communities', private.export_communities_of(user_id),
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
    'reports', (
      select coalesce(jsonb_agg(
        to_jsonb(r) - array['reporter_id', 'resolved_by'] order by r.created_at, r.id
      ), '[]')
      from public.community_reports as r where r.reporter_id = user_id
    ),
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
          'by_admin', a.by_admin, 'before', a.before - array['approved_by', 'hidden_by'],
          'after', a.after - array['approved_by', 'hidden_by']
        ) order by a.id
      ), '[]')
      from public.audit_log as a
      where a.owner_id = user_id and a.action <> 'reports resolved'
    )
  );
end
$function$;

create or replace function private.hide (
  community_id uuid,
  reason       text,
  hidden_by    uuid default null::uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  community public.communities;
begin
  select * into community from public.communities
  where id = community_id and status = 'approved' and hidden_at is null for no key update;
  if found then
    community.hidden_at := now();
    community.hidden_reason := reason;
    community.hidden_by := hidden_by;
    community.updated_at := now();
    perform private.save_decision(
      'hidden', community, array['hidden_at', 'hidden_reason', 'hidden_by', 'updated_at']);
  end if;
end
$function$;

create or replace function private.hide_community (
  community_id uuid,
  version      timestamp with time zone,
  reason       text
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  community constant public.communities := private.lock_approved_community(community_id);
begin
  -- Checked before the version, because the message is more specific.
  if community.hidden_at is not null then
    raise exception 'This community is already hidden.' using errcode = 'PT409';
  end if;
  perform private.require_seen_version(community, version);
  if not coalesce(private.is_visible(private.clean_text(reason)), false) then
    raise exception 'Please give a reason.' using errcode = 'PT400', detail = 'reason';
  end if;
  perform private.hide(community_id, reason, auth.uid());
end
$function$;

create or replace function private.lock_approved_community (
  community_id uuid
)
  returns public.communities
  language plpgsql
  set search_path to ''
  AS $function$
declare
  community public.communities;
begin
  perform private.require_admin();
  select * into community from public.communities where id = community_id for no key update;
  if community.id is null then
    raise exception 'This community no longer exists.' using errcode = 'PT410';
  end if;
  if community.status <> 'approved' then
    raise exception 'This community is not approved.' using errcode = 'PT409';
  end if;
  return community;
end
$function$;

create or replace function private.log_action (
  action       public.audit_action,
  subject      public.audit_subject,
  subject_id   uuid,
  owner_id     uuid,
  before       jsonb,
  after        jsonb,
  is_automatic boolean              default false
)
  returns void
  language sql
  security definer
  set search_path to ''
  AS $function$
  insert into public.audit_log (action, subject, subject_id, owner_id, actor_id, by_admin, before, after)
  values (
    action, subject, subject_id, owner_id, case when not is_automatic then auth.uid() end,
    not is_automatic and private.is_admin(), before, after
  )
$function$;

create or replace function private.log_community()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  before jsonb := private.changed_values(to_jsonb(old), coalesce(to_jsonb(new), '{}'));
  after jsonb := private.changed_values(coalesce(to_jsonb(new), '{}'), to_jsonb(old));
  action public.audit_action;
begin
  if tg_op = 'DELETE' then
    -- The link of a hidden community shows whether its owner lists it again. When the account is deleted too, nothing
    -- about the community is logged.
    if exists (select from public.profiles where id = old.owner_id) then
      perform private.log_action(
        'deleted', 'community', old.id, old.owner_id, jsonb_build_object('name', old.name) || case
          when old.hidden_at is not null
          then jsonb_build_object('whatsapp_link', old.whatsapp_link, 'hidden_reason', old.hidden_reason)
          else '{}'
        end, '{}');
    else
      perform private.log_action('deleted', 'community', old.id, null, '{}', '{}');
    end if;
    return old;
  end if;

  if after = '{}' and before = '{}' then
    return new;
  elsif private.decision() is not null then
    action := private.decision();
    if action = 'returned to pending' then
      -- For an undo.
      before := before || jsonb_build_object('approved_groups', old.approved_groups);
    end if;
  elsif new.status <> old.status then
    action := case new.status
      when 'approved' then 'approved' when 'rejected' then 'rejected' else 'resubmitted' end;
  elsif not private.is_admin() then
    return new;
  else
    action := 'edited';
  end if;
  perform private.log_action(
    action, 'community', new.id, new.owner_id, before, after, action = 'hidden' and new.hidden_by is null);
  return new;
end
$function$;

create or replace function private.may_be_listed (
  community public.communities
)
  returns boolean
  language sql
  stable
  set search_path to ''
  AS $function$
  select community.status = 'approved' and community.hidden_at is null and community.paused_at is null
$function$;

create or replace function private.queue_decision_email()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  if new.action = 'decision undone' then
    delete from private.email_outbox
    where community_id = new.subject_id and sent_at is null and event = (
      select max(id)::text from public.audit_log where subject_id = new.subject_id and id < new.id
    );
  else
    insert into private.email_outbox (kind, recipient_id, community_id, event, data, due_at)
    select
      replace(new.action::text, ' ', '_')::public.email_kind, c.owner_id, c.id, new.id::text,
      jsonb_strip_nulls(jsonb_build_object('name', c.name, 'reason', case new.action
        when 'rejected' then c.rejection_reason when 'hidden' then c.hidden_reason end)),
      new.at + private.undo_window() + interval '30 seconds'
    from public.communities as c
    where c.id = new.subject_id and c.owner_id is distinct from new.actor_id;
  end if;
  return null;
end
$function$;

create or replace function private.require_seen_version (
  community public.communities,
  version   timestamp with time zone
)
  returns void
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  if community.updated_at is distinct from version then
    raise exception 'This community was changed by someone else in the meantime. Reload it to see the current version.'
      using errcode = 'PT412';
  end if;
end
$function$;

create or replace function private.return_to_pending (
  community_id uuid,
  version      timestamp with time zone
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  community public.communities := private.lock_approved_community(community_id);
begin
  perform private.require_seen_version(community, version);
  community := jsonb_populate_record(community, coalesce(community.held_changes, '{}') || jsonb_build_object(
    'status', 'pending', 'approval_date', null, 'approved_by', null, 'rejected_version', null,
    'held_changes', null, 'held_at', null, 'hidden_at', null, 'hidden_reason', null, 'hidden_by', null,
    'updated_at', now()
  ));
  perform private.save_decision('returned to pending', community, private.reviewed_fields() || array[
    'status', 'approval_date', 'approved_by', 'rejected_version', 'held_changes', 'held_at', 'hidden_at',
    'hidden_reason', 'hidden_by', 'updated_at'
  ]);
end
$function$;

create or replace function private.set_community_paused (
  community_id uuid,
  is_paused    boolean
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  community public.communities;
begin
  perform private.require_profile();
  select * into community from public.communities
  where id = community_id and owner_id = (select auth.uid()) for no key update;
  if community.id is null then
    raise exception 'This community is not one of yours, or no longer exists.' using errcode = 'PT410';
  end if;
  if is_paused and community.status <> 'approved' then
    raise exception 'Only an approved community can be paused.' using errcode = 'PT409';
  end if;
  update public.communities set paused_at = case when is_paused then coalesce(paused_at, now()) end
  where id = community_id;
end
$function$;

create or replace function private.show_community (
  community_id uuid,
  version      timestamp with time zone
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  community public.communities := private.lock_approved_community(community_id);
begin
  if community.hidden_at is null then
    raise exception 'This community is not hidden.' using errcode = 'PT409';
  end if;
  perform private.require_seen_version(community, version);
  community.hidden_at := null;
  community.hidden_reason := null;
  community.hidden_by := null;
  community.updated_at := now();
  perform private.save_decision(
    'shown', community, array['hidden_at', 'hidden_reason', 'hidden_by', 'updated_at']);
end
$function$;

create or replace function private.undo_decision (
  community_id uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  community public.communities;
  entry public.audit_log;
  link text;
begin
  perform private.require_admin();
  select * into community from public.communities where id = community_id for update;
  select * into entry from public.audit_log where subject_id = community_id order by id desc limit 1;
  if entry.action is null
    or entry.action not in (
      'approved', 'rejected', 'changes accepted', 'changes declined', 'hidden', 'shown', 'returned to pending'
    )
    or entry.actor_id is distinct from auth.uid()
    or entry.at < now() - private.undo_window()
    -- Later changes update updated_at.
    or community.updated_at is distinct from entry.at then
    raise exception 'This decision can no longer be undone.' using errcode = 'PT409';
  end if;

  community := jsonb_populate_record(community, entry.before);
  -- The place may have been renamed or merged since.
  community.location := coalesce(private.find_place(community.location), community.location);
  if community.status <> 'rejected' then
    foreach link in array
      array_remove(array[community.whatsapp_link, community.held_changes ->> 'whatsapp_link'], null)
    loop
      perform private.require_unlisted_link(link, community_id);
    end loop;
  end if;

  community.updated_at := now();
  perform private.save_decision(
    'decision undone', community, array(select jsonb_object_keys(entry.before)) || array['updated_at']);
end
$function$;

create or replace function private.write_directory_community (
  community public.communities
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
declare
  link public.community_links;
  place public.places;
  name_words constant text := private.search_words(community.name);
  facet_words constant text := private.search_words(concat_ws(
    ' ', community.category, case community.join_type when 'request' then 'request to join' else 'open' end,
    private.language_names(community.languages)
  ));
begin
  select * into link from public.community_links where community_id = community.id;
  if not private.may_be_listed(community) or link.state = 'dead' then
    delete from public.directory_communities where id = community.id;
    return;
  end if;
  select * into place from public.places where name = community.location;
  insert into public.directory_communities (
    id, name, description, place_id, location, country, category, join_type, languages, member_count, image_url,
    groups, approval_date, link_checked_at, sort_name, words, name_words, facet_words
  ) values (
    community.id, community.name, community.description, place.id, place.name, place.country, community.category,
    community.join_type, community.languages, community.member_count, community.image_url,
    coalesce(community.approved_groups, '[]'),
    date_trunc('milliseconds', coalesce(community.approval_date, community.created_at)),
    link.live_at, private.plain_words(community.name),
    concat_ws(' ', name_words, facet_words, private.search_words(concat_ws(
      ' ', community.description, jsonb_path_query_array(community.approved_groups, '$[*].name'))
    )),
    name_words, facet_words
  )
  on conflict (id) do update set
    name = excluded.name, description = excluded.description, place_id = excluded.place_id,
    location = excluded.location, country = excluded.country, category = excluded.category,
    join_type = excluded.join_type,
    languages = excluded.languages, member_count = excluded.member_count, image_url = excluded.image_url,
    groups = excluded.groups, approval_date = excluded.approval_date,
    link_checked_at = excluded.link_checked_at, sort_name = excluded.sort_name,
    words = excluded.words, name_words = excluded.name_words, facet_words = excluded.facet_words;
end
$function$;

create or replace function public.claim_links (
  batch integer default 50
)
  returns table (
    community_id uuid,
    link         text
  )
  language plpgsql
  set search_path to ''
  AS $function$
#variable_conflict use_column
begin
  perform private.lock_until_commit('batches of links');
  if exists (
    select from public.community_links where claimed_at > now() - interval '5 minutes'
  ) then
    return;
  end if;
  return query
    update public.community_links as claimed set claimed_at = now()
    where claimed.community_id in (
      select due.community_id
      from public.community_links as due join public.communities as c on c.id = due.community_id
      where private.may_be_listed(c)
        and (due.checked_at is null or due.checked_at < now() - interval '12 hours')
      order by due.checked_at nulls first, due.community_id
      limit least(greatest(batch, 1), 200)
    )
    returning claimed.community_id, claimed.link;
end
$function$;

create or replace function public.hide_community (
  community_id uuid,
  version      timestamp with time zone,
  reason       text
)
  returns void
  language sql
  set search_path to ''
  AS $function$
  select private.hide_community(community_id, version, reason)
$function$;

create or replace function public.return_to_pending (
  community_id uuid,
  version      timestamp with time zone
)
  returns void
  language sql
  set search_path to ''
  AS $function$
  select private.return_to_pending(community_id, version)
$function$;

create or replace function public.set_community_paused (
  community_id uuid,
  is_paused    boolean
)
  returns void
  language sql
  set search_path to ''
  AS $function$
  select private.set_community_paused(community_id, is_paused)
$function$;

create or replace function public.show_community (
  community_id uuid,
  version      timestamp with time zone
)
  returns void
  language sql
  set search_path to ''
  AS $function$
  select private.show_community(community_id, version)
$function$;

alter table "public"."communities"
  add constraint "communities_hidden_by_fkey" foreign key (hidden_by) references public.profiles(id)
    on delete set null;

alter table "public"."communities"
  add constraint "communities_hidden_check" check (
CASE
    WHEN (hidden_at IS NULL) THEN (num_nonnulls(hidden_reason, hidden_by) = 0)
    ELSE (status = 'approved'::public.community_status)
END);

create index communities_hidden_by_idx on public.communities using btree (hidden_by);

create index communities_hidden_idx on public.communities using btree (created_at desc, id)
  where (hidden_at is not null);

create index communities_paused_idx on public.communities using btree (created_at desc, id)
  where (paused_at is not null);

create trigger queue_decision_email
  after insert on public.audit_log
  for each row
  when
    ((new.action = ANY (ARRAY['approved'::public.audit_action, 'rejected'::public.audit_action,
    'changes accepted'::public.audit_action,
    'changes declined'::public.audit_action,
    'decision undone'::public.audit_action,
    'hidden'::public.audit_action,
    'shown'::public.audit_action, 'returned to pending'::public.audit_action])))
  execute function private.queue_decision_email();

create trigger before_0_clean
  before insert or update of name,
    description, location, requested_place, rejection_reason, hidden_reason on public.communities
  for each row
  execute function private.clean_community();

create trigger update_directory_after_update
  after update on public.communities
  for each row
  when
    (((old.status IS DISTINCT FROM new.status) OR (old.name IS DISTINCT FROM new.name) OR
    (old.description IS DISTINCT FROM new.description) OR
    (old.location IS DISTINCT FROM new.location) OR (old.category IS DISTINCT FROM new.category) OR
    (old.join_type IS DISTINCT FROM new.join_type) OR (old.languages IS DISTINCT FROM new.languages)
    OR (old.member_count IS DISTINCT FROM new.member_count) OR
    (old.image_url IS DISTINCT FROM new.image_url) OR
    (old.approved_groups IS DISTINCT FROM new.approved_groups) OR
    (old.approval_date IS DISTINCT FROM new.approval_date) OR
    (old.hidden_at IS DISTINCT FROM new.hidden_at) OR
    (old.paused_at IS DISTINCT FROM new.paused_at)))
  execute function private.update_directory();

revoke all on function "private"."hide"(uuid, text, uuid) from public;

revoke all on function "private"."hide_community"(uuid, timestamp with time zone, text) from public;

grant execute
  on function "private"."hide_community"(uuid, timestamp with time zone, text)
  to "authenticated", "service_role";

revoke all on function "private"."lock_approved_community"(uuid) from public;

revoke all
  on function
    "private"."log_action"(public.audit_action, public.audit_subject, uuid, uuid, jsonb, jsonb,
    boolean)
  from public;

revoke all on function "private"."may_be_listed"(public.communities) from public;

grant execute on function "private"."may_be_listed"(public.communities) to "service_role";

revoke all
  on function "private"."require_seen_version"(public.communities, timestamp with time zone)
  from public;

revoke all on function "private"."return_to_pending"(uuid, timestamp with time zone) from public;

grant execute
  on function "private"."return_to_pending"(uuid, timestamp with time zone)
  to "authenticated", "service_role";

revoke all on function "private"."set_community_paused"(uuid, boolean) from public;

grant execute
  on function "private"."set_community_paused"(uuid, boolean)
  to "authenticated", "service_role";

revoke all on function "private"."show_community"(uuid, timestamp with time zone) from public;

grant execute
  on function "private"."show_community"(uuid, timestamp with time zone)
  to "authenticated", "service_role";

revoke all on function "public"."hide_community"(uuid, timestamp with time zone, text) from public;

grant execute
  on function "public"."hide_community"(uuid, timestamp with time zone, text)
  to "authenticated", "service_role";

revoke all on function "public"."return_to_pending"(uuid, timestamp with time zone) from public;

grant execute
  on function "public"."return_to_pending"(uuid, timestamp with time zone)
  to "authenticated", "service_role";

revoke all on function "public"."set_community_paused"(uuid, boolean) from public;

grant execute
  on function "public"."set_community_paused"(uuid, boolean)
  to "authenticated", "service_role";

revoke all on function "public"."show_community"(uuid, timestamp with time zone) from public;

grant execute
  on function "public"."show_community"(uuid, timestamp with time zone)
  to "authenticated", "service_role";

alter table "public"."communities"
  add constraint "communities_hidden_reason_check" check (private.is_text(hidden_reason, 500));
