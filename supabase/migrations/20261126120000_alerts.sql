set local check_function_bodies = off;

-- Used only in the bodies of functions.
alter type "public"."email_kind" add value 'new_communities' after 'daily_summary';

create table "public"."alerts" (
  "id"            uuid                      not null default gen_random_uuid(),
  "user_id"       uuid                      not null,
  "search"        text                      not null default ''::text,
  "location"      text,
  "category"      public.community_category,
  "join_type"     public.join_type,
  "language"      text,
  "created_at"    timestamp with time zone  not null default now(),
  "query"         tsquery,
  "checked_until" timestamp with time zone  not null default now(),
  constraint "alerts_filter_check"
    check (((search <> ''::text) OR (num_nonnulls(location, category, join_type, language) > 0))),
  constraint "alerts_filter_key" unique nulls
    not DISTINCT (user_id, search, location, category, join_type, language),
  constraint "alerts_pkey" primary key (id),
  constraint "alerts_language_check" check ((language = ANY (private.language_codes()))),
  constraint "alerts_search_check" check (private.is_optional_line(search, 100))
);

alter table "public"."alerts"
  enable row level security;

alter table "public"."profiles"
  add column "wants_alert_emails" boolean not null default true;

create or replace function private.alert_query (
  search text
)
  returns tsquery
  language plpgsql
  stable
  security definer
  set search_path to ''
  set plan_cache_mode to 'force_custom_plan'
  set enable_seqscan to 'off'
  AS $function$
declare
  typed constant text[] := private.typed_words(search);
  corrected constant text[] := private.correct_words(typed);
  term tsquery;
  all_terms tsquery;
begin
  for i in 1 .. cardinality(typed) loop
    term := private.word_query(typed, i, true);
    if corrected[i] <> typed[i] then
      term := term || private.word_query(corrected, i, true);
    end if;
    all_terms := coalesce(all_terms && term, term);
  end loop;
  return all_terms;
end
$function$;

create or replace function private.complete_alert()
  returns trigger
  language plpgsql
  set search_path to ''
  AS $function$
begin
  perform private.lock_until_commit('alerts of ' || new.user_id);
  new.search := private.clean_line(new.search);
  if new.location is not null then
    new.location := private.find_place(new.location);
    if new.location is null then
      raise exception 'There is no such place.' using errcode = 'PT400', detail = 'location';
    end if;
  end if;
  new.query := private.alert_query(new.search);
  if new.search <> '' and new.query is null then
    raise exception 'There are no words to search for.' using errcode = 'PT400', detail = 'search';
  end if;
  update public.profiles set wants_alert_emails = true where id = new.user_id and not wants_alert_emails;
  if exists (
    select from public.alerts as a
    where a.user_id = new.user_id
      and (a.search, a.location, a.category, a.join_type, a.language)
        is not distinct from (new.search, new.location, new.category, new.join_type, new.language)
  ) then
    return null;
  end if;
  if (select count(*) from public.alerts as a where a.user_id = new.user_id) >= 10 then
    raise exception 'You can have at most 10 alerts. Delete one on your profile first.' using errcode = 'PT400';
  end if;
  return new;
end
$function$;

create or replace function private.correct_words (
  words text[]
)
  returns text[]
  language plpgsql
  stable
  set search_path to ''
  AS $function$
declare
  term tsquery;
begin
  for i in 1 .. cardinality(words) loop
    -- Words of one or two letters are not corrected: finding out that 'k' begins a word takes time.
    if char_length(words[i]) >= 3 and not exists (select from private.directory_words where word = words[i]) then
      term := private.word_query(words, i, true);
      term := term || private.place_query(term);
      if not exists (select from public.directory_communities where search_vector @@ term) then
        words[i] := coalesce(private.correct_word(words[i]), words[i]);
      end if;
    end if;
  end loop;
  return words;
end
$function$;

