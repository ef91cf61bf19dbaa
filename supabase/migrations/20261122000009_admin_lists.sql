-- What the admin screen reads: pages, searches and counts of communities and users.
--
-- These functions run past row-level security after asking private.require_admin(). The policies would
-- allow an admin the same rows, but ILIKE and comparing enums are not leakproof, so under a policy
-- PostgreSQL may not use an index for them and reads the whole table (npm run bench:admin shows it).
-- ROWS tells the planner how little comes out; it would join a thousand rows by reading the other table.

-- A condition that holds when every word of the search is in the column. Of more than 200 characters the
-- rest is ignored, as on the page: thousands of words take seconds to plan.
create function private.has_words(search_column text, search text) returns text
language sql immutable set search_path = '' as $$
  select coalesce(string_agg(distinct format(
    ' and %s ilike %L', search_column,
    '%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%'
  ), ''), '')
  from regexp_split_to_table(btrim(left(search, 200)), '\s+') as word
  where word <> ''
$$;

-- From 1 to 1000 rows a page, 50 unless told.
create function private.clamp_page_size(page_size integer) returns integer
language sql immutable set search_path = '' as $$
  select least(greatest(coalesce(page_size, 50), 1), 1000)
$$;

-- How many rows come before a page; pages count from 1.
create function private.rows_before(page integer, size integer) returns bigint
language sql immutable set search_path = '' as $$
  select (greatest(page, 1) - 1)::bigint * size
$$;

-- The WHERE clause of a view. Spelled out for each call, so that the planner sees the values.
create function private.community_filter(
  search text, status public.community_status, category public.community_category, country text,
  owner_id uuid
) returns text
language plpgsql immutable set search_path = '' as $$
declare
  filter text := 'true';
begin
  if search <> '' then
    filter := filter || private.has_words('c.search_text', search);
  end if;
  if status is not null then
    filter := filter || format(' and c.status = %L', status);
  end if;
  if category is not null then
    filter := filter || format(' and c.category = %L', category);
  end if;
  if country is not null then
    filter := filter || format(' and c.location = any (%L)', private.places_in(country));
  end if;
  if owner_id is not null then
    filter := filter || format(' and c.owner_id = %L', owner_id);
  end if;
  return filter;
end
$$;

-- Finds the ids in an index first and fetches only the rows of the page, so that a late page costs
-- little more than an early one.
create function private.list_communities(
  search text, status public.community_status, category public.community_category, country text,
  owner_id uuid, sort text, descending boolean, page_size integer, page integer
) returns setof public.communities
language plpgsql stable security definer set search_path = '' rows 20 as $$
declare
  direction constant text := case when descending then 'desc' else 'asc' end;
  -- Ties are broken by the id against the direction, as the indexes are.
  against constant text := case when descending then 'asc' else 'desc' end;
  ordering text := case sort
    when 'name' then format('c.name %1$s, c.id %1$s', direction)
    when 'owner' then format('p.name %1$s, p.id %1$s, c.created_at %1$s, c.id %2$s', direction, against)
    when 'status' then format('c.status %1$s, c.created_at desc, c.id', direction)
    else format('c.created_at %s, c.id %s', direction, against)
  end;
  source constant text := 'public.communities as c' || case
    when sort = 'owner' then ' join public.profiles as p on p.id = c.owner_id' else '' end;
  size constant integer := private.clamp_page_size(page_size);
begin
  perform private.require_admin();
  return query execute format(
    'select c.* from %1$s join (
       select c.id from %1$s where %2$s order by %3$s limit %4$s offset %5$s
     ) as page on page.id = c.id order by %3$s',
    source, private.community_filter(search, status, category, country, owner_id), ordering,
    size, private.rows_before(page, size)
  );
end
$$;

-- How many of each status a view has.
create function private.count_communities(
  search text, category public.community_category, country text, owner_id uuid
) returns table (status public.community_status, communities bigint)
language plpgsql stable security definer set search_path = '' rows 3 as $$
begin
  perform private.require_admin();
  return query execute format(
    'select c.status, count(*) from public.communities as c where %s group by c.status',
    private.community_filter(search, null, category, country, owner_id)
  );
