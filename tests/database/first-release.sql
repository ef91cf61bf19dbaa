-- Data of a project with the first release, including edge cases.
insert into auth.users (id, email, raw_user_meta_data, created_at, updated_at) values
  ('00000000-0000-4000-8000-00000000000a', 'first-admin@example.com', '{"name": "First Admin"}', '2026-01-01', now()),
  ('00000000-0000-4000-8000-00000000000b', 'owner@example.com', '{"name": "Ünïcode Öwner 🏔"}', '2026-01-02', now()),
  ('00000000-0000-4000-8000-00000000000c', 'no-name@example.com', null, '2026-01-03', now());

update public.profiles set is_admin = true where id = '00000000-0000-4000-8000-00000000000a';
update public.profiles set credits = 7, phone = '+41 76 555 0001'
where id = '00000000-0000-4000-8000-00000000000b';

insert into public.communities
  (id, name, description, location, whatsapp_link, join_type, image_url, category, member_count,
   owner_id, status, approval_date, approved_by, rejection_reason, held_changes, held_at, created_at)
select
  ('00000000-0000-4000-8000-0000000000' || number)::uuid, name, description, 'Bali',
  'https://chat.whatsapp.com/' || rpad('Release1x' || number, 22, '0'), 'request',
  'https://images.unsplash.com/photo-1469854523086-cc02fe5d8800', 'Culture', members,
  '00000000-0000-4000-8000-00000000000b', status::public.community_status, approved,
  case when approved is not null then '00000000-0000-4000-8000-00000000000a'::uuid end,
  reason, held::jsonb, held_at, '2026-02-01'
from (values
  ('11', 'Waiting', 'Two lines' || E'\n' || 'and 100% of _ signs', 0, 'pending', null::timestamptz, null, null, null::timestamptz),
  ('12', 'Approved', repeat('A long description. ', 99), 10000000, 'approved', '2026-03-01', null, null, null),
  ('13', 'Rejected', 'An advertisement', 12, 'rejected', null, 'It is an advertisement.', null, null),
  ('14', 'Changed since', 'As approved', 3, 'approved', '2026-03-02', null, '{"name": "Changed anew"}', '2026-03-03')
) as community (number, name, description, members, status, approved, reason, held, held_at);

insert into public.community_groups (id, community_id, name, description) values
  ('00000000-0000-4000-8000-000000000021', '00000000-0000-4000-8000-000000000012', 'Sunrise swims', ''),
  ('00000000-0000-4000-8000-000000000022', '00000000-0000-4000-8000-000000000012', 'Market days', 'On Sundays');

-- An admin has seen the groups.
update public.communities set approved_groups = private.group_list(id)
where id = '00000000-0000-4000-8000-000000000012';
