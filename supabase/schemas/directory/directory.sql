-- directory/: what visitors and signed-in members see.
-- Guarantee: only communities that may be listed, in the approved version, without invite links or owners. Nothing
-- while the directory is closed. A user reads a link only after a recorded join, which visitors cannot observe.
--   directory.sql: the table, which has the communities that private.may_be_listed allows (communities/blocks.sql).
--   search.sql and search_counts.sql: pages and counts. queries.sql: the queries for what a visitor typed, which
--   known_words.sql corrects. Their words: synonyms.sql and translations.sql.
--   joins.sql: joining.  numbers.sql: the order by joins, and the page for businesses.  saved.sql: bookmarks.

-- The words of a text and their stems, each after a mark. PL/pgSQL caches the plan, which SQL would make for each row.
create function private.mark_words(mark text, words text) returns tsvector
language plpgsql immutable set search_path = '' as $$
begin
  return (
    select coalesce(string_agg(format('%L:%s', mark || lexeme, array_to_string(positions, ',')), ' '), '')::tsvector
    from (
      select * from unnest(to_tsvector('pg_catalog.simple', words))
      union all select * from unnest(to_tsvector('pg_catalog.english', words))) as found);
end
$$;

-- No API role reads it. Separate from communities, so that no filter, sort order or embedded row can reveal hidden
-- columns: it has no invite link and nothing about owners. Written by triggers.
create table public.directory_communities (
  id uuid primary key references public.communities (id) on delete cascade,
  name text not null,
  description text not null,
  summary text not null generated always as (left(description, 300)) stored,
  host_name text not null default '',
  host_intro text not null default '',
  place_id uuid not null,
  location text not null,
  country text not null,
  category public.community_category not null,
  join_type public.join_type not null,
  languages text[] not null,
  member_count integer not null,
  -- How many users joined it lately, in the steps of private.to_join_step: no single join can be observed.
  joins integer not null default 0,
  -- Signs of life of the 30 days before today, as of the last night: how many users joined it, in the same steps, and
  -- whether its owner confirmed or edited it, or five users joined. False and 0 for a day after it is listed.
  joins_this_month integer not null default 0,
  is_active boolean not null default false,
  -- Whether its owner has proved that they run the group behind the link, and an admin has reviewed the name.
  is_verified boolean not null default false,
  image_url text not null,
  groups jsonb not null,
  group_count integer not null generated always as (jsonb_array_length(groups)) stored,
  -- In milliseconds, so that it round-trips through a JavaScript Date.
  approval_date timestamptz(3) not null,
  link_checked_at timestamptz,
  -- Collation "C": the same order whatever the database's locale.
  sort_name text collate "C" not null,
  -- In the result of a search: how well it matches, 1 is best. Null in the table.
  rank integer check (rank is null),
  -- Everything that a visitor reads, as private.search_words returns it, except for the names of the place.
  words text not null,
  name_words text not null,
  -- The words of the category, the join type and the languages.
  facet_words text not null,
  -- The words and their stems. With positions, so that 'coworking' matches 'co-working'. Those of the name also begin
  -- with ^, and those of the name and the facets with =, so that an index finds the best matches. The id stands for all
  -- names of the place, so that they can change without rewriting its communities, and a hash for those of the country.
  -- No typed word begins with these.
  search_vector tsvector not null generated always as (
    private.mark_words('', words) || private.mark_words('^', name_words)
    || private.mark_words('=', name_words || ' ' || facet_words)
    || array_to_tsvector(array['#' || place_id::text, '#' || md5(country)])
  ) stored
);

-- One index for each sort order. They include the filters, so that only matching rows are read from the table.
create index directory_communities_approval_date_idx
on public.directory_communities (approval_date, id, location, category, join_type);
create index directory_communities_is_verified_idx
on public.directory_communities (is_verified, joins, approval_date, id, location, category, join_type);
create index directory_communities_joins_idx
on public.directory_communities (joins, approval_date, id, location, category, join_type);
create index directory_communities_sort_name_idx
on public.directory_communities (sort_name, id, location, category, join_type);
-- For counting, and for rare filters.
create index directory_communities_location_idx on public.directory_communities (location, category, join_type);
create index directory_communities_languages_idx
on public.directory_communities using gin (languages) with (fastupdate = off);
-- fastupdate is off, because every search would have to scan the list of pending entries.
create index directory_communities_search_vector_idx
on public.directory_communities using gin (search_vector) with (fastupdate = off);

-- Lists a community that visitors may see, and removes any other. The columns of an approved community are its approved
-- version: changes are in held_changes, and approved_groups are the groups that an admin last saw.
create function private.write_directory_community(community public.communities) returns void
language plpgsql set search_path = '' as $$
declare
  name_words constant text := private.search_words(community.name);
  facet_words constant text := private.search_words(concat_ws(
    ' ', community.category, case community.join_type when 'request' then 'request to join' else 'open' end,
    private.translated_names('language', variadic community.languages)));
