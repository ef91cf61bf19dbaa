-- communities/: the tables of communities and groups, and the rules for every save.
-- Guarantee: owners and co-owners write their own communities, admins all, visitors none. A save that sends a
-- version overwrites no newer one, a link is listed once, and an image in use is neither replaced nor deleted.
--   communities.sql: the tables, their columns and who writes them.
--   blocks.sql: what keeps an approved community out of the directory, and private.may_be_listed.
--   save.sql: what happens in which order when a request inserts or updates a community.  save_rules.sql: the rules.
--   import.sql: rows of a CSV file.  admin_lists.sql: the lists of the admin page.
--   still_active.sql: when a community was last active, and answers to the question whether it is.
--   ask_owners.sql: asking owners, and falling asleep.
--   images_in_use.sql: which stored images are in use.  images.sql: the bucket. Loaded late: the log is such a use.

-- The tables. ownership/owners.sql has the policies for reading and editing, which include co-owners.

create type public.community_status as enum ('pending', 'approved', 'rejected');
create type public.join_type as enum ('open', 'request');
create type public.community_category as enum (
  'Sports', 'Party & Events', 'Tours & Adventure', 'Digital Nomads', 'Business', 'Culture', 'Exploration', 'Social'
);

-- The languages of ISO 639-1.
create function private.language_codes() returns text[]
language sql immutable set search_path = '' as $$
  select string_to_array(
    'aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en '
    'eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv '
    'ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne '
    'ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st '
    'su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu', ' ')
$$;

create function private.are_languages(codes text[]) returns boolean
language sql immutable set search_path = '' as $$
  select cardinality(codes) <= (private.limits()).max_languages and coalesce(array_ndims(codes), 1) = 1
    and codes <@ private.language_codes()
    and (select count(distinct code) from unnest(codes) as code) = cardinality(codes)
$$;

-- The only stored form of a link: links can be compared as text. The form converts other forms.
create function private.is_whatsapp_link(link text) returns boolean
language sql immutable set search_path = '' as $$
  select link ~ '^https://chat\.whatsapp\.com/[A-Za-z0-9]{22}$'
    or link ~ '^https://whatsapp\.com/channel/[A-Za-z0-9_-]{8,64}$'
$$;

-- A stock photo, or an image in our bucket. private.require_image checks the host and the folder.
create function private.is_image_url(url text) returns boolean
language sql immutable set search_path = '' as $$
  select char_length(url) <= 500 and (
    url ~ '^https://images\.unsplash\.com/photo-[A-Za-z0-9-]+(\?[A-Za-z0-9=&_.,%-]*)?$'
    or url ~ ('^https?://[A-Za-z0-9.-]+(:[0-9]{1,5})?/storage/v1/object/public/community-images/'
      '[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}/[0-9]{10,16}-compressed\.(png|jpg|jpeg|gif)$')
  )
$$;

-- An owner's change to one of these fields of an approved community is held until an admin accepts it; to member_count
-- only if private.is_count_reviewed.
create function private.reviewed_fields() returns text[]
language sql immutable set search_path = '' as $$
  select array['name', 'description', 'host_name', 'host_intro', 'member_count', 'whatsapp_link', 'image_url']
$$;

-- More than twice the last reviewed count, and not small. src/features/community/fields.ts has the same formula.
create function private.is_count_reviewed(member_count integer, reviewed_count integer) returns boolean
language sql immutable set search_path = '' as $$
  select member_count > greatest(2 * coalesce(reviewed_count, 0), (private.limits()).max_unreviewed_count)
$$;

