set local check_function_bodies = off;

drop trigger "update_directory_after_update" on "public"."communities";

drop index "public"."directory_communities_member_count_idx";

drop index "public"."directory_communities_size_class_idx";

alter table "public"."communities"
  drop constraint "communities_held_changes_check";

alter table "public"."directory_communities"
  drop column "size_class";

alter table "public"."communities"
  add column "reviewed_count" integer;

alter table "public"."directory_communities"
  add column "joins" integer not null default 0;

alter table "public"."directory_communities"
  add column "is_verified" boolean not null default false;

create or replace function private.community_content (
  community public.communities
)
  returns jsonb
  language sql
  stable
  set search_path to ''
  AS $function$
  select jsonb_object_agg(field, to_jsonb(community) -> field) || jsonb_build_object(
    'groups', coalesce((
      select jsonb_agg(g.name order by g.name) from public.community_groups as g
      where g.community_id = community.id
    ), '[]'::jsonb)
  )
  from unnest(
    private.reviewed_fields()
    || array['location', 'requested_place', 'join_type', 'category', 'languages']
  ) as field
$function$;

create or replace function private.count_recent_joins (
  community public.communities
)
  returns integer
  language sql
  stable
  set search_path to ''
  AS $function$
  select private.to_join_step(count(distinct user_id)) from public.community_joins
  where community_id = community.id and user_id <> community.owner_id
    and joined_on > private.today() - 90 and joined_on < private.today()
$function$;

create or replace function private.hold_community_changes()
  returns trigger
  language plpgsql
  set search_path to ''
  AS $function$
declare
  held jsonb := coalesce(new.held_changes, '{}'::jsonb);
  to_hold text[];
begin
  if jsonb_typeof(held) <> 'object' or exists (
    select from jsonb_each(held) where value is distinct from old.held_changes -> key
  ) then
    raise exception 'Held changes cannot be written directly.' using errcode = 'PT403';
  end if;
  if new.held_changes is distinct from old.held_changes and new.owner_id <> (select auth.uid())
    and private.decision() is null then
    raise exception 'Only the owner can withdraw these changes. Reload the page to accept or decline them.'
      using errcode = 'PT403';
  end if;
  if old.status = 'approved' and not private.is_admin() then
    to_hold := array(
      select field from unnest(private.reviewed_fields()) as field
      where to_jsonb(new) -> field <> to_jsonb(old) -> field
        and (field <> 'member_count' or private.is_count_reviewed(new.member_count, old.reviewed_count))
    );
    -- A count that goes live replaces the held one.
    if new.member_count <> old.member_count and 'member_count' <> all (to_hold) then
      held := held - 'member_count';
    end if;
    held := held || coalesce(
      (select jsonb_object_agg(field, to_jsonb(new) -> field) from unnest(to_hold) as field), '{}');
    new := jsonb_populate_record(new, coalesce(
      (select jsonb_object_agg(field, to_jsonb(old) -> field) from unnest(to_hold) as field), '{}'));
  end if;
  -- A held value that equals the live one needs no review.
  new.held_changes := (
    select jsonb_object_agg(key, value) from jsonb_each(held) where value <> to_jsonb(new) -> key
  );
  if new.held_changes is distinct from old.held_changes then
    new.held_at := case when new.held_changes is not null then now() end;
  end if;
  return new;
end
$function$;

create or replace function private.is_count_reviewed (
  member_count   integer,
  reviewed_count integer
)
  returns boolean
  language sql
  immutable
  set search_path to ''
  AS $function$
  select member_count > greatest(2 * coalesce(reviewed_count, 0), 100)
$function$;

create or replace function private.record_reviewed_count()
  returns trigger
  language plpgsql
  set search_path to ''
  AS $function$
begin
  if private.decision() is distinct from 'decision undone' and (
    tg_op = 'INSERT' or new.status <> old.status or private.decision() = 'changes accepted'
    or new.member_count <> old.member_count and (private.is_admin() or not private.is_user_request())
  ) then
    new.reviewed_count := new.member_count;
  end if;
  return new;
end
$function$;