end
$$;

-- Pages of a thousand for an export, newest first, each from where the one before ended: rows that
-- come or go meanwhile neither repeat nor hide another.
create function private.export_communities(
  search text, status public.community_status, category public.community_category, country text,
  owner_id uuid, before_created_at timestamptz, before_id uuid
) returns setof public.communities
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return query execute format(
    'select c.* from public.communities as c
     where %s and ($1 is null or c.created_at < $1 or (c.created_at = $1 and c.id > $2))
     order by c.created_at desc, c.id limit 1000',
    private.community_filter(search, status, category, country, owner_id)
  ) using before_created_at, before_id;
end
$$;

-- New and resubmitted communities first, then held changes of approved ones, then those whose groups changed
-- since they were approved, each oldest first.
create function private.list_moderation_queue(page_size integer, page integer)
returns setof public.communities
language plpgsql stable security definer set search_path = '' rows 20 as $$
declare
  size constant integer := private.clamp_page_size(page_size);
  before constant bigint := private.rows_before(page, size);
begin
  perform private.require_admin();
  return query
    select c.* from public.communities as c join (
      (select id, 1 as turn, created_at as since from public.communities where status = 'pending'
       order by created_at, id limit before + size)
      union all
      (select id, 2, held_at from public.communities where held_at is not null
       order by held_at, id limit before + size)
      union all
      (select id, 3, groups_changed_at from public.communities
       where groups_changed_at is not null and held_at is null
       order by groups_changed_at, id limit before + size)
      order by turn, since, id limit size offset before
    ) as waiting using (id)
    order by waiting.turn, waiting.since, c.id;
end
$$;

-- How many wait, each community once.
create function private.count_moderation_queue()
returns table (pending bigint, held bigint, groups_changed bigint)
language plpgsql stable security definer set search_path = '' rows 1 as $$
begin
  perform private.require_admin();
  return query select
    (select count(*) from public.communities where status = 'pending'),
    (select count(*) from public.communities where held_at is not null),
    (select count(*) from public.communities where groups_changed_at is not null and held_at is null);
end
$$;

-- Communities that may be the same community: the same link, live or held, or nearly the same name in the
-- same place. A name is compared as its owner last saved it.
create function private.similar_communities(community_id uuid) returns setof public.communities
language plpgsql stable security definer set search_path = '' rows 5 as $$
declare
  community public.communities;
begin
  perform private.require_admin();
  select * into community from public.communities where id = community_id;
  community := jsonb_populate_record(community, coalesce(community.held_changes, '{}'));
  -- How alike two names must be for %. The first call loads the extension, which owns the setting.
  perform extensions.similarity('', '');
  perform set_config('pg_trgm.similarity_threshold', '0.55', true);
  return query
    -- Each by its own index: an OR of the three would read the whole table.
    select c.* from public.communities as c
    where c.id <> community_id and c.id in (
      select id from public.communities where whatsapp_link = community.whatsapp_link
      union
      select id from public.communities
      where held_at is not null and held_changes ->> 'whatsapp_link' = community.whatsapp_link
      union
      select id from public.communities
      where name operator(extensions.%) community.name
        and location = community.location
        and status <> 'rejected'
    )
    -- The same link first, live or held: however many alike names there are, it must be seen.
    order by
      (community.whatsapp_link in (c.whatsapp_link, c.held_changes ->> 'whatsapp_link')) is true desc,
      extensions.similarity(c.name, community.name) desc, c.created_at, c.id
    limit 5;
end
$$;

-- Two admins at once: where realtime runs, each page hears of the other's decisions. Changes reach only those
-- who may read the row, but a deletion, of which no row is left to ask about, would reach everyone who is
-- signed in: so deletions are not published, and are seen at the next look at the queue.
do $$
begin
  if exists (
    select from pg_publication where pubname = 'supabase_realtime' and not puballtables
  ) then
    alter publication supabase_realtime add table public.communities;
    alter publication supabase_realtime set (publish = 'insert, update');
  end if;
