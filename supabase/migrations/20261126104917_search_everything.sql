set local check_function_bodies = off;

drop index "private"."directory_words_blanked_words_idx";

drop index "public"."directory_communities_search_vector_idx";

drop function "private"."blank_each_letter"(text);

drop function "private"."blank_each_typo"(text);

drop function "private"."read_search"(text);

drop function "private"."term_query"(text[], integer);

drop function "private"."word_query"(text[], integer);

alter table "private"."directory_words"
  drop column "blanked_words";

alter table "public"."directory_communities"
  drop column "search_vector";

create extension if not exists "fuzzystrmatch" schema "extensions";

create table "public"."synonyms" (
  "id"         uuid                     not null default gen_random_uuid(),
  "terms"      text[]                   not null,
  "stems"      text[]                   not null default '{}'::text[],
  "words"      text                     not null default ''::text,
  "created_at" timestamp with time zone not null default now(),
  "updated_at" timestamp with time zone not null default now(),
  constraint "synonyms_pkey" primary key (id),
  constraint "synonyms_terms_check"
    check (((cardinality(terms) >= 2) AND private.is_list(terms, 30, 50)))
);

alter table "public"."synonyms"
  enable row level security;

alter table "public"."directory_communities"
  add column "rank" integer;

alter table "public"."directory_communities"
  add column "size_class" integer generated always as
    ((floor(((2)::double precision * log((GREATEST(member_count, 1))::double precision))))::integer)
    stored not null;

alter table "public"."directory_communities"
  add column "name_words" text not null default '';

alter table "public"."directory_communities"
  add column "facet_words" text not null default '';

alter type "public"."audit_subject" add value 'synonyms' after 'place';

create or replace function private.correct_word (
  typed text
)
  returns text
  language plpgsql
  stable
  set search_path to ''
  set plan_cache_mode to 'force_custom_plan'
  AS $function$
declare
  most constant integer := case when char_length(typed) >= 8 then 2 else 1 end;
  rest constant text := substr(typed, 2);
  other_beginnings constant text[] := array(
    select first || ending
    from string_to_table('abcdefghijklmnopqrstuvwxyz', null) as first, unnest(array[rest, typed]) as ending
  ) || rest || (left(rest, 1) || left(typed, 1) || substr(typed, 3));
begin
  return (
    select word from (
      select word, communities, extensions.levenshtein_less_equal(word, typed, 2) as distance
      from private.directory_words
      where (word like left(typed, 1) || '%' or word = any (other_beginnings))
        and char_length(typed) <= 100 and char_length(word) <= 100
    ) as known
    cross join lateral (
      -- Levenshtein counts swapped letters as two errors.
      select case when distance = 2 and private.sorted_letters(word) = private.sorted_letters(typed) then 1
        else distance end as errors
    ) as counted
    where errors <= most and char_length(word) >= 4
    order by errors, exists (select from public.places where search_vector @@ quote_literal(word)::tsquery) desc,
      communities desc, word
    limit 1
  );
end
$function$;

create or replace function private.count_directory (
  search    text,
  location  text,
  category  public.community_category,
  join_type public.join_type,
  language  text
)
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  set plan_cache_mode to 'force_custom_plan'
  set jit to 'off'
  AS $function$
#variable_conflict use_variable
declare
  query tsquery;
  finds_nothing boolean;
  searched_for text;
  current_location text;
