-- Words that mean the same in a search: 'hiking' finds a community that says 'walking'.

create table public.synonyms (
  id uuid primary key default gen_random_uuid(),
  -- Each is one word or a few: 'remote work'.
  terms text[] not null check (cardinality(terms) >= 2 and private.is_list(terms, 30, 50)),
  -- Their words without endings, and their words for correcting typing errors. Written by a trigger.
  stems text[] not null default '{}',
  words text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index synonyms_stems_idx on public.synonyms using gin (stems);

create policy "Admins read, add, edit and delete synonyms" on public.synonyms for all to authenticated
using ((select private.is_admin()));

grant select, delete on public.synonyms to authenticated;
grant insert (id, terms), update (terms, updated_at) on public.synonyms to authenticated;

create function private.write_synonyms() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.terms := private.clean_list(new.terms);
  -- In the order of the terms: a search with many words leaves out the last ones (private.word_query).
  new.stems := array(
    select (
      select coalesce(string_agg(private.stem(word), ' ' order by i), '')
      from string_to_table(private.search_words(term), ' ') with ordinality as words (word, i)) as stems
    from unnest(new.terms) with ordinality as given (term, place) group by stems order by min(place));
  new.words := private.search_words(array_to_string(new.terms, ' '));
  new.updated_at := now();
  if '' = any (new.stems) then
    raise exception 'A synonym needs a letter or a digit.' using errcode = 'PT400', detail = 'terms';
  end if;
  return new;
end
$$;

-- Before write_synonyms, which sets the new version.
create trigger check_version before update on public.synonyms for each row when (private.is_user_request())
execute function private.check_version('Another admin has changed these synonyms in the meantime.');

create trigger write_synonyms before insert or update on public.synonyms
for each row execute function private.write_synonyms();

create constraint trigger count_words after insert or delete on public.synonyms deferrable initially deferred
for each row execute function private.count_directory_words();
create constraint trigger count_changed_words after update on public.synonyms deferrable initially deferred
for each row when (old.words <> new.words) execute function private.count_directory_words();

create trigger log_synonyms after insert or update or delete on public.synonyms
for each row execute function private.log_change('synonyms');
