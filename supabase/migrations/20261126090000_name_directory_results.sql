set local check_function_bodies = off;

alter table public.directory_communities rename column listed_at to approval_date;
alter index public.directory_communities_listed_at_idx rename to directory_communities_approval_date_idx;

alter table private.directory_words rename column masks to blanked_words;
alter index private.directory_words_masks_idx rename to directory_words_blanked_words_idx;
alter function private.masks_of(text) rename to blank_each_letter;
alter function private.masks_near(text) rename to blank_each_typo;

create or replace function private.blank_each_typo (
  typed text
)
  returns text[]
  language sql
  immutable
  set search_path to ''
  AS $function$
  select array_agg(blanked) from generate_series(0, char_length(typed)) as i cross join lateral (values
    (left(typed, i) || '_' || substr(typed, i + 2)),
    (left(typed, i) || '_' || substr(typed, i + 1)),
    (left(typed, i) || substr(typed, i + 2)),
    (left(typed, i) || substr(typed, i + 2, 1) || substr(typed, i + 1, 1) || substr(typed, i + 3))
  ) as typos (blanked)
$function$;

drop function
  "private"."count_directory"(text, text, public.community_category, public.join_type, text);

drop function "private"."count_places"(text, public.community_category, public.join_type, text);

drop function
  "public"."count_directory"(text, text, public.community_category, public.join_type, text);

drop function "public"."count_places"(text, public.community_category, public.join_type, text);

create or replace function private.count_directory (
  search    text,
  location  text,
  category  public.community_category,
  join_type public.join_type,
  language  text
)
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  set plan_cache_mode to 'force_custom_plan'
  set jit to 'off'
  AS $function$
#variable_conflict use_variable
declare
  query tsquery;
  finds_nothing boolean;
  searched_for text;
  current_location text;
begin
  if not private.is_directory_live() then
    return null;
  end if;
  if location is not null then
    current_location := nullif(coalesce(private.find_place(location), ''), location);
  end if;
  location := coalesce(nullif(current_location, ''), location);
  select * into query, finds_nothing, searched_for from private.read_search(search);
  return (
    with found as (
      select * from private.find_to_count(query, location, category, join_type, language) where not finds_nothing
    ), counts as (
      select 'category' as filter, found_category::text as value, count(*) as number
      from found where coalesce(failed_filter, 'category') = 'category' group by found_category
      union all select 'join_type', found_join_type::text, count(*)
      from found where coalesce(failed_filter, 'join_type') = 'join_type' group by found_join_type
      union all select 'language', code, count(*)
      from found, unnest(languages) as code where coalesce(failed_filter, 'language') = 'language' group by code
    )
    select jsonb_build_object(
      'total', count(*) filter (where failed_filter is null),
      'is_at_least', count(*) = 2000,
      'searched_for', searched_for,
      'current_location', current_location,
      'any', jsonb_build_object(
        'location', count(*) filter (where coalesce(failed_filter, 'location') = 'location'),
        'category', count(*) filter (where coalesce(failed_filter, 'category') = 'category'),
        'join_type', count(*) filter (where coalesce(failed_filter, 'join_type') = 'join_type'),
        'language', count(*) filter (where coalesce(failed_filter, 'language') = 'language')
      ),
      'locations', (
        select coalesce(jsonb_agg(counted), '[]') from (
          select found_location as name, f.country, count(*) as communities from found as f
          where coalesce(failed_filter, 'location') = 'location' group by 1, 2
          order by found_location = location desc, 3 desc, 1 limit 12
        ) as counted
      ),
      'categories', (select coalesce(jsonb_object_agg(value, number), '{}') from counts where filter = 'category'),
      'join_types', (select coalesce(jsonb_object_agg(value, number), '{}') from counts where filter = 'join_type'),
      'languages', (select coalesce(jsonb_object_agg(value, number), '{}') from counts where filter = 'language')
    ) from found
  );
end
$function$;

create or replace function private.count_directory_words()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  perform private.lock_until_commit('directory words');
  insert into private.directory_words as known (word, communities, blanked_words)
  select word, sum(change), private.blank_each_letter(word) from (
    select distinct word, 1 from string_to_table(new.words, ' ') as word
    union all
    select distinct word, -1 from string_to_table(old.words, ' ') as word
  ) as changed (word, change)
  where word <> ''
  group by word having sum(change) <> 0
  on conflict (word) do update set communities = known.communities + excluded.communities;
  delete from private.directory_words
  where word = any (string_to_array(old.words, ' ')) and communities <= 0;
  return null;
end
$function$;

