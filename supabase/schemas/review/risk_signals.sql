-- Risk signals: what makes a closer look at a community worthwhile. Loaded late: it reads links, too.
-- Guarantee: only admins read them. They mark a community and decide nothing, and they have counts, no reporters. Each
-- query reads a bounded number of rows from an index.

create type public.risk_kind as enum (
  'new_account', 'shared_domain', 'copied_text', 'short_link', 'telegram', 'phone_number', 'other_name',
  'new_reporters'
);

-- Domains at which anyone can have an address: sharing one means nothing.
create function private.public_email_domains() returns text[]
language sql immutable set search_path = '' as $$
  select string_to_array(
    '126.com 163.com aol.com bol.com.br duck.com fastmail.com free.fr gmail.com gmx.at gmx.ch gmx.com gmx.de gmx.net '
    'googlemail.com hotmail.co.uk hotmail.com hotmail.de hotmail.es hotmail.fr hotmail.it icloud.com laposte.net '
    'libero.it live.com mac.com mail.com mail.ru me.com msn.com naver.com orange.fr outlook.com outlook.de outlook.fr '
    'pm.me proton.me protonmail.com qq.com rediffmail.com sapo.pt t-online.de tutanota.com uol.com.br web.de yahoo.ca '
    'yahoo.co.in yahoo.co.jp yahoo.co.uk yahoo.com yahoo.com.br yahoo.de yahoo.es yahoo.fr yahoo.it yandex.ru '
    'ymail.com zoho.com', ' ')
$$;

-- The same for texts that differ only in case, spaces and punctuation.
create function private.text_key(value text) returns bigint
language sql immutable set search_path = '' as $$
  select hashtextextended(lower(regexp_replace(normalize(value, NFKC), '[[:space:][:punct:]]+', '', 'g')), 0)
$$;

-- The index below runs it with the rights of the user who writes a description.
grant execute on function private.text_key to authenticated, service_role;

create index profiles_email_domain_idx on public.profiles (split_part(lower(sign_in_email), '@', 2), created_at);
create index communities_text_key_idx on public.communities (private.text_key(description), created_at);

-- Nothing for an owner whose account is older than a week. A short text is the same by accident.
create function private.owner_signals(community public.communities)
returns table (kind public.risk_kind, details jsonb)
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
declare
  week_ago constant timestamptz := now() - interval '7 days';
  account public.profiles;
  domain text;
begin
  select p.* into account from public.profiles as p where p.id = community.owner_id and p.created_at > week_ago;
  if account.id is null then return; end if;
  domain := split_part(lower(account.sign_in_email), '@', 2);
  return query select 'new_account'::public.risk_kind,
    jsonb_build_object('days', floor(extract(epoch from now() - account.created_at) / 86400));
  if domain <> '' and domain <> all (private.public_email_domains()) then
    return query select 'shared_domain'::public.risk_kind, jsonb_build_object('accounts', count(*))
    from (
      select from public.profiles as p
      where split_part(lower(p.sign_in_email), '@', 2) = domain and p.created_at > week_ago and p.id <> account.id
      limit 100
    ) as others having count(*) > 0;
  end if;
  if char_length(community.description) < 40 then return; end if;
  return query select 'copied_text'::public.risk_kind, jsonb_build_object('accounts', count(distinct p.id))
  from (
    select c.owner_id from public.communities as c
    where private.text_key(c.description) = private.text_key(community.description)
    order by c.created_at desc limit 100
  ) as same join public.profiles as p on p.id = same.owner_id
  where p.id <> account.id and p.created_at > week_ago having count(*) > 0;
end
$$;

-- In the name, the description, the host, and the names and descriptions of groups. The line breaks keep numbers apart.
-- In plpgsql, like the functions below: PostgreSQL would plan the functions that SQL calls again for each community.
create function private.text_signals(community public.communities)
returns table (kind public.risk_kind, details jsonb)
language plpgsql stable set search_path = '' as $$
declare
  groups constant text := (
    select string_agg(g.name || e'\n' || g.description, e'\n')
    from (select * from public.community_groups where community_id = community.id order by name limit 50) as g
  );
  value constant text := private.contact_text(concat_ws(
    e'\n', community.name, community.description, community.host_name, community.host_intro, groups));
