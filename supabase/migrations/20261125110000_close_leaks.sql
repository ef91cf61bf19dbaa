set local check_function_bodies = off;

create or replace function private.check_request()
  returns void
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  if nullif(current_setting('request.headers', true), '')::jsonb ->> 'prefer' ~* 'planned|estimated' then
    raise exception 'Only exact counts are available.' using errcode = 'PT400';
  end if;
end
$function$;

create or replace function private.count_directory (
  search    text,
  location  text,
  category  public.community_category,
  join_type public.join_type,
  language  text
)
  returns table (
    facet       text,
    value       text,
    country     text,
    communities integer,
    is_at_least boolean
  )
  language plpgsql
  stable
  security definer
  rows 40
  set search_path to ''
  set plan_cache_mode to 'force_custom_plan'
  set jit to 'off'
  AS $function$
#variable_conflict use_variable
declare
  query tsquery;
  finds_nothing boolean;
  searched_for text;
  place text;
  is_other_name boolean;
begin
  if not private.is_directory_live() then
    return;
  end if;
  place := coalesce(private.find_place(location), '');
  is_other_name := location <> place;
  select * into query, finds_nothing, searched_for from private.read_search(search);
  location := coalesce(nullif(place, ''), location);
  return query
    with found as materialized (
      select d.location, d.country, d.category, d.join_type, d.languages,
        coalesce(d.location = location, true) as p,
        coalesce(d.category = category, true) as c,
        coalesce(d.join_type = join_type, true) as j,
        (language is null or d.languages @> array[language]) as l
      from public.directory_communities as d
      -- All but one of the filters. Spelled out, so that the planner can use an index.
      where not finds_nothing and (query is null or d.search_vector @@ query) and (
        (category is null or d.category = category) and (join_type is null or d.join_type = join_type)
          and (language is null or d.languages @> array[language])
        or (location is null or d.location = location) and (join_type is null or d.join_type = join_type)
          and (language is null or d.languages @> array[language])
        or (location is null or d.location = location) and (category is null or d.category = category)
          and (language is null or d.languages @> array[language])
        or (location is null or d.location = location) and (category is null or d.category = category)
          and (join_type is null or d.join_type = join_type))
      limit 2000
    ), places as (
      select f.location, f.country, count(*) as communities from found as f where c and j and l group by 1, 2
      order by f.location = location desc, 3 desc, 1 limit 12
    ), counts (facet, value, country, communities) as (
      select 'total', '', null, count(*) from found where p and c and j and l
      union all select 'location', '', null, count(*) from found where c and j and l
      union all select 'location', f.location, f.country, f.communities from places as f
      union all select 'category', '', null, count(*) from found where p and j and l
      union all select 'category', f.category::text, null, count(*) from found as f where p and j and l group by 2
      union all select 'join_type', '', null, count(*) from found where p and c and l
      union all select 'join_type', f.join_type::text, null, count(*) from found as f where p and c and l group by 2
      union all select 'language', '', null, count(*) from found where p and c and j
      union all select 'language', code, null, count(*) from found as f, unnest(f.languages) as code
        where p and c and j group by 2
      union all select 'searched_for', searched_for, null, 0 where searched_for is not null
      union all select 'place', place, null, 0 where is_other_name
    )
    select counts.facet, counts.value, counts.country, counts.communities::integer, (select count(*) from found) = 2000
    from counts;
end
$function$;

create or replace function private.count_places (
  search    text,
  category  public.community_category,
  join_type public.join_type,
  language  text
)
  returns table (
    place       text,
    country     text,
    latitude    double precision,
    longitude   double precision,
    communities integer,
    is_at_least boolean
  )
  language plpgsql
  stable
  security definer
  rows 100
  set search_path to ''
  set plan_cache_mode to 'force_custom_plan'
  set jit to 'off'
  set enable_seqscan to 'off'
  AS $function$
#variable_conflict use_variable
declare
  query tsquery;
  finds_nothing boolean;
  has_search_or_language boolean;
