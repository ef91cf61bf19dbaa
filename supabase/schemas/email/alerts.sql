-- Alerts: users are emailed about new communities that match a filter of the directory.
-- Guarantee: each user has at most ten, which no other user reads or changes, and gets at most one email a day, about
-- communities of others that were first listed since the last check.

create table public.alerts (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  -- The filter, with the names of public.search_directory. A merge of places moves it.
  search text not null default '' check (private.is_optional_line(search, 100)),
  location text references public.places (name) on update cascade on delete cascade,
  category public.community_category,
  join_type public.join_type,
  language text check (language = any (private.language_codes())),
  created_at timestamptz not null default now(),
  -- What the search matches, written by a trigger.
  query tsquery,
  -- Communities that were approved until then are not new.
  checked_until timestamptz not null default now(),
  constraint alerts_filter_key unique nulls not distinct (user_id, search, location, category, join_type, language),
  constraint alerts_filter_check check (search <> '' or num_nonnulls(location, category, join_type, language) > 0)
);

create index alerts_location_idx on public.alerts (location);
create index alerts_checked_until_idx on public.alerts (checked_until);

create policy "Users read, add and delete their own alerts"
on public.alerts for all to authenticated using (user_id = (select auth.uid()));

grant select (id, user_id, search, location, category, join_type, language, created_at),
insert (id, user_id, search, location, category, join_type, language), delete
on public.alerts to authenticated;

-- What the search of an alert matches: every word, as typed or corrected. Unlike in the directory, no word is left out,
-- because a community with all of them may come. Without the ids of places: the names of a community's place are
-- matched instead, so that places can be added later. Null without searchable words.
-- Security definer and without sequential scans, as private.read_search.
create function private.alert_query(search text) returns tsquery
language plpgsql stable security definer
set search_path = '' set plan_cache_mode = force_custom_plan set enable_seqscan = off as $$
declare
  typed constant text[] := private.typed_words(search);
  corrected constant text[] := private.correct_words(typed);
  -- A corrected word is searched twice.
  shares constant integer := cardinality(typed) + (
    select count(*) from unnest(typed, corrected) as word (typed, corrected) where word.typed <> word.corrected
  );
begin
  return (
    select string_agg(format('(%s)', case
      when corrected[i] = typed[i] then term else term || private.word_query(corrected, i, true, shares)
    end), ' & ')::tsquery
    from generate_subscripts(typed, 1) as i, private.word_query(typed, i, true, shares) as term
  );
end
$$;

grant execute on function private.alert_query to authenticated, service_role;

-- Completes a new alert, and turns the emails about alerts on. Adding the same alert again changes nothing else. The
-- lock makes concurrent requests of a user see each other's alerts.
create function private.complete_alert() returns trigger
language plpgsql set search_path = '' as $$
declare
  max_alerts constant integer := (private.limits()).max_alerts;
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
    where (a.user_id, a.search) = (new.user_id, new.search) and (a.location, a.category, a.join_type, a.language)
      is not distinct from (new.location, new.category, new.join_type, new.language)
  ) then
    return null;
  end if;
  perform private.require_quota(
    count(*), max_alerts,
    format('You can have at most %s alerts. Delete one on your profile first.', max_alerts), 'PT400')
  from public.alerts as a where a.user_id = new.user_id;
  return new;
end
$$;

create trigger complete_alert before insert on public.alerts for each row execute function private.complete_alert();

-- When each community was approved as it was first announced. A community that is approved again is not new.
create table private.announced_communities (
  community_id uuid primary key references public.communities (id) on delete cascade,
  approval_date timestamptz not null
);

-- Queues the emails about communities that were listed until 7:00 UTC, once their approval can no longer be undone. A
-- job of each minute, which compares at most 200,000 pairs of user and new community in about a second. A user whose
-- last email is not sent yet, or was sent today after a delay, waits for the next day, for a week at most.
create function private.queue_alert_emails(at timestamptz) returns void
language plpgsql security definer
set search_path = '' set plan_cache_mode = force_custom_plan set jit = off as $$
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
  insert into private.announced_communities (community_id, approval_date)
  select d.id, d.approval_date from public.directory_communities as d
  where d.approval_date > cutoff - interval '7 days' and d.approval_date <= cutoff
  on conflict do nothing;
  with listed as materialized (
    select d.id, n.approval_date, d.location, d.category, d.join_type, d.languages,
      private.managers_of(d.id) as managers, d.search_vector || p.search_vector as search_vector
    from public.directory_communities as d join private.announced_communities as n on n.community_id = d.id
    join public.places as p on p.id = d.place_id
    where d.approval_date > cutoff - interval '7 days' and d.approval_date <= cutoff
  ), found as (
    select distinct a.user_id, l.id, l.approval_date
    from public.alerts as a join listed as l on l.approval_date > a.checked_until and a.user_id <> all (l.managers)
      and (a.location is null or l.location = a.location) and (a.category is null or l.category = a.category)
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
  where p.wants_alert_emails group by f.user_id
  on conflict on constraint email_outbox_event_key do nothing;
  update public.alerts set checked_until = cutoff where user_id = any (recipients) and checked_until < cutoff;
end
$$;

grant execute on function private.queue_alert_emails to service_role;
