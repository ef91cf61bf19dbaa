-- api/: what the REST service runs.
-- Guarantee: screens call only functions with the rights of the caller, and no count reveals hidden rows.
--   visitors.sql, users.sql and admins.sql: the functions that screens call, by who may call them.
--   secret_key.sql: functions of edge functions. Others for the secret key are next to their concern.
--   requests.sql: the rules for every request.
--
-- Each function calls the function of the same name in the private schema, which is security definer: a definer
-- function must not be exposed by the API. Functions that are called often are PL/pgSQL, which caches their plans.

-- The functions for visitors.
-- Guarantee: they return nothing about a community while the directory is closed.

create function public.is_directory_live() returns boolean
language sql stable security invoker set search_path = '' as $$
  select private.is_directory_live()
$$;

-- A page of the directory. sort is best, newest, joined or name.
create function public.search_directory(
  search text default null, location text default null,
  category public.community_category default null, join_type public.join_type default null,
  language text default null, sort text default 'newest', after_key text default null, after_id uuid default null,
  page_size integer default 24
) returns setof public.directory_communities
language plpgsql stable security invoker set search_path = '' rows 24 as $$
begin
  perform private.refuse_filters();
  perform private.allow_caching();
  return query select * from private.search_directory(
    search, location, category, join_type, language, sort, after_key, after_id, page_size);
end
$$;

-- The counts that the page shows for each filter.
create function public.count_directory(
  search text default null, location text default null,
  category public.community_category default null, join_type public.join_type default null,
  language text default null
) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
begin
  perform private.refuse_filters();
  perform private.allow_caching();
  return private.count_directory(search, location, category, join_type, language);
end
$$;

-- The places with communities that match a search and filters, most communities first.
create function public.count_places(
  search text default null, category public.community_category default null,
  join_type public.join_type default null, language text default null
) returns table (
  name text, country text, latitude double precision, longitude double precision, communities integer,
  is_at_least boolean
)
language plpgsql stable security invoker set search_path = '' rows 100 as $$
begin
  perform private.refuse_filters();
  perform private.allow_caching();
  return query select * from private.count_places(search, category, join_type, language);
end
$$;

create function public.get_directory_community(community_id uuid)
returns setof public.directory_communities
language plpgsql stable security invoker set search_path = '' rows 1 as $$
begin
  perform private.refuse_filters();
  perform private.allow_caching();
  return query select * from private.get_directory_community(community_id);
end
$$;

-- The numbers on the page for businesses.
create function public.get_directory_numbers() returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
begin
  perform private.refuse_filters();
  perform private.allow_caching();
  return private.get_directory_numbers();
end
$$;

grant execute on function
  public.is_directory_live, public.search_directory, public.count_directory, public.count_places,
  public.get_directory_community, public.get_directory_numbers
to anon, authenticated, service_role;