begin
  details := '{}';
  kind := 'short_link';
  if private.has_short_link(value) then return next; end if;
  kind := 'telegram';
  if private.has_telegram_contact(value) then return next; end if;
  kind := 'phone_number';
  if private.has_phone_number(value) then return next; end if;
end
$$;

-- Whether each of two names has a telling word that the other lacks.
create function private.is_other_name(one text, other text) returns boolean
language plpgsql stable set search_path = '' as $$
declare
  words text[];
  others text[];
begin
  if private.is_same_group_name(one, other) then return false; end if;
  words := private.telling_words(one);
  others := private.telling_words(other);
  return not (least(cardinality(words), cardinality(others)) > 0 and (words <@ others or others <@ words));
end
$$;

-- The name at the last check of the link under review, or else of the live one.
create function private.group_signals(community public.communities)
returns table (kind public.risk_kind, details jsonb)
language plpgsql stable set search_path = '' as $$
declare
  group_name constant text := coalesce(
    (select r.group_name from private.reviewed_links as r
     where r.community_id = community.id and r.link = community.whatsapp_link),
    (select l.group_name from public.community_links as l
     where l.community_id = community.id and l.link = community.whatsapp_link));
begin
  details := '{}';
  kind := 'other_name';
  if group_name <> '' and private.is_other_name(community.name, group_name) then return next; end if;
end
$$;

-- Of the open reports, those of accounts that were under a week old.
create function private.report_signals(community public.communities)
returns table (kind public.risk_kind, details jsonb)
language sql stable set search_path = '' as $$
  select 'new_reporters'::public.risk_kind, jsonb_build_object('new', counted.new, 'reports', counted.reports)
  from (
    select count(*) as reports, count(*) filter (where p.created_at > r.created_at - interval '7 days') as new
    from (
      select * from public.community_reports as r
      where r.community_id = community.id and r.resolved_at is null limit 200
    ) as r join public.profiles as p on p.id = r.reporter_id
  ) as counted
  where counted.new > 0
$$;

-- Of the version that waits for a decision.
create function private.find_risk_signals(community_ids uuid[])
returns table (community_id uuid, kind public.risk_kind, details jsonb)
language sql stable set search_path = '' rows 20 as $$
  select c.id, found.kind, found.details
  from public.communities as c
  cross join lateral jsonb_populate_record(c, coalesce(c.held_changes, '{}')) as version
  cross join lateral (
    select * from private.owner_signals(version) union all select * from private.text_signals(version)
    union all select * from private.group_signals(version) union all select * from private.report_signals(version)
  ) as found
  where c.id = any (community_ids)
$$;

-- The signals of at most 100 communities.
create function private.risk_signals(community_ids uuid[])
returns table (community_id uuid, kind public.risk_kind, details jsonb)
language plpgsql stable security definer set search_path = '' rows 20 as $$
begin
  perform private.require_admin();
  return query
    select s.community_id, s.kind, s.details from private.find_risk_signals(community_ids[1:100]) as s
    order by s.community_id, s.kind;
end
$$;

-- The numbers of signals by community, for the order of the queue: of the most urgent 300 that a filter finds, because
-- each takes a millisecond.
create function private.count_risk_signals(filter text) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  ids uuid[];
begin
  execute format(
    'select array(select q.id from private.review_queue as q where %s
     order by q.is_owner_suspended, q.turn, q.since, q.id limit 300)', filter) into ids;
  return (
    select coalesce(jsonb_object_agg(counted.community_id, counted.signals), '{}') from (
      select s.community_id, count(*) as signals from private.find_risk_signals(ids) as s group by s.community_id
    ) as counted
  );
end
$$;
