-- How many communities of the directory match a search and filters.
-- Guarantee: exact counts up to 2,000. Nothing while the directory is closed, as in search.sql.

-- For counting: up to 2,000 communities that match a query and the filters, or all filters but one (failed_filter).
create function private.find_to_count(
  query tsquery, locations text[], categories public.community_category[], join_types public.join_type[], spoken text[]
) returns table (
  location text, country text, category public.community_category, join_type public.join_type, languages text[],
  failed_filter text
) language plpgsql stable set search_path = '' rows 2000 as $$
begin
  return query
    select d.location, d.country, d.category, d.join_type, d.languages, case
        when d.location <> all (locations) then 'location' when d.category <> all (categories) then 'category'
        when d.join_type <> all (join_types) then 'join_type' when not d.languages && spoken then 'language'
      end
    from public.directory_communities as d
    -- All but one of the filters. Spelled out, so that the planner can use an index.
    where (query is null or d.search_vector @@ query) and (
      (categories is null or d.category = any (categories)) and (join_types is null or d.join_type = any (join_types))
        and (spoken is null or d.languages && spoken)
      or (locations is null or d.location = any (locations)) and (spoken is null or d.languages && spoken)
        and (join_types is null or d.join_type = any (join_types))
      or (locations is null or d.location = any (locations)) and (spoken is null or d.languages && spoken)
        and (categories is null or d.category = any (categories))
      or (locations is null or d.location = any (locations))
        and (categories is null or d.category = any (categories))
        and (join_types is null or d.join_type = any (join_types)))
    limit 2000;
end
$$;

-- A JSON object. Above 2,000, the numbers are lower bounds. any: how many match without one of the filters. categories,
-- join_types, languages and locations: how many have each value and match the other filters; of the locations, the
-- twelve with the most communities and the chosen ones. searched_for: see private.read_search. current_location: the
-- current names of the places, a line each, if location has others, '' if there is no such place, else null.
create function private.count_directory(
  search text default null, location text default null, category text default null, join_type text default null,
  language text default null
) returns jsonb language plpgsql stable security definer
set search_path = '' set plan_cache_mode = force_custom_plan set jit = off as $$
#variable_conflict use_variable
declare
  categories constant public.community_category[] := private.read_values(category);
  join_types constant public.join_type[] := private.read_values(join_type);
  spoken constant text[] := private.read_values(language);
  locations text[] := private.read_values(location);
  searched record;
begin
  if not private.is_directory_live() then return null; end if;
  searched := private.read_search(search);
  locations := private.find_places(locations);
  return (
    with found as (
      select * from private.find_to_count(searched.query, locations, categories, join_types, spoken)
      where not searched.finds_nothing
    ), counts as (
      select 'category' as filter, f.category::text as value, count(*) as number
      from found as f where coalesce(failed_filter, 'category') = 'category' group by f.category
      union all select 'join_type', f.join_type::text, count(*)
      from found as f where coalesce(failed_filter, 'join_type') = 'join_type' group by f.join_type
      union all select 'language', code, count(*)
      from found, unnest(languages) as code where coalesce(failed_filter, 'language') = 'language' group by code
    )
    select jsonb_build_object(
      'total', count(*) filter (where failed_filter is null), 'is_at_least', count(*) = 2000,
      'searched_for', searched.searched_for,
      'current_location', nullif(array_to_string(locations, e'\n'), location),
      'any', jsonb_build_object(
        'location', count(*) filter (where coalesce(failed_filter, 'location') = 'location'),
        'category', count(*) filter (where coalesce(failed_filter, 'category') = 'category'),
        'join_type', count(*) filter (where coalesce(failed_filter, 'join_type') = 'join_type'),
        'language', count(*) filter (where coalesce(failed_filter, 'language') = 'language')),
      'locations', (
        select coalesce(jsonb_agg(jsonb_build_object('name', name, 'country', country, 'communities', communities)
          order by position), '[]') from (
          select f.location as name, f.country, count(*) as communities,
            row_number() over (order by count(*) desc, f.location) as position
          from found as f where coalesce(failed_filter, 'location') = 'location' group by 1, 2
        ) as counted where position <= 12 or name = any (locations)),
      'categories', (select coalesce(jsonb_object_agg(value, number), '{}') from counts where filter = 'category'),
      'join_types', (select coalesce(jsonb_object_agg(value, number), '{}') from counts where filter = 'join_type'),
      'languages', (select coalesce(jsonb_object_agg(value, number), '{}') from counts where filter = 'language')
    ) from found
  );
end
$$;

-- The places with communities that match a search and filters, for the map and for choosing a place. Counts up to 100
-- communities of a place, or with a search or a language 2,000 in all: above that, the numbers are lower bounds.
-- Sequential scans are off: the planner would scan the whole table for a hundred communities of a place with none.
create function private.count_places(
  search text default null, category text default null, join_type text default null, language text default null
) returns table (
  name text, country text, latitude double precision, longitude double precision, communities integer,
  is_at_least boolean
) language plpgsql stable security definer
set search_path = '' set plan_cache_mode = force_custom_plan set jit = off set enable_seqscan = off rows 100 as $$
#variable_conflict use_variable
declare
  categories constant public.community_category[] := private.read_values(category);
  join_types constant public.join_type[] := private.read_values(join_type);
  spoken constant text[] := private.read_values(language);
  searched record;
  has_search_or_language boolean;
begin
  if not private.is_directory_live() then return; end if;
  searched := private.read_search(search);
  has_search_or_language := searched.query is not null or spoken is not null;
  return query
    with found as materialized (
      select d.location from public.directory_communities as d
      where has_search_or_language and (searched.query is null or d.search_vector @@ searched.query)
        and (spoken is null or d.languages && spoken) and (categories is null or d.category = any (categories))
        and (join_types is null or d.join_type = any (join_types))
      limit 2000
    ), counts (location, communities, is_at_least) as (
      select f.location, count(*), (select count(*) from found) = 2000 from found as f group by 1
      union all
      select p.name, counted.communities, counted.communities = 100 from public.places as p
      cross join lateral (
        select count(*) as communities from (
          select from public.directory_communities as d
          where d.location = p.name
            and (categories is null or d.category = any (categories))
            and (join_types is null or d.join_type = any (join_types))
          limit 100) as first_hundred) as counted
      where not has_search_or_language and counted.communities > 0
    )
    select p.name, p.country, p.latitude, p.longitude, counts.communities::integer, counts.is_at_least
    from counts join public.places as p on p.name = counts.location
    where not searched.finds_nothing
    order by counts.communities desc, p.name;
end
$$;
