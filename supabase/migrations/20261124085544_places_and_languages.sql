set local check_function_bodies = off;
-- By hand: writes every row of the directory.
set local statement_timeout = 0;

-- By hand: in one file, because nothing in it uses the new values.
alter type "public"."audit_action" add value 'added' after 'reports resolved';

alter type "public"."audit_action" add value 'merged' after 'added';

alter type "public"."audit_subject" add value 'place' after 'user';

drop trigger "log_community" on "public"."communities";

drop trigger "update_directory_after_update" on "public"."communities";

drop trigger "count_words" on "public"."directory_communities";

drop index "public"."directory_communities_search_vector_idx";

drop view "private"."review_queue";

drop function
  "private"."count_directory"(text, public.community_location, public.community_category,
  public.join_type);

drop function "private"."count_review_queue"();

drop function "private"."country_of"(public.community_location);

drop function "private"."queue_counts"();

drop function
  "private"."search_directory"(text, public.community_location, public.community_category,
  public.join_type, text, text, uuid, integer);

drop function
  "public"."count_directory"(text, public.community_location, public.community_category,
  public.join_type);

drop function "public"."count_review_queue"();

drop function
  "public"."search_directory"(text, public.community_location, public.community_category,
  public.join_type, text, text, uuid, integer);

alter table "public"."directory_communities"
  drop column "search_vector";

create table "public"."places" (
  "id"                uuid                     not null default gen_random_uuid(),
  "name"              text                     not null,
  "alternative_names" text[]                   not null default '{}'::text[],
  "country"           text                     not null,
  "country_code"      text                     not null,
  "latitude"          double precision         not null,
  "longitude"         double precision         not null,
  "is_active"         boolean                  not null default true,
  "known_names"       text[]                   not null default '{}'::text[],
  "words"             text                     not null default ''::text,
  "created_at"        timestamp with time zone not null default now(),
  "updated_at"        timestamp with time zone not null default now(),
  constraint "places_country_code_check" check ((country_code ~ '^[A-Z]{2}$'::text)),
  constraint "places_latitude_check"
    check
    (((latitude >= ('-90'::integer)::double precision) AND (latitude <= (90)::double precision))),
  constraint "places_longitude_check"
    check
    (((longitude >= ('-180'::integer)::double precision) AND (longitude <= (180)::double
    precision))),
  constraint "places_name_key" unique (name),
  constraint "places_pkey" primary key (id),
  constraint "places_alternative_names_check" check (private.is_list(alternative_names, 100, 100)),
  constraint "places_country_check" check (private.is_line(country, 100)),
  constraint "places_name_check" check (private.is_line(name, 100))
);

alter table "public"."places"
  enable row level security;

alter table "public"."communities"
  add column "requested_place" text;

alter table "public"."communities"
  add column "languages" text[] not null default '{}'::text[];

alter table "public"."communities"
  alter column "location" drop not null;

alter table "public"."communities"
  alter column "location" type text using "location"::text;

alter table "public"."places"
  add column "search_vector" tsvector generated always as
    ((to_tsvector('simple'::regconfig, words) || to_tsvector('english'::regconfig, words))) stored
    not null;

alter table "public"."directory_communities"
  alter column "location" type text using "location"::text;

drop type "public"."community_location";

-- By hand: the places that the enum had, before the trigger that logs them.
insert into public.places (name, country, country_code, latitude, longitude, known_names, words)
select name, country, country_code, latitude, longitude, array[private.plain_words(name)],
  private.plain_words(name || ' ' || country)
from (values
  ('Cape Town', 'South Africa', 'ZA', -33.92584, 18.42322),
  ('Bali', 'Indonesia', 'ID', -8.40952, 115.18892),
  ('Zürich', 'Switzerland', 'CH', 47.36667, 8.55),
  ('Rio de Janeiro', 'Brazil', 'BR', -22.90642, -43.18223),
  ('Medellín', 'Colombia', 'CO', 6.25184, -75.56359),
  ('Koh Phangan', 'Thailand', 'TH', 9.7319, 100.0136)
) as place (name, country, country_code, latitude, longitude);

-- By hand: what the directory's trigger would write. The words of the places are no longer among those of a community.
alter table public.directory_communities
  add column place_id uuid,
  add column country text,
  add column languages text[] not null default '{}';