end
$$;

-- What the API calls. Security invoker, because a definer function must not be open to the API.
-- PL/pgSQL, because it keeps its plans.

-- A page of the communities.
create function public.list_communities(
  search text default '', status public.community_status default null,
  category public.community_category default null, country text default null,
  owner_id uuid default null, sort text default 'created', descending boolean default true,
  page_size integer default 50, page integer default 1
) returns setof public.communities
language plpgsql stable security invoker set search_path = '' rows 20 as $$
#variable_conflict use_variable
begin
  return query select * from private.list_communities(
    search, status, category, country, owner_id, sort, descending, page_size, page);
end
$$;

-- The numbers beside a view's statuses.
create function public.count_communities(
  search text default '', category public.community_category default null,
  country text default null, owner_id uuid default null
) returns table (status public.community_status, communities bigint)
language plpgsql stable security invoker set search_path = '' rows 3 as $$
#variable_conflict use_variable
begin
  return query select * from private.count_communities(search, category, country, owner_id);
end
$$;

-- The next thousand rows of an export.
create function public.export_communities(
  search text default '', status public.community_status default null,
  category public.community_category default null, country text default null,
  owner_id uuid default null, before_created_at timestamptz default null,
  before_id uuid default null
) returns setof public.communities
language plpgsql stable security invoker set search_path = '' as $$
#variable_conflict use_variable
begin
  return query select * from private.export_communities(
    search, status, category, country, owner_id, before_created_at, before_id);
end
$$;

-- A page of the queue.
create function public.list_moderation_queue(page_size integer default 50, page integer default 1)
returns setof public.communities
language plpgsql stable security invoker set search_path = '' rows 20 as $$
#variable_conflict use_variable
begin
  return query select * from private.list_moderation_queue(page_size, page);
end
$$;

-- The number on the queue.
create function public.count_moderation_queue()
returns table (pending bigint, held bigint, groups_changed bigint)
language plpgsql stable security invoker set search_path = '' rows 1 as $$
#variable_conflict use_variable
begin
  return query select * from private.count_moderation_queue();
end
$$;

-- What to look at beside a community before it is approved.
create function public.similar_communities(community_id uuid) returns setof public.communities
language plpgsql stable security invoker set search_path = '' rows 5 as $$
#variable_conflict use_variable
begin
  return query select * from private.similar_communities(community_id);
end
$$;

-- For the function admin/users, which has asked who calls, with the secret key.
create function public.list_users(
  search text default '', sort text default 'joined', descending boolean default true,
  page_size integer default 50, page integer default 1
) returns table (id uuid, email text, created_at timestamptz)
language plpgsql stable security invoker set search_path = '' rows 20 as $$
declare
  filter constant text :=
    case when search <> '' then private.has_words('u.search_text', search) else '' end;
  direction constant text := case when descending then 'desc' else 'asc' end;
  ordering text := case sort
    when 'name' then format('u.name %1$s, u.id %1$s', direction)
    when 'email' then format('u.email %1$s, u.id %1$s', direction)
    when 'credits' then format('u.credits %1$s, u.id %1$s', direction)
    when 'role' then format('u.is_admin %1$s, u.name %1$s, u.id %1$s', direction)
    else format(
      'u.created_at %s, u.id %s', direction, case when descending then 'asc' else 'desc' end)
  end;
  size constant integer := private.clamp_page_size(page_size);
begin
  return query execute format(
    'select u.id, u.email, u.created_at from private.user_directory as u join (
       select u.id from private.user_directory as u where true %1$s
       order by %2$s limit %3$s offset %4$s
     ) as page on page.id = u.id order by %2$s',
    filter, ordering, size, private.rows_before(page, size)
  );
end
$$;

-- For the same function: how many it would find.
create function public.count_users(search text default '') returns bigint
language plpgsql stable security invoker set search_path = '' as $$
declare
  users bigint;
begin
  execute 'select count(*) from private.user_directory as u where true'
    || case when search <> '' then private.has_words('u.search_text', search) else '' end
  into users;
  return users;
end
$$;