begin
  if not private.is_directory_live() then
    return;
  end if;
  select r.query, r.finds_nothing into query, finds_nothing from private.read_search(search) as r;
  has_search_or_language := query is not null or language is not null;
  return query
    with found as materialized (
      select d.location from public.directory_communities as d
      where has_search_or_language and (query is null or d.search_vector @@ query)
        and (language is null or d.languages @> array[language])
        and (category is null or d.category = category) and (join_type is null or d.join_type = join_type)
      limit 2000
    ), counts (location, communities, is_at_least) as (
      select f.location, count(*), (select count(*) from found) = 2000 from found as f group by 1
      union all
      select p.name, counted.communities, counted.communities = 100 from public.places as p
      cross join lateral (
        select count(*) as communities from (
          select from public.directory_communities as d
          where d.location = p.name
            and (category is null or d.category = category) and (join_type is null or d.join_type = join_type)
          limit 100
        ) as first_hundred
      ) as counted
      where not has_search_or_language and counted.communities > 0
    )
    select p.name, p.country, p.latitude, p.longitude, counts.communities::integer, counts.is_at_least
    from counts join public.places as p on p.name = counts.location
    where not finds_nothing
    order by counts.communities desc, p.name;
end
$function$;

create or replace function private.find_place (
  place_name text
)
  returns text
  language sql
  stable
  set search_path to ''
  AS $function$
  select name from public.places where known_names @> array[private.plain_words(left(place_name, 200))]
$function$;

create or replace function private.list_places (
  search    text,
  page_size integer,
  page      integer
)
  returns table (
    id                uuid,
    name              text,
    alternative_names text[],
    country           text,
    country_code      text,
    latitude          double precision,
    longitude         double precision,
    is_active         boolean,
    updated_at        timestamp with time zone,
    communities       bigint,
    total             bigint
  )
  language plpgsql
  stable
  security definer
  rows 50
  set search_path to ''
  AS $function$
#variable_conflict use_column
declare
  wanted constant text := '%' || private.plain_words(left(search, 200)) || '%';
  size constant integer := private.clamp_page_size(page_size);
begin
  perform private.require_admin();
  return query
    select p.id, p.name, p.alternative_names, p.country, p.country_code, p.latitude, p.longitude, p.is_active,
      p.updated_at, (select count(*) from public.communities as c where c.location = p.name), p.total
    from (
      select *, count(*) over () as total from public.places
      where array_to_string(known_names, ' ') like wanted or private.plain_words(country) like wanted
      order by country, name limit size offset private.rows_before(page, size)
    ) as p
    order by p.country, p.name;
end
$function$;

create or replace function private.lock_place (
  place_name text
)
  returns public.places
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  found_place public.places;
begin
  perform from public.places where known_names @> array[private.plain_words(left(place_name, 200))] for share;
  select * into found_place from public.places where known_names @> array[private.plain_words(left(place_name, 200))];
  return found_place;
end
$function$;

create or replace function private.refuse_filters()
  returns void
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  if char_length(current_query()) > 4000 or current_query() ~* '\m(where|order by)\M' then
    raise exception 'The directory can only be filtered and sorted by the arguments of its functions.'
      using errcode = 'PT400';
  end if;
end
$function$;

create or replace function private.search_directory (
  search    text,
  location  text,
  category  public.community_category,
  join_type public.join_type,
  language  text,
  sort      text,
  after_key text,
  after_id  uuid,
  page_size integer
)
  returns SETOF public.directory_communities
  language plpgsql
  stable
  security definer
  rows 24
  set search_path to ''
  set plan_cache_mode to 'force_custom_plan'
  set jit to 'off'
  AS $function$
#variable_conflict use_variable
declare
  query tsquery;
  finds_nothing boolean;
  -- Cast before any query: a cast in a query fails only if there are rows, so its error would reveal hidden ones.
  after_count constant integer := case when sort = 'members' then after_key::integer end;
  after_name constant text := case when sort = 'name' then private.plain_words(left(after_key, 200)) end;
  after_time constant timestamptz :=
    case when sort in ('members', 'name') then null else after_key::timestamptz end;
begin
  if not private.is_directory_live() then
    return;
  end if;
  select r.query, r.finds_nothing into query, finds_nothing from private.read_search(search) as r;
  sort := case when sort in ('members', 'name') then sort else 'newest' end;
  location := coalesce(private.find_place(location), location);
  return query
    select d.* from public.directory_communities as d
    where not finds_nothing
      and (query is null or d.search_vector @@ query)
      and (location is null or d.location = location)
      and (category is null or d.category = category)
      and (join_type is null or d.join_type = join_type)
      and (language is null or d.languages @> array[language])
      and (after_id is null
        or (sort = 'members' and (d.member_count, d.id) < (after_count, after_id))
        or (sort = 'name' and (d.sort_name, d.id) > (after_name, after_id))
        or (sort = 'newest' and (d.listed_at, d.id) < (after_time, after_id)))
    order by
      case when sort = 'members' then d.member_count end desc,
      case when sort = 'newest' then d.listed_at end desc,
      case when sort = 'name' then d.sort_name end,
      case when sort = 'name' then d.id end,
      d.id desc
    limit least(greatest(coalesce(page_size, 24), 1), 48);