update public.directory_communities as d
set place_id = p.id, country = p.country, words = private.plain_words(concat_ws(' ', d.name, d.description))
from public.places as p where p.name = d.location;

-- Counts all words at once: the trigger, which was dropped above, would count each row by itself.
delete from private.directory_words;
insert into private.directory_words (word, communities, masks)
select word, count(*), private.masks_of(word) from (
  select distinct d.id, word from public.directory_communities as d, string_to_table(d.words, ' ') as word
  union all
  select distinct p.id, word from public.places as p, string_to_table(p.words, ' ') as word
) as used
where word <> ''
group by word;

alter table public.directory_communities
  alter column place_id set not null,
  alter column country set not null,
  alter column languages drop default;

alter table "public"."directory_communities"
  add column "search_vector" tsvector generated always as
    (((to_tsvector('simple'::regconfig, words) || to_tsvector('english'::regconfig, words)) ||
    array_to_tsvector(ARRAY[('#'::text || (place_id)::text)]))) stored not null;

create or replace function private.are_languages (
  codes text[]
)
  returns boolean
  language sql
  immutable
  set search_path to ''
  AS $function$
  select cardinality(codes) <= 3
    and coalesce(array_ndims(codes), 1) = 1
    and codes <@ private.language_codes()
    and (select count(distinct code) from unnest(codes) as code) = cardinality(codes)
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
      'groups_updated_at'
    )
$function$;

create or replace function private.check_community_place()
  returns trigger
  language plpgsql
  set search_path to ''
  AS $function$
declare
  place public.places;
  -- Until the requested place is added. An approved community keeps its current place until then.
  may_be_missing constant boolean :=
    new.requested_place is not null and (tg_op = 'INSERT' or old.status <> 'approved');
begin
  -- Without a lock on the place, the save cannot deadlock with a merge, which locks the place first.
  if (new.location is null and may_be_missing) or (tg_op = 'UPDATE' and new.location = old.location) then
    return new;
  end if;
  place := private.lock_place(new.location);
  if place.id is null then
    raise exception 'Please select a location' using errcode = 'PT400', detail = 'location';
  end if;
  if not place.is_active and (tg_op = 'INSERT' or place.name is distinct from old.location) then
    raise exception 'This place is no longer available. Please choose another one.'
      using errcode = 'PT400', detail = 'location';
  end if;
  new.location := place.name;
  return new;
end
$function$;

create or replace function private.community_content (
  community public.communities
)
  returns jsonb
  language sql
  stable
  set search_path to ''
  AS $function$
  select jsonb_object_agg(field, to_jsonb(community) -> field) || jsonb_build_object(
    'groups', coalesce((
      select jsonb_agg(g.name order by g.name) from public.community_groups as g
      where g.community_id = community.id
    ), '[]'::jsonb)
  )
  from unnest(
    private.reviewed_fields()
    || array['location', 'requested_place', 'join_type', 'category', 'languages', 'member_count']
  ) as field
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
    case when search ~* dead_links then
      'exists (select from public.community_links as l where l.community_id = c.id and l.state = ''dead'')'
    end,
    private.has_words_or_place(regexp_replace(search, dead_links, ' ', 'gi')),
    case when status is not null then format('c.status = %L', status) end,
    case when category is not null then format('c.category = %L', category) end,
    case when country is not null then format('c.location = any (%L)', array(
      select p.name from public.places as p where p.country = community_filter.country
    )) end,
    case when owner_id is not null then format('c.owner_id = %L', owner_id) end)
  from (select '(^|\s)link:dead(?=\s|$)' as dead_links) as pattern
$function$;

create or replace function private.copy_country()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  update public.communities set search_text = '' where location = new.name;
  update public.directory_communities set country = new.country where location = new.name;
  return null;
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
  place constant text := coalesce(private.find_place(location), '');
  is_other_name constant boolean := location <> place;
begin
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
    from counts where private.is_directory_live();
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
    where private.is_directory_live() and not finds_nothing
    order by counts.communities desc, p.name;
end
$function$;

