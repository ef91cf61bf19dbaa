-- places/: where communities are.
-- Guarantee: signed-in users read places, and only admins write them. No change of a place hides a community: one in
-- use cannot be deleted, a retired one keeps its communities, and merging moves them. Each name, also an alternative or
-- former one, finds one place.

create table public.places (
  id uuid primary key default gen_random_uuid(),
  -- Communities refer to a place by its name, which the calls of the app send ('Bali').
  name text not null unique check (private.is_line(name, 100)),
  -- Other names that find the place. A former name becomes one of them, so that old URLs still work.
  alternative_names text[] not null default '{}' check (private.is_list(alternative_names, 100, 100)),
  country text not null check (private.is_line(country, 100)),
  -- ISO 3166-1 alpha-2.
  country_code text not null check (country_code ~ '^[A-Z]{2}$'),
  latitude double precision not null check (latitude between -90 and 90),
  longitude double precision not null check (longitude between -180 and 180),
  -- Whether owners can choose it.
  is_active boolean not null default true,
  -- All its names as private.plain_words returns them, and the words of its names and its country as
  -- private.search_words returns them. Written by a trigger.
  known_names text[] not null default '{}',
  words text not null default '',
  -- Also in other languages. Not among the known words, which correct typing errors: so many names would be near almost
  -- everything that is typed.
  country_words text not null default '',
  -- What a search matches: as in public.directory_communities.
  search_vector tsvector not null generated always as (
    to_tsvector('pg_catalog.simple', words) || to_tsvector('pg_catalog.english', words)
    || to_tsvector('pg_catalog.simple', country_words)) stored,
  country_vector tsvector not null generated always as (
    to_tsvector('pg_catalog.simple', country_words) || to_tsvector('pg_catalog.english', country_words)) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index places_known_names_idx on public.places using gin (known_names);
create index places_country_vector_idx on public.places using gin (country_vector) with (fastupdate = off);
create index places_search_vector_idx on public.places using gin (search_vector) with (fastupdate = off);

create policy "Users read every place" on public.places for select to authenticated using (true);
create policy "Admins add places" on public.places for insert to authenticated with check ((select private.is_admin()));
create policy "Admins edit places" on public.places for update to authenticated
using ((select private.is_admin())) with check ((select private.is_admin()));

grant select on public.places to authenticated;
grant insert (id, name, alternative_names, country, country_code, latitude, longitude, is_active)
on public.places to authenticated;
grant update (name, alternative_names, country, country_code, latitude, longitude, is_active, updated_at)
on public.places to authenticated;

-- The current name of a place, from any of its names. Ignores case and accents. No name is longer than a hundred
-- characters, so the rest of a longer text is not read: it would take seconds.
create function private.find_place(place_name text) returns text
language sql stable set search_path = '' as $$
  select name from public.places where known_names @> array[private.plain_words(left(place_name, 200))]
$$;

-- The place for a save, locked until the save commits, so that no concurrent merge deletes it. If the lock waited for a
-- merge, the second query finds the kept place. Security definer, because a lock requires an update policy.
create function private.lock_place(place_name text) returns public.places
language plpgsql security definer set search_path = '' as $$
begin
  perform from public.places where known_names @> array[private.plain_words(left(place_name, 200))] for share;
  return (
    select p from public.places as p where p.known_names @> array[private.plain_words(left(place_name, 200))]);
end
$$;

create trigger clean before insert or update of name, alternative_names, country, country_code on public.places
for each row
execute function private.clean_columns('name:line', 'alternative_names:list', 'country:line', 'country_code:line');

create trigger check_version before update on public.places for each row when (private.is_user_request())
execute function private.check_version('Another admin has changed this place in the meantime.');

-- Refuses a name that another place has, and one without a letter or a digit, which any text without words would find.
-- The lock makes a concurrent request for the same name wait.
create function private.write_names() returns trigger
language plpgsql set search_path = '' as $$
declare
  other text;
begin
  perform private.lock_until_commit('names of places');
  if new.name <> old.name then
    new.alternative_names := array_remove(new.alternative_names, new.name) || old.name;
  end if;
  if cardinality(new.alternative_names) > 100 then
    raise exception 'A place can have at most 100 alternative names.'
      using errcode = 'PT400', detail = 'alternative_names';
  end if;
  new.known_names := array(
    select distinct private.plain_words(known) from unnest(new.alternative_names || new.name) as known);
  if '' = any(new.known_names) then
    raise exception 'A name needs a letter or a digit.' using errcode = 'PT400',
      detail = case when private.plain_words(new.name) = '' then 'name' else 'alternative_names' end;
  end if;
  new.words := private.search_words(concat_ws(' ', new.name, array_to_string(new.alternative_names, ' '), new.country,
    private.translated_names('city', new.country_code || ' ' || private.plain_words(new.name))));
  new.country_words := private.search_words(
    concat_ws(' ', new.country, private.translated_names('country', new.country_code)));
  new.updated_at := now();
  select p.name into other from public.places as p where p.known_names && new.known_names and p.id <> new.id limit 1;
  if found then
    raise exception 'Another place already has this name: %.', other using errcode = 'PT409', detail = 'name';
  end if;
  return new;
end
$$;

create trigger write_names before insert or update on public.places for each row execute function private.write_names();

-- Places for the admin's list, by country and name, with the number of their communities. Finds any part of a name.
-- Security definer: see communities/admin_lists.sql.
create function private.list_places(search text default '', page_size integer default 50, page integer default 1)
returns table (
  id uuid, name text, alternative_names text[], country text, country_code text, latitude double precision,
  longitude double precision, is_active boolean, updated_at timestamptz, communities bigint, total bigint
)
language plpgsql stable security definer set search_path = '' rows 50 as $$
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
    ) as p order by p.country, p.name;