begin
  if not private.is_directory_live() then
    return null;
  end if;
  if location is not null then
    current_location := nullif(coalesce(private.find_place(location), ''), location);
  end if;
  location := coalesce(nullif(current_location, ''), location);
  select r.query, r.finds_nothing, r.searched_for into query, finds_nothing, searched_for
  from private.read_search(search) as r;
  return (
    with found as (
      select * from private.find_to_count(query, location, category, join_type, language) where not finds_nothing
    ), counts as (
      select 'category' as filter, found_category::text as value, count(*) as number
      from found where coalesce(failed_filter, 'category') = 'category' group by found_category
      union all select 'join_type', found_join_type::text, count(*)
      from found where coalesce(failed_filter, 'join_type') = 'join_type' group by found_join_type
      union all select 'language', code, count(*)
      from found, unnest(languages) as code where coalesce(failed_filter, 'language') = 'language' group by code
    )
    select jsonb_build_object(
      'total', count(*) filter (where failed_filter is null),
      'is_at_least', count(*) = 2000,
      'searched_for', searched_for,
      'current_location', current_location,
      'any', jsonb_build_object(
        'location', count(*) filter (where coalesce(failed_filter, 'location') = 'location'),
        'category', count(*) filter (where coalesce(failed_filter, 'category') = 'category'),
        'join_type', count(*) filter (where coalesce(failed_filter, 'join_type') = 'join_type'),
        'language', count(*) filter (where coalesce(failed_filter, 'language') = 'language')
      ),
      'locations', (
        select coalesce(jsonb_agg(counted), '[]') from (
          select found_location as name, f.country, count(*) as communities from found as f
          where coalesce(failed_filter, 'location') = 'location' group by 1, 2
          order by found_location = location desc, 3 desc, 1 limit 12
        ) as counted
      ),
      'categories', (select coalesce(jsonb_object_agg(value, number), '{}') from counts where filter = 'category'),
      'join_types', (select coalesce(jsonb_object_agg(value, number), '{}') from counts where filter = 'join_type'),
      'languages', (select coalesce(jsonb_object_agg(value, number), '{}') from counts where filter = 'language')
    ) from found
  );
end
$function$;

create or replace function private.count_directory_words()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
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
  delete from private.directory_words
  where word = any (string_to_array(old.words, ' ')) and communities <= 0;
  return null;
end
$function$;