create or replace function private.count_review_queue()
  returns table (
    pending          bigint,
    held             bigint,
    groups_changed   bigint,
    reported         bigint,
    places_requested bigint
  )
  language plpgsql
  stable
  security definer
  rows 1
  set search_path to ''
  AS $function$
begin
  perform private.require_admin();
  return query select * from private.queue_counts();
end
$function$;

create or replace function private.decide_community()
  returns trigger
  language plpgsql
  set search_path to ''
  AS $function$
begin
  if private.is_decision(old, new) then
    if not private.is_admin() then
      raise exception 'Only an admin may approve or reject a community.' using errcode = 'PT403';
    end if;
    if new.status = 'approved' and new.location is null then
      raise exception 'Add the requested place first, or choose another one.' using errcode = 'PT409';
    end if;
    new.approval_date := now();
    new.approved_by := (select auth.uid());
    if new.status = 'approved' then
      new.rejection_reason := null;
    else
      new.rejected_version := private.community_content(new)
        || jsonb_build_object('rejection_reason', new.rejection_reason);
    end if;
  elsif old.status = 'rejected' and new.owner_id = (select auth.uid()) then
    new.status := 'pending';
    new.approval_date := null;
    new.approved_by := null;
    new.rejection_reason := null;
  end if;
  return new;
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
  select name from public.places where known_names @> array[private.plain_words(place_name)]
$function$;

create or replace function private.has_words_or_place (
  search text
)
  returns text
  language sql
  stable
  set search_path to ''
  AS $function$
  select string_agg(
    case when places = '{}' then in_text else format('(%s or c.location = any (%L))', in_text, places) end, ' and '
  )
  from regexp_split_to_table(left(search, 200), '\s+') as word
  cross join lateral (
    select private.has_words('c.search_text', word), array(
      select p.name from public.places as p
      where p.words like '%' || nullif(private.plain_words(word), '') || '%'
    )
  ) as condition (in_text, places)
  where word <> ''
$function$;

create or replace function private.language_codes()
  returns text[]
  language sql
  immutable
  set search_path to ''
  AS $function$
  select string_to_array(
    'aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en '
    'eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv '
    'ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne '
    'ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st '
    'su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu',
    ' '
  )
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
  wanted constant text := '%' || private.plain_words(search) || '%';
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
  perform from public.places where known_names @> array[private.plain_words(place_name)] for share;
  select * into found_place from public.places where known_names @> array[private.plain_words(place_name)];
  return found_place;
end
$function$;

create or replace function private.log_place()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  before jsonb := private.changed_values(coalesce(to_jsonb(old), '{}'), to_jsonb(new));
  after jsonb := private.changed_values(to_jsonb(new), coalesce(to_jsonb(old), '{}'));
begin
  if before <> '{}' or after <> '{}' then
    perform private.log_action(
      case
        when tg_op = 'INSERT' then 'added'::public.audit_action
        when current_setting('private.place_change', true) = 'merge' then 'merged'
        else 'edited'
      end,
      'place', new.id, null, before, after
    );
  end if;
  return null;
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
    raise exception 'One of the places no longer exists. Reload the list.' using errcode = 'PT409';
  end if;
  perform set_config('private.place_change', 'merge', true);
  update public.communities set location = kept.name where location = merged.name;
  delete from public.places where id = merged_id;
  update public.places set alternative_names = alternative_names || merged.name || merged.alternative_names
  where id = kept_id;
end
$function$;

create or replace function private.queue_counts()
  returns table (
    pending          bigint,
    held             bigint,
    groups_changed   bigint,
    reported         bigint,
    places_requested bigint
  )
  language sql
  stable
  security definer
  rows 1
  set search_path to ''
  AS $function$
  select count(*) filter (where turn = 1), count(*) filter (where turn = 2),
    count(*) filter (where turn = 3), count(*) filter (where turn = 4),
    count(*) filter (where turn = 5)
  from private.review_queue
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
      where masks && private.masks_near(words[i]) and char_length(words[i]) >= 4
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

create or replace function private.require_languages()
  returns trigger
  language plpgsql
  set search_path to ''
  AS $function$