create or replace function private.email_data (
  queued private.email_outbox
)
  returns jsonb
  language sql
  stable
  security definer
  set search_path to ''
  AS $function$
  select case queued.kind
    when 'daily_summary' then case when p.is_admin and p.wants_summary_emails then queued.data end
    when 'new_communities' then (
      select queued.data || jsonb_build_object('communities', jsonb_agg(
        jsonb_build_object('id', d.id, 'name', d.name, 'location', d.location, 'country', d.country) order by given.place
      ))
      from jsonb_array_elements_text(queued.data -> 'communities') with ordinality as given (id, place)
      join public.directory_communities as d on d.id = given.id::uuid
      where p.wants_alert_emails and private.is_directory_live()
        and exists (select from public.alerts as a where a.user_id = p.id)
      having count(*) > 0
    )
    else case when p.wants_decision_emails then queued.data end
  end
  from public.profiles as p where p.id = queued.recipient_id
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
          'by_admin', a.by_admin, 'before', a.before - 'approved_by', 'after', a.after - 'approved_by'
        ) order by a.id
      ), '[]')
      from public.audit_log as a
      where a.owner_id = user_id and a.action <> 'reports resolved'
    )
  );
end
$function$;

create or replace function private.merge_places (
  merged_id uuid,
  kept_id   uuid
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  merged public.places;
  kept public.places;
begin
  perform private.require_admin();
  -- Waits for saves that have just chosen one of them.
  perform from public.places where id in (merged_id, kept_id) order by id for update;
  select * into merged from public.places where id = merged_id;
  select * into kept from public.places where id = kept_id and id <> merged_id;
  if merged.id is null or kept.id is null then
    raise exception 'One of the places no longer exists. Reload the list.' using errcode = 'PT410';
  end if;
  perform set_config('private.place_change', 'merge', true);
  update public.communities set location = kept.name where location = merged.name;
  update public.alerts as a set location = kept.name
  where a.location = merged.name and not exists (
    select from public.alerts as other
    where other.user_id = a.user_id and other.location = kept.name
      and (other.search, other.category, other.join_type, other.language)
        is not distinct from (a.search, a.category, a.join_type, a.language)
  );
  delete from public.places where id = merged_id;
  update public.places set alternative_names = alternative_names || merged.name || merged.alternative_names
  where id = kept_id;
end
$function$;

create or replace function private.protect_profile_columns()
  returns trigger
  language plpgsql
  set search_path to ''
  AS $function$
begin
  if (new.name, new.email, new.phone, new.address, new.country, new.interests)
    is distinct from (old.name, old.email, old.phone, old.address, old.country, old.interests) then
    new.updated_at := now();
  end if;
  if private.is_user_request()
    and (new.credits, new.is_admin) is distinct from (old.credits, old.is_admin)
    and not private.is_admin() then
    raise exception 'Only an admin may change credits or the admin role.' using errcode = 'PT403';
  end if;
  if private.is_user_request() and new.id <> (select auth.uid())
    and (new.wants_decision_emails, new.wants_summary_emails, new.wants_alert_emails)
      is distinct from (old.wants_decision_emails, old.wants_summary_emails, old.wants_alert_emails) then
    raise exception 'You can only change your own email preferences.' using errcode = 'PT403';
  end if;
  return new;
end
$function$;

create or replace function private.queue_alert_emails (
  at timestamp with time zone
)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  set plan_cache_mode to 'force_custom_plan'
  set jit to 'off'
  AS $function$
declare
  midnight constant timestamptz := date_trunc('day', at, 'utc');
  cutoff constant timestamptz := midnight + interval '7 hours';
  recipients uuid[];
begin
  if at < cutoff + private.undo_window() + interval '30 seconds' or not private.is_directory_live()
    or not exists (select from public.alerts where checked_until < cutoff) then
    return;
  end if;
  perform private.lock_until_commit('alert emails');
  recipients := array(
    select a.user_id from public.alerts as a
    where a.checked_until < cutoff and not exists (
      select from private.email_outbox as e
      where e.recipient_id = a.user_id and e.kind = 'new_communities'
        and (e.sent_at >= midnight or e.sent_at is null and e.given_up_at is null)
    )
    group by a.user_id order by min(a.checked_until)
    limit (
      select greatest(200000 / greatest(count(*), 100), 1) from public.directory_communities
      where approval_date > cutoff - interval '7 days' and approval_date <= cutoff
    )
  );
  with listed as materialized (
    select d.id, d.approval_date, d.location, d.category, d.join_type, d.languages, c.owner_id,
      d.search_vector || p.search_vector as search_vector
    from public.directory_communities as d
    join public.communities as c on c.id = d.id
    join public.places as p on p.id = d.place_id
    where d.approval_date > cutoff - interval '7 days' and d.approval_date <= cutoff
  ), found as (
    select distinct a.user_id, l.id, l.approval_date
    from public.alerts as a
    join listed as l on l.approval_date > a.checked_until and l.owner_id <> a.user_id
      and (a.location is null or l.location = a.location)
      and (a.category is null or l.category = a.category)
      and (a.join_type is null or l.join_type = a.join_type)
      and (a.language is null or a.language = any (l.languages))
      and (a.query is null or l.search_vector @@ a.query)
    where a.user_id = any (recipients)
  )
  insert into private.email_outbox (kind, recipient_id, event, data)
  select 'new_communities', f.user_id, (at at time zone 'utc')::date::text, jsonb_build_object(
    'communities', (array_agg(f.id order by f.approval_date desc, f.id))[:10], 'more', greatest(count(*) - 10, 0)
  )
  from found as f join public.profiles as p on p.id = f.user_id
  where p.wants_alert_emails
  group by f.user_id
  on conflict on constraint email_outbox_event_key do nothing;
  update public.alerts set checked_until = cutoff where user_id = any (recipients) and checked_until < cutoff;
end
$function$;

create or replace function private.read_search (
  search text,
  OUT    words text[],
  OUT    query tsquery,
  OUT    finds_nothing boolean,
  OUT    searched_for text
)
  returns record
  language plpgsql
  stable
  security definer
  set search_path to ''
  set plan_cache_mode to 'force_custom_plan'
  set enable_seqscan to 'off'
  AS $function$
declare
  typed constant text[] := private.typed_words(search);
  terms tsquery[];
  kept integer[] := '{}';
  i integer;
begin
  words := private.correct_words(typed);
  -- After all corrections, because a word is also joined to the next one.
  for i in 1 .. cardinality(words) loop
    terms[i] := private.word_query(words, i, true);
    terms[i] := terms[i] || private.place_query(terms[i]);
    query := coalesce(query && terms[i], terms[i]);
  end loop;
  if cardinality(words) > 1 and not exists (select from public.directory_communities where search_vector @@ query) then
    query := null;
    for i in
      select place from unnest(words) with ordinality as used (used_word, place)
      left join private.directory_words on word = used_word
      order by exists (select from public.places where search_vector @@ quote_literal(used_word)::tsquery) desc,
        communities, place
    loop
      terms[i] := coalesce(query && terms[i], terms[i]);
      if exists (select from public.directory_communities where search_vector @@ terms[i]) then
        query := terms[i];
        kept := kept || i;
      end if;
    end loop;
    words := array(select words[place] from unnest(kept) as place order by place);
  end if;
  finds_nothing := words = '{}' and btrim(coalesce(search, '')) <> '';
  searched_for := case
    when typed = '{}' and finds_nothing then ''
    -- As typed: without the spaces between pairs of characters.
    when words <> typed and words <> '{}' then regexp_replace(
      array_to_string(words, ' '), '(' || private.unspaced_characters() || ') \1', '\1', 'g'
    )
  end;
end
$function$;

create or replace function private.typed_words (
  search text
)
  returns text[]
  language sql
  stable
  set search_path to ''
  AS $function$
  select array(
    select word
    from string_to_table(private.search_words(left(search, 100), true), ' ') with ordinality as given (word, i)
    where word <> '' and ts_lexize('pg_catalog.english_stem', word) <> '{}' order by i limit 12
  )
$function$;

create or replace function public.claim_email()
  returns table (
    id             uuid,
    kind           public.email_kind,
    recipient_id   uuid,
    recipient      text,
    recipient_name text,
    community_id   uuid,
    data           jsonb,
    attempt        integer
  )
  language plpgsql
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  lease constant interval := interval '10 minutes';
  due private.email_outbox;
  email_data jsonb;
begin
  perform private.queue_daily_summaries(now());
  perform private.queue_alert_emails(now());
  -- Emails that have been tried for a day without reporting a result.
  update private.email_outbox as e set given_up_at = now(), claimed_at = null
  where e.sent_at is null and e.given_up_at is null and e.claimed_at < now() - lease
    and e.first_tried_at < now() - interval '1 day';
  loop
    select e.* into due from private.email_outbox as e
    where e.sent_at is null and e.given_up_at is null and e.due_at <= now()
      and coalesce(e.claimed_at < now() - lease, true)
    order by e.due_at limit 1 for update skip locked;
    exit when not found;
    email_data := private.email_data(due);
    exit when email_data is not null;
    delete from private.email_outbox as e where e.id = due.id;
  end loop;
  return query
    update private.email_outbox as e set
      claimed_at = now(), attempts = e.attempts + 1,
      first_tried_at = coalesce(e.first_tried_at, now())
    from public.profiles as p
    where p.id = e.recipient_id and e.id = due.id
    returning e.id, e.kind, e.recipient_id, p.sign_in_email, p.name, e.community_id, email_data, e.attempts;
end
$function$;

alter table "public"."alerts"
  add constraint "alerts_location_fkey" foreign key (location) references public.places(name)
    on update cascade on delete cascade;

alter table "public"."alerts"
  add constraint "alerts_user_id_fkey" foreign key (user_id) references public.profiles(id)
    on delete cascade;

create index alerts_checked_until_idx on public.alerts using btree (checked_until);

create index alerts_location_idx on public.alerts using btree (location);

create trigger complete_alert
  before insert on public.alerts
  for each row
  execute function private.complete_alert();

create policy "Nothing before the sign-in is complete" on "public"."alerts"
  as restrictive
  for all
  to "authenticated"
  using (( select private.is_sign_in_complete() as is_sign_in_complete));

create policy "Users add their own alerts" on "public"."alerts"
  for insert
  to "authenticated"
  with check ((user_id = ( SELECT auth.uid() AS uid)));

create policy "Users delete their own alerts" on "public"."alerts"
  for delete
  to "authenticated"
  using ((user_id = ( select auth.uid() as uid)));

create policy "Users read their own alerts" on "public"."alerts"
  for select
  to "authenticated"
  using ((user_id = ( select auth.uid() as uid)));

revoke all on function "private"."alert_query"(text) from public;

grant execute on function "private"."alert_query"(text) to "authenticated", "service_role";

revoke all on function "private"."complete_alert"() from public;

revoke all on function "private"."correct_words"(text[]) from public;

revoke all on function "private"."email_data"(private.email_outbox) from public;

grant execute on function "private"."email_data"(private.email_outbox) to "service_role";

revoke all on function "private"."queue_alert_emails"(timestamp with time zone) from public;

grant execute on function "private"."queue_alert_emails"(timestamp with time zone) to "service_role";

revoke all on function "private"."typed_words"(text) from public;

grant insert ("category"), select ("category") on table "public"."alerts" to "authenticated";

grant select ("created_at") on table "public"."alerts" to "authenticated";

grant insert ("id"), select ("id") on table "public"."alerts" to "authenticated";

grant insert ("join_type"), select ("join_type") on table "public"."alerts" to "authenticated";

grant insert ("language"), select ("language") on table "public"."alerts" to "authenticated";

grant insert ("location"), select ("location") on table "public"."alerts" to "authenticated";

grant insert ("search"), select ("search") on table "public"."alerts" to "authenticated";

grant insert ("user_id"), select ("user_id") on table "public"."alerts" to "authenticated";

grant delete on table "public"."alerts" to "authenticated";

grant all
  on table "public"."alerts"
  to "service_role";

revoke all ("wants_alert_emails") on table "public"."profiles" from "authenticated";

grant update ("wants_alert_emails") on table "public"."profiles" to "authenticated";