create or replace function private.retention_period (
  records text
)
  returns interval
  language sql
  immutable
  set search_path to ''
  AS $function$
  select case records
    when 'joins' then interval '90 days'
    when 'resolved reports' then interval '1 year'
    when 'closed appeals' then interval '1 year'
    when 'emails' then interval '30 days'
    -- After their end. Until then, a used code is not given to another user.
    when 'ownership codes' then interval '7 days'
    when 'audit log' then interval '2 years'
  end
$function$;

create or replace function private.reviewed_fields()
  returns text[]
  language sql
  immutable
  set search_path to ''
  AS $function$
  select array['name', 'description', 'member_count', 'whatsapp_link', 'image_url']
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
  key constant text[] := string_to_array(after_key, ' ', '');
  is_old_key constant boolean := sort = 'members' or sort = 'best' and key[4] is null;
  after_rank constant integer := coalesce(case when sort = 'best' then key[1]::integer end, 1);
  after_verified boolean := case when sort = 'best' and not is_old_key then key[2]::boolean end;
  after_joins integer := case
    when sort = 'best' then key[case when is_old_key then 2 else 3 end]::integer
    when sort in ('joined', 'members') then key[1]::integer
  end;
  after_time timestamptz := case
    when sort = 'best' then key[case when is_old_key then 3 else 4 end]::timestamptz
    when sort = 'joined' then key[2]::timestamptz
    when sort in ('members', 'name') then null
    else after_key::timestamptz
  end;
  after_name constant text := case when sort = 'name' then private.plain_words(left(after_key, 200)) end;
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
  if is_old_key and after_id is not null then
    select d.is_verified, d.joins, d.approval_date into after_verified, after_joins, after_time
    from public.directory_communities as d where d.id = after_id;
  end if;
  sort := case
    when sort = 'members' then 'joined'
    when sort in ('joined', 'name') or sort = 'best' and query is not null then sort
    else 'newest'
  end;
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
            or (sort = 'best' and (d.is_verified, d.joins, d.approval_date, d.id)
              < (after_verified, after_joins, after_time, after_id))
            or (sort = 'joined' and (d.joins, d.approval_date, d.id) < (after_joins, after_time, after_id))
            or (sort = 'name' and (d.sort_name, d.id) > (after_name, after_id))
            or (sort = 'newest' and (d.approval_date, d.id) < (after_time, after_id)))
        order by
          -- Sorts rare matches. The index of the order would be read until it has found a page of them.
          case when is_rare then d.search_vector is null end,
          case when sort = 'best' then d.is_verified end desc,
          case when sort in ('best', 'joined') then d.joins end desc,
          case when sort in ('best', 'joined', 'newest') then d.approval_date end desc,
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

create or replace function private.to_join_step (
  joins bigint
)
  returns integer
  language sql
  immutable
  set search_path to ''
  AS $function$
  select case
    when joins < 5 then 0
    else (case when first >= 5 then 5 when first >= 2 then 2 else 1 end) * power
  end
  from (select left(joins::text, 1)::integer, (10 ^ (char_length(joins::text) - 1))::integer) as digits (first, power)
$function$;