begin
  if new.languages = '{}' and private.is_directory_live() then
    raise exception 'Please choose at least one language' using errcode = 'PT400', detail = 'languages';
  end if;
  return new;
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
begin
  select r.query, r.finds_nothing into query, finds_nothing from private.read_search(search) as r;
  sort := case when sort in ('members', 'name') then sort else 'newest' end;
  location := coalesce(private.find_place(location), location);
  return query
    select d.* from public.directory_communities as d
    where private.is_directory_live() and not finds_nothing
      and (query is null or d.search_vector @@ query)
      and (location is null or d.location = location)
      and (category is null or d.category = category)
      and (join_type is null or d.join_type = join_type)
      and (language is null or d.languages @> array[language])
      and (after_id is null
        or (sort = 'members' and (d.member_count, d.id) < (after_key::integer, after_id))
        or (sort = 'name' and (d.sort_name, d.id) > (private.plain_words(after_key), after_id))
        or (sort = 'newest' and (d.listed_at, d.id) < (after_key::timestamptz, after_id)))
    order by
      case when sort = 'members' then d.member_count end desc,
      case when sort = 'newest' then d.listed_at end desc,
      case when sort = 'name' then d.sort_name end,
      case when sort = 'name' then d.id end,
      d.id desc
    limit least(greatest(coalesce(page_size, 24), 1), 48);
end
$function$;

create or replace function private.show_link_check()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  community public.communities;
begin
  select * into community from public.communities where id = new.community_id for share;
  if found then
    perform private.write_directory_community(community);
  end if;
  return null;
end
$function$;

create or replace function private.term_query (
  words text[],
  i     integer
)
  returns tsquery
  language sql
  stable
  set search_path to ''
  AS $function$
  select coalesce(term || string_agg(quote_literal('#' || p.id), ' | ')::tsquery, term)
  from (select private.word_query(words, i)) as typed (term)
  left join public.places as p on p.search_vector @@ term
  group by term
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
    or entry.action not in ('approved', 'rejected', 'changes accepted', 'changes declined')
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

  perform set_config('private.undoing', 'on', true);
  execute format(
    'update public.communities set (%s, updated_at) = (%s, now()) where id = $2',
    (select string_agg(format('%I', field), ', ') from jsonb_object_keys(entry.before) as field),
    (select string_agg(format('($1).%I', field), ', ') from jsonb_object_keys(entry.before) as field)
  ) using community, community_id;
  perform set_config('private.undoing', 'off', true);
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
    groups, listed_at, link_checked_at, sort_name, words
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
    groups = excluded.groups, listed_at = excluded.listed_at,
    link_checked_at = excluded.link_checked_at, sort_name = excluded.sort_name,
    words = excluded.words;
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

create or replace function private.write_search_text()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  select concat_ws(
      ' ', new.name, new.location, new.requested_place, nullif(extensions.unaccent(new.location), new.location),
      place.country, new.whatsapp_link, p.name, p.email,
      nullif(nullif(p.sign_in_email, p.email), '')
    )
  into new.search_text
  from public.profiles as p left join public.places as place on place.name = new.location
  where p.id = new.owner_id;
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
  perform private.allow_caching();
  return query select * from private.count_places(search, category, join_type, language);
end
$function$;

create or replace function public.count_review_queue()
  returns table (
    pending          bigint,
    held             bigint,
    groups_changed   bigint,
    reported         bigint,
    places_requested bigint
  )
  language sql
  stable
  rows 1
  set search_path to ''
  AS $function$
  select * from private.count_review_queue()
$function$;