create or replace function private.count_places (
  search    text,
  category  public.community_category,
  join_type public.join_type,
  language  text
)
  returns table (
    name        text,
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

create or replace function private.find_to_count (
  query     tsquery,
  location  text,
  category  public.community_category,
  join_type public.join_type,
  language  text
)
  returns table (
    found_location  text,
    country         text,
    found_category  public.community_category,
    found_join_type public.join_type,
    languages       text[],
    failed_filter   text
  )
  language plpgsql
  stable
  rows 2000
  set search_path to ''
  AS $function$
#variable_conflict use_variable
begin
  return query
    select d.location, d.country, d.category, d.join_type, d.languages, case
        when d.location <> location then 'location'
        when d.category <> category then 'category'
        when d.join_type <> join_type then 'join_type'
        when language is not null and not d.languages @> array[language] then 'language'
      end
    from public.directory_communities as d
    -- All but one of the filters. Spelled out, so that the planner can use an index.
    where (query is null or d.search_vector @@ query) and (
      (category is null or d.category = category) and (join_type is null or d.join_type = join_type)
        and (language is null or d.languages @> array[language])
      or (location is null or d.location = location) and (join_type is null or d.join_type = join_type)
        and (language is null or d.languages @> array[language])
      or (location is null or d.location = location) and (category is null or d.category = category)
        and (language is null or d.languages @> array[language])
      or (location is null or d.location = location) and (category is null or d.category = category)
        and (join_type is null or d.join_type = join_type))
    limit 2000;
end
$function$;

create or replace function private.read_search (
  search text,
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
  words text[] := array(
    select word from string_to_table(private.plain_words(left(search, 100)), ' ') with ordinality as typed (word, i)
    where word <> '' and ts_lexize('pg_catalog.english_stem', word) <> '{}' order by i limit 8
  );
  term tsquery;
  nearest text;
begin
  finds_nothing := words = '{}' and btrim(coalesce(search, '')) <> '';
  searched_for := case when finds_nothing then '' end;
  for i in 1 .. cardinality(words) loop
    term := private.term_query(words, i);
    if not exists (select from private.directory_words
        where word like words[i] || case when i = cardinality(words) then '%' else '' end)
      and not exists (select from public.directory_communities where search_vector @@ term) then
      select word into nearest from private.directory_words
      where blanked_words && private.blank_each_typo(words[i]) and char_length(words[i]) >= 4
      order by left(word, 1) <> left(words[i], 1), communities desc, word limit 1;
      if not found then
        finds_nothing := true;
        searched_for := null;
        return;
      end if;
      words[i] := nearest;
      term := private.term_query(words, i);
      searched_for := array_to_string(words, ' ');
    end if;
    query := case when i = 1 then term else query && term end;
  end loop;
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
        or (sort = 'newest' and (d.approval_date, d.id) < (after_time, after_id)))
    order by
      case when sort = 'members' then d.member_count end desc,
      case when sort = 'newest' then d.approval_date end desc,
      case when sort = 'name' then d.sort_name end,
      case when sort = 'name' then d.id end,
      d.id desc
    limit least(greatest(coalesce(page_size, 24), 1), 48);
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
begin
  select * into link from public.community_links where community_id = community.id;
  if community.status <> 'approved' or link.state = 'dead' then
    delete from public.directory_communities where id = community.id;
    return;
  end if;
  select * into place from public.places where name = community.location;
  insert into public.directory_communities (
    id, name, description, place_id, location, country, category, join_type, languages, member_count, image_url,
    groups, approval_date, link_checked_at, sort_name, words
  ) values (
    community.id, community.name, community.description, place.id, place.name, place.country, community.category,
    community.join_type, community.languages, community.member_count, community.image_url,
    coalesce(community.approved_groups, '[]'),
    date_trunc('milliseconds', coalesce(community.approval_date, community.created_at)),
    link.live_at, private.plain_words(community.name),
    private.plain_words(concat_ws(' ', community.name, community.description))
  )
  on conflict (id) do update set
    name = excluded.name, description = excluded.description, place_id = excluded.place_id,
    location = excluded.location, country = excluded.country, category = excluded.category,
    join_type = excluded.join_type,
    languages = excluded.languages, member_count = excluded.member_count, image_url = excluded.image_url,
    groups = excluded.groups, approval_date = excluded.approval_date,
    link_checked_at = excluded.link_checked_at, sort_name = excluded.sort_name,
    words = excluded.words;
end
$function$;

create or replace function public.count_directory (
  search    text                      default null::text,
  location  text                      default null::text,
  category  public.community_category default null::public.community_category,
  join_type public.join_type          default null::public.join_type,
  language  text                      default null::text
)
  returns jsonb
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  perform private.refuse_filters();
  perform private.allow_caching();
  return private.count_directory(search, location, category, join_type, language);
end
$function$;

create or replace function public.count_places (
  search    text                      default null::text,
  category  public.community_category default null::public.community_category,
  join_type public.join_type          default null::public.join_type,
  language  text                      default null::text
)
  returns table (
    name        text,
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

revoke all
  on function
    "private"."count_directory"(text, text, public.community_category, public.join_type, text)
  from public;

grant execute
  on function
    "private"."count_directory"(text, text, public.community_category, public.join_type, text)
  to "anon", "authenticated", "service_role";

revoke all
  on function "private"."count_places"(text, public.community_category, public.join_type, text)
  from public;

grant execute
  on function "private"."count_places"(text, public.community_category, public.join_type, text)
  to "anon", "authenticated", "service_role";

revoke all
  on function
    "private"."find_to_count"(tsquery, text, public.community_category, public.join_type, text)
  from public;

revoke all
  on function
    "public"."count_directory"(text, text, public.community_category, public.join_type, text)
  from public;

grant execute
  on function
    "public"."count_directory"(text, text, public.community_category, public.join_type, text)
  to "anon", "authenticated", "service_role";

revoke all
  on function "public"."count_places"(text, public.community_category, public.join_type, text)
  from public;

grant execute
  on function "public"."count_places"(text, public.community_category, public.join_type, text)
  to "anon", "authenticated", "service_role";