end
$function$;

create or replace function private.write_names()
  returns trigger
  language plpgsql
  set search_path to ''
  AS $function$
declare
  other text;
begin
  perform private.lock_until_commit('names of places');
  if new.name <> old.name then
    new.alternative_names := array_remove(new.alternative_names, new.name) || old.name;
    perform set_config('private.place_change', 'rename', true);
  end if;
  if cardinality(new.alternative_names) > 100 then
    raise exception 'A place can have at most 100 alternative names.'
      using errcode = 'PT400', detail = 'alternative_names';
  end if;
  new.known_names := array(
    select distinct private.plain_words(known) from unnest(new.alternative_names || new.name) as known
  );
  if '' = any(new.known_names) then
    raise exception 'A name needs a letter or a digit.' using errcode = 'PT400',
      detail = case when private.plain_words(new.name) = '' then 'name' else 'alternative_names' end;
  end if;
  new.words := private.plain_words(concat_ws(' ', new.name, array_to_string(new.alternative_names, ' '), new.country));
  new.updated_at := now();
  select p.name into other from public.places as p
  where p.known_names && new.known_names and p.id <> new.id limit 1;
  if found then
    raise exception 'Another place already has this name: %.', other using errcode = 'PT409', detail = 'name';
  end if;
  return new;
end
$function$;

create or replace function public.count_directory (
  search    text                      default null::text,
  location  text                      default null::text,
  category  public.community_category default null::public.community_category,
  join_type public.join_type          default null::public.join_type,
  language  text                      default null::text
)
  returns table (
    facet       text,
    value       text,
    country     text,
    communities integer,
    is_at_least boolean
  )
  language plpgsql
  stable
  rows 40
  set search_path to ''
  AS $function$
begin
  perform private.refuse_filters();
  perform private.allow_caching();
  return query select * from private.count_directory(search, location, category, join_type, language);
end
$function$;

create or replace function public.count_places (
  search    text                      default null::text,
  category  public.community_category default null::public.community_category,
  join_type public.join_type          default null::public.join_type,
  language  text                      default null::text
)
  returns table (
    place       text,
    country     text,
    latitude    double precision,
    longitude   double precision,
    communities integer,
    is_at_least boolean
  )
  language plpgsql
  stable
  rows 100
  set search_path to ''
  AS $function$
begin
  perform private.refuse_filters();
  perform private.allow_caching();
  return query select * from private.count_places(search, category, join_type, language);
end
$function$;

create or replace function public.get_directory_community (
  community_id uuid
)
  returns SETOF public.directory_communities
  language plpgsql
  stable
  rows 1
  set search_path to ''
  AS $function$
begin
  perform private.refuse_filters();
  perform private.allow_caching();
  return query select * from private.get_directory_community(community_id);
end
$function$;

create or replace function public.merge_places (
  merged_id uuid,
  kept_id   uuid
)
  returns void
  language sql
  set search_path to ''
  set statement_timeout to '30s'
  AS $function$
  select private.merge_places(merged_id, kept_id)
$function$;

create or replace function public.search_directory (
  search    text                      default null::text,
  location  text                      default null::text,
  category  public.community_category default null::public.community_category,
  join_type public.join_type          default null::public.join_type,
  language  text                      default null::text,
  sort      text                      default 'newest'::text,
  after_key text                      default null::text,
  after_id  uuid                      default null::uuid,
  page_size integer                   default 24
)
  returns SETOF public.directory_communities
  language plpgsql
  stable
  rows 24
  set search_path to ''
  AS $function$
begin
  perform private.refuse_filters();
  perform private.allow_caching();
  return query select * from private.search_directory(
    search, location, category, join_type, language, sort, after_key, after_id, page_size);
end
$function$;

revoke all on function "private"."check_request"() from public;

grant execute on function "private"."check_request"() to "anon", "authenticated", "service_role";

revoke all on function "private"."refuse_filters"() from public;

grant execute on function "private"."refuse_filters"() to "anon", "authenticated", "service_role";

-- The embedded backend has no such role: its gateway checks requests (supabase/local/gateway.ts).
-- A signed-in user can filter their own rows with a slow pattern, or embed rows several levels deep. Only functions that
-- set a longer time themselves need more than a second.
do $$
begin
  if exists (select from pg_roles where rolname = 'authenticator') then
    alter role authenticator set pgrst.db_pre_request = 'private.check_request';
    alter role authenticated set statement_timeout = '3s';
  end if;
end
$$;
notify pgrst, 'reload config';
