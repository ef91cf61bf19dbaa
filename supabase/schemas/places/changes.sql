-- What a change of a place writes elsewhere: names and countries of communities, and the log. Merging two places.
-- Guarantee: communities and alerts follow their place, and no change hides a community.

-- Locks the communities that a new name or country changes, in the order of a suspension: the two could deadlock
-- otherwise. So do the other changes of many communities. Before the update, because the foreign key writes the name.
-- Security definer, because editing a place includes no right to lock communities.
create function private.lock_communities_of_place() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform from public.communities where location = old.name order by id for no key update;
  return new;
end
$$;

create trigger lock_communities
before update on public.places
for each row when ((old.name, old.country) is distinct from (new.name, new.country))
execute function private.lock_communities_of_place();

-- Copies a new country to the communities.
create function private.copy_country() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.communities set search_text = '' where location = new.name;
  update public.directory_communities set country = new.country where location = new.name;
  return null;
end
$$;

create trigger copy_country
after update on public.places
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

create trigger log_place
after insert or update on public.places
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
    where other.user_id = a.user_id and other.location = kept.name
      and (other.search, other.category, other.join_type, other.language)
        is not distinct from (a.search, a.category, a.join_type, a.language)
  );
  delete from public.places where id = merged_id;
  update public.places set alternative_names = alternative_names || merged.name || merged.alternative_names
  where id = kept_id returning alternative_names into merged.alternative_names;
  perform private.log_action(
    'merged', 'place', kept_id, null, jsonb_build_object('alternative_names', kept.alternative_names),
    jsonb_build_object('alternative_names', merged.alternative_names));
end
$$;
