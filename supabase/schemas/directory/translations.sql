-- The names of countries, cities and languages in other languages, for the search. Migrations write the rows.

create table private.translations (
  kind text not null check (kind in ('country', 'city', 'language')),
  -- The code of ISO 3166-1 alpha-2 or ISO 639-1. Of a city, the code of its country and the words of its name.
  key text not null,
  names text not null,
  primary key (kind, key)
);

-- The names with these keys, in their order. Null if there are none.
create function private.translated_names(kind text, variadic keys text[]) returns text
language sql stable security definer set search_path = '' as $$
  select string_agg(t.names, ' ' order by array_position(keys, t.key))
  from private.translations as t where t.kind = translated_names.kind and t.key = any (keys)
$$;

grant execute on function private.translated_names to authenticated, service_role;