create table public.communities (
  id uuid primary key default gen_random_uuid(),
  name text not null check (private.is_line(name, 100)),
  description text not null check (private.is_visible(description) and private.is_text(description, 2000)),
  -- Whom visitors meet, if the owner wants to show it: a name and a sentence. Both or neither.
  host_name text not null default '' check (private.is_optional_line(host_name, 60)),
  host_intro text not null default '' check (private.is_optional_line(host_intro, 200)),
  -- Null while the owner waits for the place that they requested.
  location text references public.places (name) on update cascade on delete restrict,
  requested_place text check (private.is_line(requested_place, 100)),
  whatsapp_link text not null check (private.is_whatsapp_link(whatsapp_link)),
  join_type public.join_type not null default 'open',
  image_url text not null check (private.is_image_url(image_url)),
  category public.community_category not null,
  -- ISO 639-1, the language of the texts first.
  languages text[] not null default '{}' check (private.are_languages(languages)),
  member_count integer not null default 0 check (member_count between 0 and 10000000),
  owner_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  status public.community_status not null default 'pending',
  approval_date timestamptz,
  approved_by uuid references public.profiles (id) on delete set null,
  -- Why an admin last said no: to the community, to its changes, or to its approval. Null once its owner edits it.
  rejection_reason text check (private.is_text(rejection_reason, 500)),
  -- What an admin rejected, to compare with the resubmitted version.
  rejected_version jsonb,
  held_changes jsonb,
  held_at timestamptz,
  -- As an admin last approved it; null unless approved. Compared with it, small steps cannot add up.
  reviewed_count integer,
  -- Since when the owner has proved the current link (ownership/proofs.sql).
  verified_at timestamptz,
  -- Since when it has a name that no admin has reviewed, because its owner proved the group; it then has no badge.
  name_changed_at timestamptz,
  -- As an admin last approved them, null unless approved, and since when they differ.
  approved_groups jsonb,
  groups_changed_at timestamptz,
  -- The version of the groups: their owner's last change. updated_at is the version of everything else.
  groups_updated_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The text that an admin's search matches, including the owner.
  search_text text not null default '',
  constraint communities_place_check
  check (location is not null or requested_place is not null and status <> 'approved'),
  constraint communities_host_check check ((host_name = '') = (host_intro = '')),
  constraint communities_verified_check check (verified_at is null or status = 'approved'),
  constraint communities_name_changed_check check (name_changed_at is null or status = 'approved'),
  -- A held value goes live unchanged, so it follows the rules of its column.
  constraint communities_held_changes_check check (
    held_changes is null or (
      status = 'approved' and jsonb_typeof(held_changes) = 'object'
      and held_changes - private.reviewed_fields() = '{}'::jsonb
      and held_changes = jsonb_strip_nulls(held_changes)
      and private.is_line(coalesce(held_changes ->> 'name', name), 100)
      and private.is_visible(coalesce(held_changes ->> 'description', description))
      and private.is_text(coalesce(held_changes ->> 'description', description), 2000)
      and private.is_optional_line(coalesce(held_changes ->> 'host_name', host_name), 60)
      and private.is_optional_line(coalesce(held_changes ->> 'host_intro', host_intro), 200)
      and (coalesce(held_changes ->> 'host_name', host_name) = '')
      = (coalesce(held_changes ->> 'host_intro', host_intro) = '')
      and coalesce(held_changes -> 'member_count', '0') between '0' and '10000000'
      and private.is_whatsapp_link(coalesce(held_changes ->> 'whatsapp_link', whatsapp_link))
      and private.is_image_url(coalesce(held_changes ->> 'image_url', image_url))
    )
  )
);

create index communities_owner_id_idx on public.communities (owner_id);
create index communities_approved_by_idx on public.communities (approved_by);
-- Finds the same link in rejected communities, which the unique index excludes.
create index communities_whatsapp_link_idx on public.communities (whatsapp_link);
create unique index communities_whatsapp_link_key on public.communities (whatsapp_link) where status <> 'rejected';

create policy "Users list a community as their own"
on public.communities for insert to authenticated with check (owner_id = (select auth.uid()));

create policy "Owners delete their own communities, admins every community"
on public.communities for delete to authenticated using (owner_id = (select auth.uid()) or (select private.is_admin()));

grant select, delete on public.communities to authenticated;
grant insert (
  id, name, description, host_name, host_intro, location, requested_place, whatsapp_link, join_type, image_url,
  category, languages, member_count, owner_id
) on public.communities to authenticated;
-- Includes the id for the upsert of the previous release. A trigger refuses to change it.
grant update (
  id, name, description, host_name, host_intro, location, requested_place, whatsapp_link, join_type, image_url,
  category, languages, member_count, status, approval_date, approved_by, rejection_reason, held_changes, updated_at,
  groups_updated_at
) on public.communities to authenticated;
grant execute on function
  private.language_codes, private.are_languages, private.is_whatsapp_link, private.is_image_url,
  private.reviewed_fields, private.is_count_reviewed
to authenticated, service_role;

-- The CHECK constraints of links and image URLs accept only ASCII.
create trigger before_1_clean
before insert or update
of name, description, host_name, host_intro, location, requested_place, rejection_reason on public.communities
for each row execute function private.clean_columns(
  'name:line', 'description:text', 'host_name:line', 'host_intro:line', 'location:line', 'requested_place:line',
  'rejection_reason:text'
);

create table public.community_groups (
  id uuid primary key default gen_random_uuid(),
  community_id uuid not null references public.communities (id) on delete cascade,
  name text not null check (private.is_line(name, 100)),
  description text not null default '' check (private.is_text(description, 500))
);

create index community_groups_community_id_idx on public.community_groups (community_id, name);

-- Row-level security applies to the subquery: who reads a community also reads and writes its groups.
create policy "Groups are read and written with their community" on public.community_groups for all to authenticated
using (exists (select from public.communities as c where c.id = community_id));

grant select, delete on public.community_groups to authenticated;
grant insert (id, community_id, name, description) on public.community_groups to authenticated;
-- With the id and the community, because an upsert writes every column. A trigger refuses to change them.
grant update (id, community_id, name, description) on public.community_groups to authenticated;

create trigger clean before insert or update of name, description on public.community_groups
for each row execute function private.clean_columns('name:line', 'description:text');