create or replace function public.list_places (
  search    text    default ''::text,
  page_size integer default 50,
  page      integer default 1
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
  language sql
  stable
  rows 50
  set search_path to ''
  AS $function$
  select * from private.list_places(search, page_size, page)
$function$;

create or replace function public.merge_places (
  merged_id uuid,
  kept_id   uuid
)
  returns void
  language sql
  set search_path to ''
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
  perform private.allow_caching();
  return query select * from private.search_directory(
    search, location, category, join_type, language, sort, after_key, after_id, page_size);
end
$function$;

alter table "public"."communities"
  add constraint "communities_place_check" check (((location IS NOT NULL) OR ((requested_place IS
    NOT NULL) AND (status <> 'approved'::public.community_status))));

alter table "public"."communities"
  add constraint "communities_location_fkey" foreign key (location) references public.places(name)
    on update cascade on delete restrict;

create view "private"."review_queue" AS  SELECT communities.id,
    1 AS turn,
    communities.created_at AS since
   FROM public.communities
  WHERE (communities.status = 'pending'::public.community_status)
UNION ALL
 SELECT communities.id,
    2 AS turn,
    communities.held_at AS since
   FROM public.communities
  WHERE (communities.held_at IS NOT NULL)
UNION ALL
 SELECT communities.id,
    3 AS turn,
    communities.groups_changed_at AS since
   FROM public.communities
  WHERE ((communities.groups_changed_at IS NOT NULL) AND (communities.held_at IS NULL))
UNION ALL
 SELECT c.id,
    4 AS turn,
    min(r.created_at) AS since
   FROM (public.community_reports r
     JOIN public.communities c ON ((c.id = r.community_id)))
  WHERE ((r.resolved_at IS NULL) AND (c.status = 'approved'::public.community_status) AND (c.held_at IS NULL) AND (c.groups_changed_at IS NULL))
  GROUP BY c.id
UNION ALL
 SELECT c.id,
    5 AS turn,
    c.updated_at AS since
   FROM public.communities c
  WHERE ((c.requested_place IS NOT NULL) AND (c.status = 'approved'::public.community_status) AND (c.held_at IS NULL) AND (c.groups_changed_at IS NULL) AND (NOT (EXISTS ( SELECT
           FROM public.community_reports r
          WHERE ((r.community_id = c.id) AND (r.resolved_at IS NULL))))));

create index communities_requested_place_idx on public.communities using btree (updated_at, id)
  where ((requested_place is not null) AND (status = 'approved'::public.community_status));

create index directory_communities_languages_idx on public.directory_communities
  using gin (languages)
  with (fastupdate=off);

create index directory_communities_location_idx on public.directory_communities
  using btree (location, category, join_type);

create index directory_communities_search_vector_idx on public.directory_communities
  using gin (search_vector)
  with (fastupdate=off);

create index places_known_names_idx on public.places using gin (known_names);

create index places_search_vector_idx on public.places using gin (search_vector)
  with (fastupdate=off);

create trigger before_4_check_place
  before insert or update on public.communities
  for each row
  when (private.is_user_request())
  execute function private.check_community_place();

create trigger before_4_require_languages
  before insert on public.communities
  for each row
  when (private.is_user_request())
  execute function private.require_languages();

create trigger log_community
  after delete or update on public.communities
  for each row
  when ((COALESCE(current_setting('private.place_change'::text, true), ''::text) = ''::text))
  execute function private.log_community();

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
    (old.approval_date IS DISTINCT FROM new.approval_date)))
  execute function private.update_directory();

create constraint TRIGGER count_changed_words
  after update of words on public.directory_communities deferrable initially deferred
  for each row
  when ((old.words <> new.words))
  execute function private.count_directory_words();

create constraint TRIGGER count_words
  after insert or delete on public.directory_communities deferrable initially deferred
  for each row
  execute function private.count_directory_words();

create trigger copy_country
  after update on public.places
  for each row
  when ((old.country <> new.country))
  execute function private.copy_country();

create constraint TRIGGER count_changed_words
  after update of words on public.places deferrable initially deferred
  for each row
  when ((old.words <> new.words))
  execute function private.count_directory_words();

create constraint TRIGGER count_words
  after insert or delete on public.places deferrable initially deferred
  for each row
  execute function private.count_directory_words();

create trigger log_place
  after insert or update on public.places
  for each row
  execute function private.log_place();

create trigger write_names
  before insert or update on public.places
  for each row
  execute function private.write_names();

create policy "Admins add places" on "public"."places"
  for insert
  to "authenticated"
  with check (( SELECT private.is_admin() AS is_admin));

create policy "Admins edit places" on "public"."places"
  for update
  to "authenticated"
  using (( select private.is_admin() as is_admin))
  with check (( SELECT private.is_admin() AS is_admin));

create policy "Nothing before the sign-in is complete" on "public"."places"
  as restrictive
  for all
  to "authenticated"
  using (( select private.is_sign_in_complete() as is_sign_in_complete));