create or replace function private.update_recent_joins()
  returns void
  language sql
  set search_path to ''
  AS $function$
  update public.directory_communities as d set joins = changed.joins
  from (
    select listed.id, coalesce(counted.joins, 0) as joins
    from public.directory_communities as listed
    left join (
      select community_id, private.to_join_step(count(distinct j.user_id)) as joins
      from public.community_joins as j join public.communities as c on c.id = j.community_id
      where j.user_id <> c.owner_id and j.joined_on > private.today() - 90 and j.joined_on < private.today()
      group by 1
    ) as counted on counted.community_id = listed.id
    where listed.joins <> coalesce(counted.joins, 0)
    limit 20000 for no key update of listed skip locked
  ) as changed
  where d.id = changed.id
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
  if not private.may_be_listed(community) or link.state = 'dead' then
    delete from public.directory_communities where id = community.id;
    return;
  end if;
  select * into place from public.places where name = community.location;
  insert into public.directory_communities (
    id, name, description, place_id, location, country, category, join_type, languages, member_count, joins, is_verified,
    image_url, groups, approval_date, link_checked_at, sort_name, words, name_words, facet_words
  ) values (
    community.id, community.name, community.description, place.id, place.name, place.country, community.category,
    community.join_type, community.languages, community.member_count,
    coalesce(
      (select d.joins from public.directory_communities as d where d.id = community.id),
      private.count_recent_joins(community)
    ),
    community.verified_at is not null,
    community.image_url,
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
    languages = excluded.languages, member_count = excluded.member_count,
    is_verified = excluded.is_verified, image_url = excluded.image_url,
    groups = excluded.groups, approval_date = excluded.approval_date,
    link_checked_at = excluded.link_checked_at, sort_name = excluded.sort_name,
    words = excluded.words, name_words = excluded.name_words, facet_words = excluded.facet_words;
end
$function$;

create index directory_communities_is_verified_idx on public.directory_communities
  using btree (is_verified, joins, approval_date, id, location, category, join_type);

create index directory_communities_joins_idx on public.directory_communities
  using btree (joins, approval_date, id, location, category, join_type);

create trigger before_7_record_reviewed_count
  before insert or update on public.communities
  for each row
  when ((new.status = 'approved'::public.community_status))
  execute function private.record_reviewed_count();

create trigger update_directory_after_update
  after update on public.communities
  for each row
  when
    (((old.status IS DISTINCT FROM new.status) OR (old.name IS DISTINCT FROM new.name) OR
    (old.description IS DISTINCT FROM new.description) OR
    (old.location IS DISTINCT FROM new.location) OR (old.category IS DISTINCT FROM new.category) OR
    (old.join_type IS DISTINCT FROM new.join_type) OR (old.languages IS DISTINCT FROM new.languages)
    OR (old.member_count IS DISTINCT FROM new.member_count) OR
    (old.image_url IS DISTINCT FROM new.image_url) OR
    (old.approved_groups IS DISTINCT FROM new.approved_groups) OR
    (old.approval_date IS DISTINCT FROM new.approval_date) OR
    (old.hidden_at IS DISTINCT FROM new.hidden_at) OR (old.paused_at IS DISTINCT FROM new.paused_at)
    OR (old.verified_at IS DISTINCT FROM new.verified_at)))
  execute function private.update_directory();

revoke all on function "private"."count_recent_joins"(public.communities) from public;

revoke all on function "private"."is_count_reviewed"(integer, integer) from public;

grant execute
  on function "private"."is_count_reviewed"(integer, integer)
  to "authenticated", "service_role";

revoke all on function "private"."record_reviewed_count"() from public;

revoke all on function "private"."to_join_step"(bigint) from public;

revoke all on function "private"."update_recent_joins"() from public;

alter table "public"."communities"
  add constraint "communities_held_changes_check"
    check
    (((held_changes IS NULL) OR ((status = 'approved'::public.community_status) AND
    (jsonb_typeof(held_changes) = 'object'::text) AND
    ((held_changes - private.reviewed_fields()) = '{}'::jsonb) AND
    (held_changes = jsonb_strip_nulls(held_changes)) AND
    private.is_line(COALESCE((held_changes ->> 'name'::text), name), 100) AND
    private.is_visible(COALESCE((held_changes ->> 'description'::text), description)) AND
    private.is_text(COALESCE((held_changes ->> 'description'::text), description), 2000) AND
    ((COALESCE((held_changes -> 'member_count'::text), '0'::jsonb) >= '0'::jsonb) AND
    (COALESCE((held_changes -> 'member_count'::text), '0'::jsonb) <= '10000000'::jsonb)) AND
    private.is_whatsapp_link(COALESCE((held_changes ->> 'whatsapp_link'::text), whatsapp_link)) AND
    private.is_image_url(COALESCE((held_changes ->> 'image_url'::text), image_url)))));

-- The present member counts were visible until now.
update public.communities set reviewed_count = member_count where status = 'approved';
select private.update_recent_joins();