begin
  -- Lets the schedule check the link, or not any more.
  update public.community_links set is_scheduled = not is_scheduled
  where community_id = community.id and is_scheduled <> private.may_be_listed(community, '{dead_link, renamed}');
  if not private.may_be_listed(community) then
    delete from public.directory_communities where id = community.id;
    return;
  end if;
  insert into public.directory_communities (
    id, name, description, host_name, host_intro, place_id, location, country, category, join_type, languages,
    member_count, joins, is_verified, image_url, groups, approval_date, link_checked_at, sort_name, words, name_words,
    facet_words
  )
  select
    community.id, community.name, community.description, community.host_name, community.host_intro,
    p.id, p.name, p.country, community.category, community.join_type, community.languages, community.member_count,
    coalesce(
      (select d.joins from public.directory_communities as d where d.id = community.id),
      (select r.joins from private.recent_joins as r where r.community_id = community.id), 0),
    community.verified_at is not null and community.name_changed_at is null, community.image_url,
    coalesce(community.approved_groups, '[]'),
    date_trunc('milliseconds', coalesce(community.approval_date, community.created_at)),
    (select l.live_at from public.community_links as l where l.community_id = community.id),
    private.plain_words(community.name),
    concat_ws(' ', name_words, facet_words, private.search_words(concat_ws(
      ' ', community.description, community.host_name, community.host_intro,
      jsonb_path_query_array(community.approved_groups, '$[*].name')))),
    name_words, facet_words
  from public.places as p where p.name = community.location
  on conflict (id) do update set
    name = excluded.name, description = excluded.description,
    host_name = excluded.host_name, host_intro = excluded.host_intro, place_id = excluded.place_id,
    location = excluded.location, country = excluded.country, category = excluded.category,
    join_type = excluded.join_type, languages = excluded.languages, member_count = excluded.member_count,
    is_verified = excluded.is_verified, image_url = excluded.image_url, groups = excluded.groups,
    approval_date = excluded.approval_date, link_checked_at = excluded.link_checked_at,
    sort_name = excluded.sort_name, words = excluded.words, name_words = excluded.name_words,
    facet_words = excluded.facet_words;
end
$$;

-- Lists the community, updates it in the directory, or removes it. After a change of its blocks or its link, the lock
-- waits for a concurrent save or merge, whose values this would overwrite.
create function private.update_listing() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  community public.communities;
begin
  if tg_table_name = 'communities' then
    community := new;
  else
    select * into community from public.communities where id = coalesce(new.community_id, old.community_id) for share;
  end if;
  if community.id is not null then perform private.write_directory_community(community); end if;
  return null;
end
$$;

create trigger after_6_list_new after insert on public.communities
for each row when (new.status = 'approved') execute function private.update_listing();

create trigger after_6_update_directory after update on public.communities for each row when (
  (old.status, old.name, old.description, old.host_name, old.host_intro, old.location, old.category, old.join_type,
    old.languages, old.member_count, old.image_url, old.approved_groups, old.approval_date, old.verified_at,
    old.name_changed_at, old.owner_id)
  is distinct from (new.status, new.name, new.description, new.host_name, new.host_intro, new.location, new.category,
    new.join_type, new.languages, new.member_count, new.image_url, new.approved_groups, new.approval_date,
    new.verified_at, new.name_changed_at, new.owner_id)
) execute function private.update_listing();

create trigger update_listing after insert or delete on public.community_blocks
for each row execute function private.update_listing();

create trigger update_listing after update on public.community_links
for each row when (old.live_at is distinct from new.live_at) execute function private.update_listing();

create function private.is_listed(community_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.is_directory_live()
    and exists (select from public.directory_communities as d where d.id = community_id)
$$;

create function private.require_listed(community_id uuid) returns void
language plpgsql stable set search_path = '' as $$
begin
  if not private.is_listed(community_id) then
    raise exception 'This community is no longer in the directory.' using errcode = 'PT410';
  end if;
end
$$;

create function private.get_directory_community(community_id uuid) returns setof public.directory_communities
language sql stable security definer set search_path = '' rows 1 as $$
  select d.* from public.directory_communities as d where d.id = community_id and private.is_directory_live()
$$;

-- Refuses a call whose result the REST service filters or sorts, or from which it selects the same columns many times:
-- it adds these to the statement. Matching 48 descriptions with a pattern that has back references takes minutes. The
-- text of a JSON result can also be matched (?pgrst_scalar->>searched_for=match.a).
create function private.refuse_filters() returns void
language plpgsql stable set search_path = '' as $$
begin
  if char_length(current_query()) > 4000 or current_query() ~* '\m(where|order by)\M' then
    raise exception 'The directory can only be filtered and sorted by the arguments of its functions.'
      using errcode = 'PT400';
  end if;
end
$$;

-- A cache must not serve CSV or a part of the list to a visitor who requested JSON: hence Vary. Some CDNs ignore it,
-- and the REST service caches an error about a range like a list. So only requests like the app's can be cached.
create function private.allow_caching() returns void
language sql set search_path = '' as $$
  select set_config('response.headers', '[{"Cache-Control": "public, max-age=60, stale-while-revalidate=60"}, '
    '{"Vary": "Accept, Accept-Profile, Origin, Prefer, Range"}]', true)
  from (select coalesce(nullif(current_setting('request.headers', true), ''), '{}')::jsonb as headers) as request
  where private.is_directory_live() and not headers ?| array['accept-profile', 'range']
    and coalesce(headers ->> 'accept', '*/*') in ('application/json', '*/*')
    and coalesce(headers ->> 'prefer', 'return=representation') = 'return=representation'
$$;

grant execute on function private.refuse_filters, private.allow_caching to anon, authenticated, service_role;
grant execute on function private.is_listed to authenticated, service_role;
