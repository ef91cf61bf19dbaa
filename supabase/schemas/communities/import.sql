-- Import of communities by an admin, from a CSV file.
-- Guarantee: each row is inserted with its groups or not at all, as a pending community of the admin, and follows every
-- rule for a save by an admin. Repeating an import changes nothing.

-- Which import a community came from. The row goes with the community, and stays with it when it is handed over.
create table private.imported_communities (
  community_id uuid primary key references public.communities (id) on delete cascade,
  import_id uuid not null,
  file_name text check (private.is_line(file_name, 200)),
  imported_by uuid references public.profiles (id) on delete set null
);

create index imported_communities_import_id_idx on private.imported_communities (import_id);
create index imported_communities_imported_by_idx on private.imported_communities (imported_by);

create type public.import_outcome as enum ('imported', 'already listed', 'rejected before', 'invalid');

-- Imports one row. A row whose id the admin has already imported counts as imported: the first response was lost. A
-- preview rolls the row back. Not security definer: the grants, policies and triggers for users apply to the inserts.
create function private.import_community(
  row_values jsonb, is_preview boolean, out outcome public.import_outcome, out problem text, out field text
)
language plpgsql set search_path = '' as $$
declare
  new_row public.communities;
begin
  new_row := jsonb_populate_record(null::public.communities, row_values);
  if exists (select from public.communities where id = new_row.id and owner_id = (select auth.uid())) then
    outcome := 'imported';
    return;
  end if;
  if exists (select from public.communities where whatsapp_link = new_row.whatsapp_link and status = 'rejected')
    and not private.is_whatsapp_link_listed(new_row.whatsapp_link, null) then
    outcome := 'rejected before';
    return;
  end if;
  insert into public.communities (
    id, name, description, host_name, host_intro, location, requested_place, whatsapp_link, join_type, image_url,
    category, languages, member_count
  ) values (
    new_row.id, new_row.name, new_row.description, coalesce(new_row.host_name, ''), coalesce(new_row.host_intro, ''),
    new_row.location, new_row.requested_place, new_row.whatsapp_link, new_row.join_type, new_row.image_url,
    new_row.category, new_row.languages, new_row.member_count
  );
  insert into public.community_groups (community_id, name)
  select new_row.id, name from jsonb_array_elements_text(row_values -> 'groups') as name;
  if is_preview then
    -- Caught below. Nothing else raises it.
    raise savepoint_exception;
  end if;
  outcome := 'imported';
exception when savepoint_exception then
  outcome := 'imported';
when others then
  -- Anything but invalid values, such as a deadlock, ends the whole call.
  if sqlstate !~ '^(PT4|22|23)' then
    raise;
  end if;
  outcome := 'invalid';
  problem := 'The database does not accept this row.';
  if starts_with(sqlstate, 'PT4') then
    get stacked diagnostics problem = message_text, field = pg_exception_detail;
    if sqlstate = 'PT409' and field = 'whatsapp_link' then
      outcome := 'already listed';
    end if;
  end if;
end
$$;

-- Records the communities that this transaction has imported. A repeated row counts once, a preview has stored none.
create function private.log_import(import_id uuid, file_name text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  insert into private.imported_communities (community_id, import_id, file_name, imported_by)
  select c.id, log_import.import_id, nullif(private.clean_line(left(log_import.file_name, 200)), ''), auth.uid()
  from public.communities as c where c.owner_id = auth.uid() and c.created_at = now();
  perform private.log_action('imported', 'community', null, null, '{}', jsonb_build_object('communities', count(*)))
  from public.communities where owner_id = auth.uid() and created_at = now() having count(*) > 0;
end
$$;

-- Imports communities, or only reports what would become of each. A file of many rows takes several calls, which send the
-- same import_id.
create function private.import_communities(
  rows jsonb, is_preview boolean default false, import_id uuid default gen_random_uuid(), file_name text default null
) returns table (row_number integer, outcome public.import_outcome, problem text, field text)
language plpgsql set search_path = '' rows 100 as $$
begin
  perform private.require_admin();
  if jsonb_typeof(rows) is distinct from 'array' or jsonb_array_length(rows) > (private.limits()).max_imported_rows then
    raise exception 'Import at most % communities at once.', to_char((private.limits()).max_imported_rows, 'FM9,999')
      using errcode = 'PT400';
  end if;
  -- Concurrent imports of the same links in another order would deadlock.
  perform private.lock_until_commit('import of communities');
  return query
    select given.place::integer, imported.outcome, imported.problem, imported.field
    from jsonb_array_elements(rows) with ordinality as given (row_values, place),
      private.import_community(given.row_values, is_preview) as imported
    order by given.place;
  perform private.log_import(coalesce(import_id, gen_random_uuid()), file_name);
end
$$;

grant execute on function private.import_community, private.log_import to authenticated, service_role;
