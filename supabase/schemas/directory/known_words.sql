-- The words that visitors can find, for correcting typing errors, each with how many rows have it.

create table private.directory_words (
  word text collate "C" primary key,
  communities integer not null
);

-- Deferred and locked: otherwise two transactions that each change several communities could deadlock.
create function private.count_directory_words() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_until_commit('directory words');
  insert into private.directory_words as known (word, communities)
  select word, sum(change) from (
    select distinct word, 1 from string_to_table(new.words, ' ') as word
    union all
    select distinct word, -1 from string_to_table(old.words, ' ') as word
  ) as changed (word, change)
  where word <> ''
  group by word having sum(change) <> 0
  on conflict (word) do update set communities = known.communities + excluded.communities;
  delete from private.directory_words where word = any (string_to_array(old.words, ' ')) and communities <= 0;
  return null;
end
$$;

create constraint trigger count_words after insert or delete on public.directory_communities
deferrable initially deferred for each row execute function private.count_directory_words();
create constraint trigger count_words after insert or delete on public.places
deferrable initially deferred for each row execute function private.count_directory_words();
-- Not 'of words': the words of places and synonyms are written by BEFORE triggers.
create constraint trigger count_changed_words after update on public.directory_communities
deferrable initially deferred
for each row when (old.words <> new.words) execute function private.count_directory_words();
create constraint trigger count_changed_words after update on public.places deferrable initially deferred
for each row when (old.words <> new.words) execute function private.count_directory_words();