create policy "Users read every place" on "public"."places"
  for select
  to "authenticated"
  using (true);

revoke all on function "private"."are_languages"(text[]) from public;

grant execute on function "private"."are_languages"(text[]) to "authenticated", "service_role";

revoke all on function "private"."check_community_place"() from public;

revoke all on function "private"."copy_country"() from public;

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

revoke all on function "private"."count_review_queue"() from public;

grant execute on function "private"."count_review_queue"() to "authenticated", "service_role";

revoke all on function "private"."find_place"(text) from public;

grant execute on function "private"."find_place"(text) to "authenticated", "service_role";

revoke all on function "private"."has_words_or_place"(text) from public;

revoke all on function "private"."language_codes"() from public;

grant execute on function "private"."language_codes"() to "authenticated", "service_role";

revoke all on function "private"."list_places"(text, integer, integer) from public;

grant execute
  on function "private"."list_places"(text, integer, integer)
  to "authenticated", "service_role";

revoke all on function "private"."lock_place"(text) from public;

grant execute on function "private"."lock_place"(text) to "authenticated", "service_role";

revoke all on function "private"."log_place"() from public;

revoke all on function "private"."merge_places"(uuid, uuid) from public;

grant execute on function "private"."merge_places"(uuid, uuid) to "authenticated", "service_role";

revoke all on function "private"."plain_words"(text) from "authenticated";

grant execute on function "private"."plain_words"(text) to "authenticated";

revoke all on function "private"."plain_words"(text) from "service_role";

grant execute on function "private"."plain_words"(text) to "service_role";

revoke all on function "private"."queue_counts"() from public;

grant execute on function "private"."queue_counts"() to "service_role";

revoke all on function "private"."require_languages"() from public;

revoke all
  on function
    "private"."search_directory"(text, text, public.community_category, public.join_type, text,
    text, text, uuid, integer)
  from public;

grant execute
  on function
    "private"."search_directory"(text, text, public.community_category, public.join_type, text,
    text, text, uuid, integer)
  to "anon", "authenticated", "service_role";

revoke all on function "private"."term_query"(text[], integer) from public;

revoke all on function "private"."write_names"() from public;

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

revoke all on function "public"."count_review_queue"() from public;

grant execute on function "public"."count_review_queue"() to "authenticated", "service_role";

revoke all on function "public"."list_places"(text, integer, integer) from public;

grant execute
  on function "public"."list_places"(text, integer, integer)
  to "authenticated", "service_role";

revoke all on function "public"."merge_places"(uuid, uuid) from public;

grant execute on function "public"."merge_places"(uuid, uuid) to "authenticated", "service_role";

revoke all
  on function
    "public"."search_directory"(text, text, public.community_category, public.join_type, text, text,
    text, uuid, integer)
  from public;

grant execute
  on function
    "public"."search_directory"(text, text, public.community_category, public.join_type, text, text,
    text, uuid, integer)
  to "anon", "authenticated", "service_role";

revoke all ("languages") on table "public"."communities" from "authenticated";

grant insert ("languages"), update ("languages") on table "public"."communities" to "authenticated";

revoke all ("requested_place") on table "public"."communities" from "authenticated";

grant insert ("requested_place"), update ("requested_place")
  on table "public"."communities"
  to "authenticated";

grant insert ("alternative_names"), update ("alternative_names")
  on table "public"."places"
  to "authenticated";

grant insert ("country_code"), update ("country_code") on table "public"."places" to "authenticated";

grant insert ("country"), update ("country") on table "public"."places" to "authenticated";

grant insert ("id") on table "public"."places" to "authenticated";

grant insert ("is_active"), update ("is_active") on table "public"."places" to "authenticated";

grant insert ("latitude"), update ("latitude") on table "public"."places" to "authenticated";

grant insert ("longitude"), update ("longitude") on table "public"."places" to "authenticated";

grant insert ("name"), update ("name") on table "public"."places" to "authenticated";

grant select on table "public"."places" to "authenticated";

grant all
  on table "public"."places"
  to "service_role";

alter table "public"."communities"
  add constraint "communities_languages_check" check (private.are_languages(languages));

alter table "public"."communities"
  add constraint "communities_requested_place_check" check (private.is_line(requested_place, 100));
