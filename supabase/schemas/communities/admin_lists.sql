-- The lists of the admin page. Its functions raise an error unless the caller is an admin. They are security definer:
-- under a policy, ILIKE and enum comparisons, which are not leakproof, cannot use an index (npm run bench -- scale admin).

-- Writes the text that admins search. In lower case: LIKE takes a third less time than ILIKE. Without the owner, because
-- co-owners read it. Security definer, because row-level security may hide the place.
create function private.write_search_text() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.search_text := lower(concat_ws(
    ' ', new.name, new.location, new.requested_place, nullif(extensions.unaccent(new.location), new.location),
    (select p.country from public.places as p where p.name = new.location), new.whatsapp_link));
  return new;
end
$$;

create trigger before_4_write_search_text before insert or update on public.communities
for each row execute function private.write_search_text();

-- Finer statistics: otherwise the planner estimates a rare word at 1% of the rows and scans half the table.
alter table public.communities alter column search_text set statistics 500;
create index communities_search_text_idx on public.communities using gin (search_text extensions.gin_trgm_ops);
create index profiles_search_idx
on public.profiles using gin ((name || ' ' || email || ' ' || sign_in_email) extensions.gin_trgm_ops);
create index communities_created_at_idx on public.communities (created_at desc, id);
create index communities_name_idx on public.communities (name, id);
-- Likewise: the planner expected so few similar names that it did not look at the place first.
alter table public.communities alter column name set statistics 500;
create index communities_similar_name_idx on public.communities using gin (name extensions.gin_trgm_ops);
create index communities_status_idx on public.communities (status, created_at desc, id);
create index communities_facets_idx on public.communities (location, category, status);

-- Each word is in the searched text, another name of the place, or the owner's name or emails. The owners are literal
-- ids, so that the planner can use an index, or a subquery if a word finds more than 1,000.
create function private.has_words_or_relations(search text) returns text
language plpgsql stable set search_path = '' as $$
declare
  conditions text[] := '{}';
  word text;
  in_owner text;
  places text[];
  owners uuid[];
begin
  for word in select w from regexp_split_to_table(left(search, 200), '\s+') as w where w <> '' loop
    places := array(
      select p.name from public.places as p where p.words like '%' || nullif(private.plain_words(word), '') || '%'
    );
    in_owner := 'select p.id from public.profiles as p where '
      || private.has_words($expression$(p.name || ' ' || p.email || ' ' || p.sign_in_email)$expression$, word);
    execute format('select array(%s limit 1001)', in_owner) into owners;
    conditions := conditions || concat('(', concat_ws(' or ',
      private.has_words('c.search_text', lower(word), 'like'),
      case when places <> '{}' then format('c.location = any (%L)', places) end,
      case when cardinality(owners) > 1000 then format('c.owner_id in (%s)', in_owner)
        when owners <> '{}' then format('c.owner_id = any (%L::uuid[])', owners) end), ')');
  end loop;
  return nullif(array_to_string(conditions, ' and '), '');
end
$$;

-- The search words that are conditions. Of the last ones: private.review_queue, and communities with a block.
create function private.search_conditions() returns table (word text, condition text)
language sql immutable set search_path = '' rows 7 as $$
  values ('is:suspended',
    'c.owner_id in (select s.user_id from public.suspensions as s where s.until is null or s.until > now())'),
    ('is:renamed',
    'exists (select from public.community_links as l where l.community_id = c.id and l.renamed_at is not null)'),
    ('is:waiting', 'c.id in (select q.id from private.review_queue as q)')
  union all select kind.word, format(
    'exists (select from public.community_blocks as b where b.community_id = c.id and b.kind = any (%L))', kinds)
  from (values ('link:dead', '{dead_link}'::public.block_kind[]), ('is:hidden', private.hiding_kinds()),
    ('is:paused', '{paused}'), ('is:asleep', '{asleep}')) as kind (word, kinds)
$$;

-- The WHERE clause of a list, with literal values for the planner.
create function private.community_filter(
  search text, status public.community_status, category public.community_category, country text, owner_id uuid
) returns text
language sql stable set search_path = '' as $$
  select concat_ws(' and ', 'true',
    (select string_agg(condition, ' and ') from private.search_conditions() where search ~* format(term, word)),
    private.has_words_or_relations(regexp_replace(search, format(term, (
      select '(' || string_agg(word, '|') || ')' from private.search_conditions()
    )), ' ', 'gi')),
    case when status is not null then format('c.status = %L', status) end,
    case when category is not null then format('c.category = %L', category) end,
    case when country is not null then format('c.location = any (%L)', array(
      select p.name from public.places as p where p.country = community_filter.country
    )) end,
    case when owner_id is not null then format('c.owner_id = %L', owner_id) end)
  from (select '(^|\s)%s(?=\s|$)' as term) as pattern
$$;

-- Finds the ids in an index and reads only the rows of the page, so that late pages cost little more than early ones.
create function private.list_communities(
  search text default '', status public.community_status default null,
  category public.community_category default null, country text default null, owner_id uuid default null,
  sort text default 'created', descending boolean default true, page_size integer default 50, page integer default 1
) returns setof public.communities
language plpgsql stable security definer set search_path = '' rows 20 as $$
declare
  direction constant text := case when descending then 'desc' else 'asc' end;
  -- Ties are broken by the id in the opposite direction, as in the indexes.
  opposite constant text := case when descending then 'asc' else 'desc' end;
  ordering constant text := case sort
    when 'name' then format('c.name %1$s, c.id %1$s', direction)
    when 'owner' then format('p.name %1$s, p.id %1$s, c.created_at %1$s, c.id %2$s', direction, opposite)
    when 'status' then format('c.status %1$s, c.created_at desc, c.id', direction)
    else format('c.created_at %s, c.id %s', direction, opposite)
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
    source, private.community_filter(search, status, category, country, owner_id), ordering, size,
    private.rows_before(page, size)
  );
end
$$;

create function private.count_communities(
  search text default '', category public.community_category default null, country text default null,
  owner_id uuid default null
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

-- The next thousand rows of an export. Keyset pagination: changes during the export neither repeat nor skip other rows.
create function private.export_communities(
  search text default '', status public.community_status default null,
  category public.community_category default null, country text default null, owner_id uuid default null,
  before_created_at timestamptz default null, before_id uuid default null
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

-- Possible duplicates of a community, or of its held version: the same link, or a similar name in the same location.
create function private.similar_communities(community_id uuid) returns setof public.communities
language plpgsql stable security definer set search_path = '' rows 5 as $$
declare
  community public.communities;
begin
  perform private.require_admin();
  select * into community from public.communities where id = community_id;
  community := jsonb_populate_record(community, coalesce(community.held_changes, '{}'));
  -- The threshold of the operator %. Calling similarity first loads the extension, which defines the setting.
  perform extensions.similarity('', '');
  perform set_config('pg_trgm.similarity_threshold', '0.55', true);
  return query
    -- Each query uses an index: an OR of the three would scan the whole table.
    select c.* from public.communities as c
    where c.id <> community_id and c.id in (
      select id from public.communities where whatsapp_link = community.whatsapp_link
      union
      select id from public.communities
      where held_at is not null and held_changes ->> 'whatsapp_link' = community.whatsapp_link
      union
      select id from public.communities
      where name operator(extensions.%) community.name and location = community.location and status <> 'rejected'
    )
    -- The same link first, so that similar names cannot push it out of the result.
    order by (community.whatsapp_link in (c.whatsapp_link, c.held_changes ->> 'whatsapp_link')) is true desc,
      extensions.similarity(c.name, community.name) desc, c.created_at, c.id limit 5;
end
$$;
