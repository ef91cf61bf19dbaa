-- What visitors read: approved communities in the version that was approved, and nothing else of them.

-- Whether anybody may read it; the pages are built for the one or the other.
alter table private.settings add column directory_live boolean not null default false;

create function private.is_directory_live() returns boolean
language sql stable security definer set search_path = '' as $$
  select directory_live from private.settings
$$;

-- Text as it is compared: in small letters, without accents. The letters that Unicode does not take apart
-- are spelled out.
create function private.fold(value text) returns text
language sql immutable set search_path = '' as $$
  select lower(replace(replace(replace(
    translate(
      regexp_replace(normalize(value, NFKD), '[\u0300-\u036F]', '', 'g'),
      'øØłŁđĐðÐħĦıŧŦ', 'oOlLdDdDhHitT'
    ), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'))
$$;

-- The words of a text, each once and in their order. Whatever is neither a letter nor a digit separates
-- them; of a long one, the first 40 characters count.
create function private.words_of(value text) returns text[]
language sql immutable set search_path = '' as $$
  select coalesce(array_agg(word order by place), '{}') from (
    select left(word, 40) as word, min(place) as place
    from regexp_split_to_table(
      private.fold(value),
      '[\u0001-\u002F\u003A-\u0040\u005B-\u0060\u007B-\u00BF\u00D7\u00F7\u2000-\u2BFF\u3000-\u303F'
      '\uFE00-\uFE0F\U0001F000-\U0001FAFF]+'
    ) with ordinality as split (word, place)
    where word <> '' group by 1
  ) as found
$$;

-- Marks are among the words of a community, and nobody can type them: with one of them the index on words
-- finds what was listed in a month, or what a filter allows.
create function private.month_mark(listed_at timestamptz) returns text
language sql stable set search_path = '' set timezone = 'UTC' as $$
  select to_char(listed_at, '"/"YYYY-MM')
$$;

-- The mark of a filter; null when it allows everything.
create function private.filter_mark(
  place public.community_location, category public.community_category, join_type public.join_type
) returns text
language sql stable set search_path = '' as $$
  select '/' || nullif(concat_ws('/', place, category, join_type), '')
$$;

-- The marks of all filters that allow a community.
create function private.filter_marks(
  place public.community_location, category public.community_category, join_type public.join_type
) returns text[]
language sql stable set search_path = '' as $$
  select array_agg(private.filter_mark(only_place, only_category, only_join_type))
  from unnest(array[place, null]) as only_place,
    unnest(array[category, null]) as only_category,
    unnest(array[join_type, null]) as only_join_type
  where num_nonnulls(only_place, only_category, only_join_type) > 0
$$;

-- What a community is found by: the words of its name, its place, its country and its description, and the
-- stems of these words, so that 'cities' finds a city; and the marks of its month and of every filter that
-- allows it. Words such as 'the' find nothing.
create function private.search_vector(community public.communities) returns tsvector
language sql stable set search_path = '' as $$
  select array_to_tsvector(
    coalesce(array_agg(distinct found), '{}')
    || private.month_mark(coalesce(community.approval_date, community.created_at))
    || private.filter_marks(community.location, community.category, community.join_type)
  )
  from unnest(private.words_of(concat_ws(
    ' ', community.name, community.location, private.country_of(community.location),
    community.description
  ))) as word
  cross join lateral (select ts_lexize('pg_catalog.english_stem', word) as stems) as stemmed
  cross join lateral unnest(word || stems) as found
  where stems <> '{}'
$$;

-- The words among what a community is found by.
create function private.words_in(search_vector tsvector) returns setof text
language sql immutable set search_path = '' as $$
  select word from unnest(tsvector_to_array(search_vector)) as word where not starts_with(word, '/')
$$;

-- A table of its own, so that neither a filter nor an order nor an embedded row can reach what is not for
-- visitors: there is no link in it, and no owner. Written by triggers, read by functions.
create table private.directory_communities (
  community_id uuid primary key references public.communities (id) on delete cascade,
  name text not null,
  description text not null,
  location public.community_location not null,
  category public.community_category not null,
  join_type public.join_type not null,
  member_count integer not null,
  image_url text not null,
  groups jsonb not null,
  -- In milliseconds, so that it survives the number type of whoever passes it on.
  listed_at timestamptz not null,
  -- The same order in every database, whatever its language.
  sort_name text collate "C" not null,
  search_vector tsvector not null
);

alter table private.directory_communities enable row level security;

create policy "No request reads or writes the directory"
on private.directory_communities for all to authenticated using (false);

create index directory_communities_listed_at_idx
on private.directory_communities (listed_at, community_id);
create index directory_communities_member_count_idx
on private.directory_communities (member_count, community_id);
create index directory_communities_sort_name_idx
on private.directory_communities (sort_name, community_id);
create index directory_communities_cell_listed_at_idx
on private.directory_communities (location, category, join_type, listed_at, community_id);
create index directory_communities_cell_member_count_idx
on private.directory_communities (location, category, join_type, member_count, community_id);
create index directory_communities_cell_sort_name_idx
on private.directory_communities (location, category, join_type, sort_name, community_id);
-- Without a list of pending entries, which every search would have to read.
create index directory_communities_search_vector_idx
on private.directory_communities using gin (search_vector) with (fastupdate = off);

create function private.write_directory_community(community public.communities) returns void
language sql security definer set search_path = '' as $$
  insert into private.directory_communities (
    community_id, name, description, location, category, join_type, member_count, image_url,
    groups, listed_at, sort_name, search_vector
  ) values (
    community.id, community.name, community.description, community.location, community.category,
    community.join_type, community.member_count, community.image_url,
    coalesce(community.approved_groups, '[]'),
    date_trunc('milliseconds', coalesce(community.approval_date, community.created_at)),
    private.fold(community.name),
    private.search_vector(community)
  )
  on conflict (community_id) do update set
    name = excluded.name, description = excluded.description, location = excluded.location,
    category = excluded.category, join_type = excluded.join_type,
    member_count = excluded.member_count, image_url = excluded.image_url,
    groups = excluded.groups, listed_at = excluded.listed_at, sort_name = excluded.sort_name,
    search_vector = excluded.search_vector
$$;

-- The columns of an approved community are its approved version: what waits for review is in held_changes,
-- and the groups as an admin last saw them are in approved_groups.
create function private.keep_directory() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.status = 'approved' then
    perform private.write_directory_community(new);
  else
    delete from private.directory_communities where community_id = new.id;
  end if;
  return null;
end
$$;

create trigger keep_directory_at_insert
after insert on public.communities
for each row when (new.status = 'approved') execute function private.keep_directory();

create trigger keep_directory_at_update
after update on public.communities
for each row when (
  (old.status, old.name, old.description, old.location, old.category, old.join_type,
    old.member_count, old.image_url, old.approved_groups, old.approval_date)
  is distinct from (new.status, new.name, new.description, new.location, new.category, new.join_type,
    new.member_count, new.image_url, new.approved_groups, new.approval_date)
)
execute function private.keep_directory();

-- How many communities each place, category and way of joining has together: at most 96 rows, from which
-- every count without a search comes, and which say where a filter has to look.
create table private.directory_counts (
  location public.community_location not null,
  category public.community_category not null,
  join_type public.join_type not null,
  communities integer not null,
  primary key (location, category, join_type)
);

alter table private.directory_counts enable row level security;

create policy "No request reads or writes the counts"
on private.directory_counts for all to authenticated using (false);

-- A word and what is left of it without each of its letters in turn. Two words have one of these in common
-- when a letter too many, too few, a wrong one or two swapped ones tell them apart.
create function private.spellings_of(word text) returns text[]
language sql immutable set search_path = '' as $$
  select array_agg(distinct overlay(word placing '' from place for 1)) || word
  from generate_series(1, char_length(word)) as place
$$;

-- Every word that finds something, and how many communities it finds: what a typing error is compared
-- with, and how a search knows beforehand whether it asks for much or for little.
create table private.directory_words (
  word text collate "C" primary key,
  communities integer not null,
  spellings text[] not null
);

alter table private.directory_words enable row level security;

create policy "No request reads or writes the words"
on private.directory_words for all to authenticated using (false);

create index directory_words_spellings_idx on private.directory_words using gin (spellings);
create index directory_words_word_idx
on private.directory_words using gin (word extensions.gin_trgm_ops);

-- Keeps the counts and the words. At the end of the transaction and one transaction at a time: two that
-- each remove several communities would otherwise wait for each other without end.
create function private.count_directory_community() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.one_at_a_time('counts of the directory');
  if tg_op <> 'DELETE' then
    insert into private.directory_counts as counted (location, category, join_type, communities)
    values (new.location, new.category, new.join_type, 1)
    on conflict (location, category, join_type) do update set communities = counted.communities + 1;
  end if;
  if tg_op <> 'INSERT' then
    update private.directory_counts set communities = communities - 1
    where (location, category, join_type) = (old.location, old.category, old.join_type);
  end if;
  if tg_op = 'UPDATE' and new.search_vector = old.search_vector then
    return null;
  end if;
  insert into private.directory_words as known (word, communities, spellings)
  select word, sum(change), private.spellings_of(word) from (
    select private.words_in(new.search_vector), 1
    union all
    select private.words_in(old.search_vector), -1
  ) as changed (word, change)
  group by word having sum(change) <> 0
  on conflict (word) do update set communities = known.communities + excluded.communities;
  delete from private.directory_words
  where word = any (tsvector_to_array(old.search_vector)) and communities <= 0;
  return null;
end
$$;

create constraint trigger count_directory_community
after insert or delete or update of location, category, join_type, search_vector
on private.directory_communities deferrable initially deferred
for each row execute function private.count_directory_community();

do $$
begin
  perform private.write_directory_community(c) from public.communities as c where status = 'approved';
end
$$;
set constraints all immediate;