create or replace function private.language_names (
  codes text[]
)
  returns text
  language sql
  immutable
  set search_path to ''
  AS $function$
  select string_agg(substr(language, 4), ' ' order by array_position(codes, left(language, 2)))
  from string_to_table(
    'aa Afar; ab Abkhazian; ae Avestan; af Afrikaans; ak Akan; am Amharic አማርኛ; an Aragonese; ar Arabic العربية; '
    'as Assamese অসমীয়া; av Avaric; ay Aymara; az Azerbaijani azərbaycan; ba Bashkir башҡорт; '
    'be Belarusian беларуская; bg Bulgarian български; bh Bhojpuri; bi Bislama; bm Bambara bamanakan; '
    'bn Bangla বাংলা; bo Tibetan བོད་སྐད་; br Breton brezhoneg; bs Bosnian bosanski; ca Catalan català; '
    'ce Chechen нохчийн; ch Chamorro; co Corsican; cr Cree; cs Czech čeština; cu Church Slavic; '
    'cv Chuvash чӑваш чӗлхи; cy Welsh Cymraeg; da Danish dansk; de German Deutsch; dv Divehi; dz Dzongkha རྫོང་ཁ; '
    'ee Ewe eʋegbe; el Greek Ελληνικά; en English; eo Esperanto; es Spanish español; et Estonian eesti; '
    'eu Basque euskara; fa Persian فارسی; ff Fula Pulaar; fi Finnish suomi; fj Fijian; fo Faroese føroyskt; '
    'fr French français; fy Western Frisian Frysk; ga Irish Gaeilge; gd Scottish Gaelic Gàidhlig; '
    'gl Galician galego; gn Guarani; gu Gujarati ગુજરાતી; gv Manx Gaelg; ha Hausa; he Hebrew עברית; hi Hindi हिन्दी; '
    'ho Hiri Motu; hr Croatian hrvatski; ht Haitian Creole; hu Hungarian magyar; hy Armenian հայերեն; hz Herero; '
    'ia Interlingua; id Indonesian Indonesia; ie Interlingue; ig Igbo; ii Sichuan Yi ꆈꌠꉙ; ik Inupiaq; io Ido; '
    'is Icelandic íslenska; it Italian italiano; iu Inuktitut; ja Japanese 日本語; jv Javanese Jawa; '
    'ka Georgian ქართული; kg Kongo; ki Kikuyu Gikuyu; kj Kuanyama; kk Kazakh қазақ тілі; kl Kalaallisut; '
    'km Khmer ខ្មែរ; kn Kannada ಕನ್ನಡ; ko Korean 한국어; kr Kanuri; ks Kashmiri کٲشُر; ku Kurdish kurdî (kurmancî); '
    'kv Komi; kw Cornish kernewek; ky Kyrgyz кыргызча; la Latin; lb Luxembourgish Lëtzebuergesch; lg Ganda Luganda; '
    'li Limburgish; ln Lingala lingála; lo Lao ລາວ; lt Lithuanian lietuvių; lu Luba-Katanga Tshiluba; '
    'lv Latvian latviešu; mg Malagasy; mh Marshallese; mi Māori; mk Macedonian македонски; ml Malayalam മലയാളം; '
    'mn Mongolian монгол; mr Marathi मराठी; ms Malay Melayu; mt Maltese Malti; my Burmese မြန်မာ; na Nauru; '
    'nb Norwegian Bokmål norsk bokmål; nd North Ndebele isiNdebele; ne Nepali नेपाली; ng Ndonga; '
    'nl Dutch Nederlands; nn Norwegian Nynorsk norsk nynorsk; no Norwegian norsk; nr South Ndebele; nv Navajo; '
    'ny Nyanja; oc Occitan; oj Ojibwa; om Oromo Oromoo; or Odia ଓଡ଼ିଆ; os Ossetic ирон; pa Punjabi ਪੰਜਾਬੀ; pi Pali; '
    'pl Polish polski; ps Pashto پښتو; pt Portuguese português; qu Quechua Runasimi; rm Romansh rumantsch; '
    'rn Rundi Ikirundi; ro Romanian română; ru Russian русский; rw Kinyarwanda Ikinyarwanda; '
    'sa Sanskrit संस्कृत भाषा; sc Sardinian sardu; sd Sindhi سنڌي; se Northern Sami davvisámegiella; sg Sango Sängö; '
    'si Sinhala සිංහල; sk Slovak slovenčina; sl Slovenian slovenščina; sm Samoan; sn Shona chiShona; '
    'so Somali Soomaali; sq Albanian shqip; sr Serbian српски; ss Swati; st Southern Sotho Sesotho; '
    'su Sundanese Basa Sunda; sv Swedish svenska; sw Swahili Kiswahili; ta Tamil தமிழ்; te Telugu తెలుగు; '
    'tg Tajik тоҷикӣ; th Thai ไทย; ti Tigrinya ትግርኛ; tk Turkmen türkmen dili; tl Filipino; tn Tswana Setswana; '
    'to Tongan lea fakatonga; tr Turkish Türkçe; ts Tsonga; tt Tatar татар; tw Twi Akan; ty Tahitian; '
    'ug Uyghur ئۇيغۇرچە; uk Ukrainian українська; ur Urdu اردو; uz Uzbek o‘zbek; ve Venda; vi Vietnamese Tiếng Việt; '
    'vo Volapük; wa Walloon; wo Wolof; xh Xhosa IsiXhosa; yi Yiddish ייִדיש; yo Yoruba Èdè Yorùbá; '
    'za Zhuang Vahcuengh; zh Chinese 中文; zu Zulu isiZulu; ',
    '; '
  ) as language
  where left(language, 2) = any (codes)
$function$;

create or replace function private.log_synonyms()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  if new.terms is distinct from old.terms then
    perform private.log_action(
      case tg_op when 'INSERT' then 'added'::public.audit_action when 'DELETE' then 'deleted' else 'edited' end,
      'synonyms', coalesce(new.id, old.id), null,
      jsonb_strip_nulls(jsonb_build_object('terms', old.terms)),
      jsonb_strip_nulls(jsonb_build_object('terms', new.terms)));
  end if;
  return null;
end
$function$;

create or replace function private.mark_query (
  mark  text,
  query tsquery
)
  returns tsquery
  language sql
  immutable
  set search_path to ''
  AS $function$
  select regexp_replace(query::text, '''([^'']+)''', '''' || mark || '\1''', 'g')::tsquery
$function$;

create or replace function private.mark_words (
  mark  text,
  words text
)
  returns tsvector
  language sql
  immutable
  set search_path to ''
  AS $function$
  select coalesce(string_agg(format('%L:%s', mark || lexeme, array_to_string(positions, ',')), ' '), '')::tsvector
  from (
    select * from unnest(to_tsvector('pg_catalog.simple', words))
    union all select * from unnest(to_tsvector('pg_catalog.english', words))
  ) as found