end
$$;

-- Locks the communities that a new name or country changes in the order of every other change of many, which could
-- deadlock otherwise. Before the update, because the foreign key writes the name.
create function private.lock_communities_of_place() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform from public.communities where location = old.name order by id for no key update;
  return new;
end
$$;

create trigger lock_communities before update on public.places
for each row when ((old.name, old.country) is distinct from (new.name, new.country))
execute function private.lock_communities_of_place();

create function private.copy_country() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.communities set search_text = '' where location = new.name;
  update public.directory_communities set country = new.country where location = new.name;
  return null;
end
$$;

create trigger copy_country after update on public.places
for each row when (old.country <> new.country) execute function private.copy_country();

-- Logs what an admin changes in a table, of which the argument is the name in the log.
create function private.log_change() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  old_values constant jsonb := coalesce(to_jsonb(old) - array['id', 'stems', 'created_at'], '{}');
  new_values constant jsonb := coalesce(to_jsonb(new) - array['id', 'stems', 'created_at'], '{}');
  before constant jsonb := private.changed_values(old_values, new_values);
  after constant jsonb := private.changed_values(new_values, old_values);
begin
  if before <> '{}' or after <> '{}' then
    perform private.log_action(
      case tg_op when 'INSERT' then 'added' when 'DELETE' then 'deleted' else 'edited' end::public.audit_action,
      tg_argv[0]::public.audit_subject, coalesce(new.id, old.id), null, before, after);
  end if;
  return null;
end
$$;

create trigger log_place after insert or update on public.places
for each row when (private.is_api_request()) execute function private.log_change('place');

-- Moves the communities and alerts of one place to another, which takes over its names, and deletes it. An alert that
-- its user already has for the other place is deleted.
create function private.merge_places(merged_id uuid, kept_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
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
    raise exception 'One of the places no longer exists. Reload the list.' using errcode = 'PT410';
  end if;
  perform from public.communities where location = merged.name order by id for no key update;
  update public.communities set location = kept.name where location = merged.name;
  update public.alerts as a set location = kept.name
  where a.location = merged.name and not exists (
    select from public.alerts as other
    where other.user_id = a.user_id and (other.location, other.search, other.category, other.join_type, other.language)
      is not distinct from (kept.name, a.search, a.category, a.join_type, a.language));
  delete from public.places where id = merged_id;
  update public.places set alternative_names = alternative_names || merged.name || merged.alternative_names
  where id = kept_id returning alternative_names into merged.alternative_names;
  perform private.log_action(
    'merged', 'place', kept_id, null, jsonb_build_object('alternative_names', kept.alternative_names),
    jsonb_build_object('alternative_names', merged.alternative_names));
end
$$;

grant execute on function private.find_place, private.lock_place to authenticated, service_role;