$function$;

create or replace function private.place_query (
  word tsquery
)
  returns tsquery
  language sql
  stable
  set search_path to ''
  AS $function$
  select coalesce(string_agg(quote_literal('#' || id), ' | '), '#')::tsquery from public.places
  where search_vector @@ word
$function$;

create or replace function private.rank_queries (
  words text[],
  query tsquery
)
  returns tsquery[]
  language plpgsql
  stable
  set search_path to ''
  AS $function$
declare
  exact tsquery;
  loose tsquery;
  in_name tsquery;
  in_head tsquery;
  in_loose_head tsquery;
begin
  for i in 1 .. cardinality(words) loop
    exact := private.word_query(words, i, false);
    loose := private.word_query(words, i, true);
    in_name := coalesce(in_name && private.mark_query('^', exact), private.mark_query('^', exact));
    exact := private.mark_query('=', exact) || private.place_query(exact);
    in_head := coalesce(in_head && exact, exact);
    loose := private.mark_query('=', loose) || private.place_query(loose);
    in_loose_head := coalesce(in_loose_head && loose, loose);
  end loop;
  return array[in_name, in_head, in_loose_head, query];
end
$function$;

create or replace function private.read_search (
  search text,
  OUT    words text[],
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
  typed constant text[] := array(
    select word
    from string_to_table(private.search_words(left(search, 100), true), ' ') with ordinality as given (word, i)
    where word <> '' and ts_lexize('pg_catalog.english_stem', word) <> '{}' order by i limit 12
  );
  terms tsquery[];
  kept integer[] := '{}';
  i integer;
begin
  words := typed;
  for i in 1 .. cardinality(words) loop
    -- Words of one or two letters are not corrected: finding out that 'k' begins a word takes time.
    if char_length(words[i]) >= 3 and not exists (select from private.directory_words where word = words[i]) then
      terms[i] := private.word_query(words, i, true);
      terms[i] := terms[i] || private.place_query(terms[i]);
      if not exists (select from public.directory_communities where search_vector @@ terms[i]) then
        words[i] := coalesce(private.correct_word(words[i]), words[i]);
      end if;
    end if;
  end loop;
  -- After all corrections, because a word is also joined to the next one.
  for i in 1 .. cardinality(words) loop
    terms[i] := private.word_query(words, i, true);
    terms[i] := terms[i] || private.place_query(terms[i]);
    query := coalesce(query && terms[i], terms[i]);
  end loop;
  if cardinality(words) > 1 and not exists (select from public.directory_communities where search_vector @@ query) then
    query := null;
    for i in
      select place from unnest(words) with ordinality as used (used_word, place)
      left join private.directory_words on word = used_word
      order by exists (select from public.places where search_vector @@ quote_literal(used_word)::tsquery) desc,
        communities, place
    loop
      terms[i] := coalesce(query && terms[i], terms[i]);
      if exists (select from public.directory_communities where search_vector @@ terms[i]) then
        query := terms[i];
        kept := kept || i;
      end if;
    end loop;
    words := array(select words[place] from unnest(kept) as place order by place);
  end if;
  finds_nothing := words = '{}' and btrim(coalesce(search, '')) <> '';
  searched_for := case
    when typed = '{}' and finds_nothing then ''
    -- As typed: without the spaces between pairs of characters.
    when words <> typed and words <> '{}' then regexp_replace(
      array_to_string(words, ' '), '(' || private.unspaced_characters() || ') \1', '\1', 'g'
    )
  end;
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
  set enable_seqscan to 'off'
  set jit to 'off'
  AS $function$
#variable_conflict use_variable
declare
  query tsquery;
  words text[];
  finds_nothing boolean;
  -- Cast before any query: a cast in a query fails only if there are rows, so its error would reveal hidden ones.
  best_key constant text[] := case when sort = 'best' then string_to_array(after_key, ' ', '') end;
  after_rank constant integer := coalesce(best_key[1]::integer, 1);
  after_size constant integer := floor(2 * log(greatest(best_key[2]::integer, 1)));
  after_count constant integer := case when sort = 'members' then after_key::integer end;
  after_name constant text := case when sort = 'name' then private.plain_words(left(after_key, 200)) end;
  after_time constant timestamptz := case
    when sort = 'best' then best_key[3]::timestamptz
    when sort in ('members', 'name') then null
    else after_key::timestamptz
  end;
  page_left integer := least(greatest(coalesce(page_size, 24), 1), 48);
  ranks tsquery[];
  better tsquery;
  is_rare boolean;
  community public.directory_communities;
begin
  if not private.is_directory_live() then
    return;
  end if;
  select r.words, r.query, r.finds_nothing into words, query, finds_nothing from private.read_search(search) as r;
  if finds_nothing then
    return;
  end if;
  sort := case when sort in ('members', 'name') or sort = 'best' and query is not null then sort else 'newest' end;
  location := coalesce(private.find_place(location), location);
  ranks := case when sort = 'best' then private.rank_queries(words, query) else array[query] end;
  for r in 1 .. cardinality(ranks) loop
    if r >= after_rank and page_left > 0 then
      is_rare := ranks[r] is not null and 1000 > (select count(*) from (
        select from public.directory_communities as d where d.search_vector @@ ranks[r] limit 1000
      ) as matching);
      for community in
        select d.* from public.directory_communities as d
        where (ranks[r] is null or d.search_vector @@ ranks[r])
          and (better is null or not d.search_vector @@ better)
          and (location is null or d.location = location)
          and (category is null or d.category = category)
          and (join_type is null or d.join_type = join_type)
          and (language is null or d.languages @> array[language])
          and (after_id is null or r > after_rank
            or (sort = 'best' and (d.size_class, d.approval_date, d.id) < (after_size, after_time, after_id))
            or (sort = 'members' and (d.member_count, d.id) < (after_count, after_id))
            or (sort = 'name' and (d.sort_name, d.id) > (after_name, after_id))
            or (sort = 'newest' and (d.approval_date, d.id) < (after_time, after_id)))
        order by
          -- Sorts rare matches. The index of the order would be read until it has found a page of them.
          case when is_rare then d.search_vector is null end,
          case when sort = 'best' then d.size_class end desc,
          case when sort = 'members' then d.member_count end desc,
          case when sort in ('best', 'newest') then d.approval_date end desc,
          case when sort = 'name' then d.sort_name end,
          case when sort = 'name' then d.id end,
          d.id desc
        limit page_left
      loop
        community.rank := r;
        page_left := page_left - 1;
        return next community;
      end loop;
    end if;
    better := coalesce(better || ranks[r], ranks[r]);
  end loop;
end
$function$;

create or replace function private.search_words (
  value     text,
  is_search boolean default false
)
  returns text
  language sql
  stable
  set search_path to ''
  AS $function$
  select coalesce(string_agg(
    case when word ~ private.unspaced_characters() then (
      select string_agg(substr(word, i, 2), ' ' order by i)
      from generate_series(1, greatest(char_length(word) - is_search::integer, 1)) as i
    ) else word end, ' ' order by place
  ), '')
  from string_to_table(
    regexp_replace(
      regexp_replace(private.plain_words(value), '[\u0E31\u0E34-\u0E3A\u0E47-\u0E4E\u0EB1\u0EB4-\u0EBC\u0EC8-\u0ECE'
        '\u102B-\u103E\u1056-\u1060\u17B4-\u17D3]', '', 'g'),
      '(' || private.unspaced_characters() || '+)', ' \1 ', 'g'
    ), ' '
  ) with ordinality as typed (word, place)
  where word <> ''
$function$;

create or replace function private.sorted_letters (
  word text
)
  returns text
  language sql
  immutable
  set search_path to ''
  AS $function$
  select string_agg(letter, '' order by letter) from string_to_table(word, null) as letter
$function$;

create or replace function private.stem (
  word text
)
  returns text
  language sql
  immutable
  set search_path to ''
  AS $function$
  select coalesce((ts_lexize('pg_catalog.english_stem', word))[1], word)
$function$;

create or replace function private.stem_words (
  words text
)
  returns text
  language sql
  immutable
  set search_path to ''
  AS $function$
  select coalesce(string_agg(private.stem(word), ' ' order by i), '')
  from string_to_table(words, ' ') with ordinality as typed (word, i)
$function$;

create or replace function private.unspaced_characters()
  returns text
  language sql
  immutable
  set search_path to ''
  AS $function$
  select '[\u0E00-\u0EFF\u1000-\u109F\u1780-\u17FF\u3040-\u30FF\u3400-\u9FFF\uAC00-\uD7AF\U00020000-\U0003FFFF]'
$function$;

create or replace function private.word_query (
  typed    text[],
  i        integer,
  is_loose boolean
)
  returns tsquery
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  return (select string_agg(alternative, ' | ')::tsquery from (
    select typed[i] as word, typed[i - 1] as previous, typed[i + 1] as next,
      case when is_loose and i = cardinality(typed) then ':*' else '' end as ending
  ) as given cross join lateral (
    select format('%L%s', word, ending)
    union all select format('%L', private.stem(word)) where private.stem(word) <> word
    union all select format('%L%s', previous || word, ending) where previous is not null
    union all select format('%L', word || next) where next is not null
    union all select format('%L <-> %L%s', left(word, k), substr(word, k + 1), ending)
      from generate_series(1, char_length(word) - 2) as k
      where exists (select from private.directory_words as known where known.word = left(given.word, k))
    union all select string_agg(format('%L', stem), ' <-> ' order by place)
      from public.synonyms as s
      cross join unnest(s.stems) with ordinality as synonym (term, number)
      cross join string_to_table(term, ' ') with ordinality as stems (stem, place)
      where is_loose and s.stems && array[
        private.stem(word), private.stem(previous) || ' ' || private.stem(word), private.stem(previous || word),
        private.stem(word) || ' ' || private.stem(next), private.stem(word || next)
      ]
      group by s.id, number
  ) as found (alternative));
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
  name_words constant text := private.search_words(community.name);
  facet_words constant text := private.search_words(concat_ws(
    ' ', community.category, case community.join_type when 'request' then 'request to join' else 'open' end,
    private.language_names(community.languages)
  ));
begin
  select * into link from public.community_links where community_id = community.id;
  if community.status <> 'approved' or link.state = 'dead' then
    delete from public.directory_communities where id = community.id;
    return;
  end if;
  select * into place from public.places where name = community.location;
  insert into public.directory_communities (
    id, name, description, place_id, location, country, category, join_type, languages, member_count, image_url,
    groups, approval_date, link_checked_at, sort_name, words, name_words, facet_words
  ) values (
    community.id, community.name, community.description, place.id, place.name, place.country, community.category,
    community.join_type, community.languages, community.member_count, community.image_url,
    coalesce(community.approved_groups, '[]'),
    date_trunc('milliseconds', coalesce(community.approval_date, community.created_at)),
    link.live_at, private.plain_words(community.name),
    concat_ws(' ', name_words, facet_words, private.search_words(concat_ws(
      ' ', community.description, jsonb_path_query_array(community.approved_groups, '$[*].name'))
    )),
    name_words, facet_words
  )
  on conflict (id) do update set
    name = excluded.name, description = excluded.description, place_id = excluded.place_id,
    location = excluded.location, country = excluded.country, category = excluded.category,
    join_type = excluded.join_type,
    languages = excluded.languages, member_count = excluded.member_count, image_url = excluded.image_url,
    groups = excluded.groups, approval_date = excluded.approval_date,
    link_checked_at = excluded.link_checked_at, sort_name = excluded.sort_name,
    words = excluded.words, name_words = excluded.name_words, facet_words = excluded.facet_words;
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
  if '' = any(new.known_names) then
    raise exception 'A name needs a letter or a digit.' using errcode = 'PT400',
      detail = case when private.plain_words(new.name) = '' then 'name' else 'alternative_names' end;
  end if;
  new.words := private.search_words(concat_ws(' ', new.name, array_to_string(new.alternative_names, ' '), new.country));
  new.updated_at := now();
  select p.name into other from public.places as p
  where p.known_names && new.known_names and p.id <> new.id limit 1;
  if found then
    raise exception 'Another place already has this name: %.', other using errcode = 'PT409', detail = 'name';
  end if;
  return new;
end
$function$;

create or replace function private.write_synonyms()
  returns trigger
  language plpgsql
  set search_path to ''
  AS $function$
begin
  new.terms := private.clean_list(new.terms);
  new.stems := array(select distinct private.stem_words(private.search_words(term)) from unnest(new.terms) as term);
  new.words := private.search_words(array_to_string(new.terms, ' '));
  new.updated_at := now();
  if '' = any (new.stems) then
    raise exception 'A synonym needs a letter or a digit.' using errcode = 'PT400', detail = 'terms';
  end if;
  return new;
end
$function$;

alter table "public"."directory_communities"
  add constraint "directory_communities_rank_check" check ((rank IS NULL));

create index directory_communities_size_class_idx on public.directory_communities
  using btree (size_class, approval_date, id, location, category, join_type);

create index synonyms_stems_idx on public.synonyms using gin (stems);

create trigger check_version
  before update on public.synonyms
  for each row
  when (private.is_user_request())
  execute function
    private.check_version('Another admin has changed these synonyms in the meantime.');

create constraint TRIGGER count_changed_words
  after update of words on public.synonyms deferrable initially deferred
  for each row
  when ((old.words <> new.words))
  execute function private.count_directory_words();

create constraint TRIGGER count_words
  after insert or delete on public.synonyms deferrable initially deferred
  for each row
  execute function private.count_directory_words();

create trigger write_synonyms
  before insert or update on public.synonyms
  for each row
  execute function private.write_synonyms();

create policy "Admins add synonyms" on "public"."synonyms"
  for insert
  to "authenticated"
  with check (( SELECT private.is_admin() AS is_admin));

create policy "Admins delete synonyms" on "public"."synonyms"
  for delete
  to "authenticated"
  using (( select private.is_admin() as is_admin));

create policy "Admins edit synonyms" on "public"."synonyms"
  for update
  to "authenticated"
  using (( select private.is_admin() as is_admin))
  with check (( SELECT private.is_admin() AS is_admin));

create policy "Admins read synonyms" on "public"."synonyms"
  for select
  to "authenticated"
  using (( select private.is_admin() as is_admin));

create policy "Nothing before the sign-in is complete" on "public"."synonyms"
  as restrictive
  for all
  to "authenticated"
  using (( select private.is_sign_in_complete() as is_sign_in_complete));

comment on extension "fuzzystrmatch" is 'determine similarities and distance between strings';

revoke all on function "private"."correct_word"(text) from public;

revoke all on function "private"."language_names"(text[]) from public;

revoke all on function "private"."log_synonyms"() from public;

revoke all on function "private"."mark_query"(text, tsquery) from public;

revoke all on function "private"."mark_words"(text, text) from public;

revoke all on function "private"."place_query"(tsquery) from public;

revoke all on function "private"."rank_queries"(text[], tsquery) from public;

revoke all on function "private"."read_search"(text) from public;

revoke all on function "private"."search_words"(text, boolean) from public;

grant execute on function "private"."search_words"(text, boolean) to "authenticated", "service_role";

revoke all on function "private"."sorted_letters"(text) from public;

revoke all on function "private"."stem"(text) from public;

grant execute on function "private"."stem"(text) to "authenticated", "service_role";

revoke all on function "private"."stem_words"(text) from public;

grant execute on function "private"."stem_words"(text) to "authenticated", "service_role";

revoke all on function "private"."unspaced_characters"() from public;

grant execute on function "private"."unspaced_characters"() to "authenticated", "service_role";

revoke all on function "private"."word_query"(text[], integer, boolean) from public;

revoke all on function "private"."write_synonyms"() from public;

grant insert ("id") on table "public"."synonyms" to "authenticated";

grant insert ("terms"), update ("terms") on table "public"."synonyms" to "authenticated";

grant update ("updated_at") on table "public"."synonyms" to "authenticated";

grant delete, select on table "public"."synonyms" to "authenticated";

grant all
  on table "public"."synonyms"
  to "service_role";

-- By hand: what the triggers would write. Words are counted at once: the trigger would count each row by itself.
alter table public.directory_communities disable trigger count_changed_words;
alter table public.places disable trigger user;

update public.places
set words = private.search_words(concat_ws(' ', name, array_to_string(alternative_names, ' '), country));

update public.directory_communities as d
set name_words = private.search_words(d.name),
  facet_words = private.search_words(concat_ws(
    ' ', d.category, case d.join_type when 'request' then 'request to join' else 'open' end,
    private.language_names(d.languages)
  ));

update public.directory_communities as d
set words = concat_ws(' ', d.name_words, d.facet_words, private.search_words(concat_ws(
  ' ', d.description, jsonb_path_query_array(d.groups, '$[*].name'))
));

alter table public.directory_communities enable trigger count_changed_words;
alter table public.places enable trigger user;

delete from private.directory_words;
insert into private.directory_words (word, communities)
select word, count(*) from (
  select distinct d.id, word from public.directory_communities as d, string_to_table(d.words, ' ') as word
  union all
  select distinct p.id, word from public.places as p, string_to_table(p.words, ' ') as word
) as used
where word <> ''
group by word;

alter table public.directory_communities
  alter column name_words drop default,
  alter column facet_words drop default;

alter table "public"."directory_communities"
  add column "search_vector" tsvector generated always as
    ((((private.mark_words(''::text, words) || private.mark_words('^'::text, name_words)) ||
    private.mark_words('='::text, ((name_words || ' '::text) || facet_words))) ||
    array_to_tsvector(ARRAY[('#'::text || (place_id)::text)]))) stored not null;

create index directory_communities_search_vector_idx on public.directory_communities
  using gin (search_vector)
  with (fastupdate=off);

-- By hand: the first synonyms. Admins edit them.
insert into public.synonyms (terms)
select string_to_array(terms, ', ') from (values
  ('hiking, hike, hiker, walking, walker, trekking, trek, rambling, senderismo, randonnée, wandern, wanderung'),
  ('coworking, remote work, shared office, hot desk, desk, workspace'),
  ('digital nomad, nomad, remote worker, location independent, nómada digital'),
  ('surfing, surf, surfer'),
  ('kitesurfing, kitesurf, kiteboarding, kite'),
  ('diving, dive, scuba'),
  ('sailing, sail, yacht'),
  ('paddle board, paddling, sup, stand up paddle'),
  ('cycling, cyclist, bike, bicycle, biking'),
  ('running, runner, jogging, jog'),
  ('climbing, climber, bouldering'),
  ('skiing, ski, snowboard'),
  ('football, soccer, futsal, fútbol'),
  ('padel, paddle tennis'),
  ('volleyball, volley'),
  ('fitness, gym, workout'),
  ('meditation, mindfulness'),
  ('dancing, dance, dancer, baile'),
  ('concert, gig, live music'),
  ('party, nightlife, clubbing'),
  ('food, foodie, cuisine, gastronomy, dining'),
  ('cooking, cookery, chef'),
  ('vegan, vegetarian, plant based'),
  ('coffee, café, espresso'),
  ('craft beer, brewery, microbrewery'),
  ('language exchange, tandem, conversation, language practice, intercambio'),
  ('startup, founder, entrepreneur'),
  ('developer, programmer, coder, software engineer, coding'),
  ('crypto, cryptocurrency, bitcoin, web3, blockchain'),
  ('freelance, freelancer, self employed'),
  ('jobs, job, hiring, vacancies, careers'),
  ('apartment, flat, room, rent, rental, accommodation, housing'),
  ('coliving, shared living'),
  ('expat, expatriate, foreigner, newcomer'),
  ('family, families, kids, children, parents'),
  ('women, woman, girls, ladies, female'),
  ('lgbt, lgbtq, queer, gay'),
  ('photography, photo, photographer'),
  ('drawing, sketching, sketch'),
  ('book, books, reading, book club'),
  ('board games, tabletop, boardgames'),
  ('volunteering, volunteer, charity'),
  ('backpacking, backpacker'),
  ('van life, vanlife, camper, campervan, motorhome'),
  ('motorbike, motorcycle, motorcycling'),
  ('dog, dogs, puppy'),
  ('train, trains, railway, rail'),
  ('usa, us, united states, america'),
  ('uk, united kingdom, great britain, britain'),
  ('uae, united arab emirates'),
  ('netherlands, holland'),
  ('czechia, czech republic'),
  ('türkiye, turkey')
) as synonym (terms);

-- By hand: after the first synonyms, which are not logged.
create trigger log_synonyms
  after insert or delete or update on public.synonyms
  for each row
  execute function private.log_synonyms();
