-- Demo data: one admin, three owners and their communities. Every password is travel-together, so never seed a project
-- that has real users. Safe to repeat.

insert into auth.users (
  id, aud, role, email, encrypted_password, email_confirmed_at,
  confirmation_token, recovery_token, email_change, email_change_token_new,
  email_change_token_current, phone_change, phone_change_token, reauthentication_token,
  raw_app_meta_data, raw_user_meta_data, created_at, updated_at
)
select
  id, 'authenticated', 'authenticated', email,
  '$2b$10$envgFdEmjgzoDMNbHKliTOM3Z2SYOLgTGHQ8ATBkQEAuaFKrGI4Hy', joined,
  '', '', '', '', '', '', '', '',
  '{"provider": "email", "providers": ["email"]}',
  jsonb_build_object('sub', id, 'email', email, 'name', name, 'email_verified', true),
  joined, joined
from (values
  ('11111111-1111-4111-8111-111111111111'::uuid, 'admin@example.com', 'Robin Vale', '2026-03-02 09:15:00+00'::timestamptz),
  ('22222222-2222-4222-8222-222222222222'::uuid, 'amara@example.com', 'Amara Nkosi', '2026-04-18 09:15:00+00'::timestamptz),
  ('33333333-3333-4333-8333-333333333333'::uuid, 'luca@example.com', 'Luca Brunner', '2026-05-09 09:15:00+00'::timestamptz),
  ('44444444-4444-4444-8444-444444444444'::uuid, 'mei@example.com', 'Mei Tanaka', '2026-06-27 09:15:00+00'::timestamptz)
) as demo_user (id, email, name, joined)
on conflict (id) do nothing;

insert into auth.identities (id, provider, provider_id, user_id, identity_data, last_sign_in_at, created_at, updated_at)
select
  id, 'email', id::text, id,
  jsonb_build_object('sub', id, 'email', email, 'email_verified', true),
  created_at, created_at, created_at
from auth.users
where email in ('admin@example.com', 'amara@example.com', 'luca@example.com', 'mei@example.com')
on conflict do nothing;

-- Supabase Auth stores an instance id with every user, and finds no user without it. The embedded service has no such
-- column.
do $$
begin
  if exists (
    select from information_schema.columns
    where table_schema = 'auth' and table_name = 'users' and column_name = 'instance_id'
  ) then
    update auth.users set instance_id = '00000000-0000-0000-0000-000000000000'
    where instance_id is null;
  end if;
end
$$;

update public.profiles as p
set phone = d.phone, country = d.country, interests = d.interests, credits = d.credits,
  is_admin = d.is_admin, image_folder = d.image_folder, created_at = u.created_at
from auth.users as u, (values
  ('11111111-1111-4111-8111-111111111111'::uuid, '+27 21 555 0100', null, null::text[], 3, true, 'cccccccc-0000-4000-8000-000000000001'::uuid),
  ('22222222-2222-4222-8222-222222222222'::uuid, '+27 82 555 0143', 'South Africa', array['Hiking', 'Startups', 'Food'], 8, false, 'cccccccc-0000-4000-8000-000000000002'),
  ('33333333-3333-4333-8333-333333333333'::uuid, '+41 76 555 01 87', 'Switzerland', array['Trains', 'Coffee', 'Salsa'], 3, false, 'cccccccc-0000-4000-8000-000000000003'),
  ('44444444-4444-4444-8444-444444444444'::uuid, '+66 81 555 0192', 'Thailand', array['Surfing', 'Yoga', 'Design'], 5, false, 'cccccccc-0000-4000-8000-000000000004')
) as d (id, phone, country, interests, credits, is_admin, image_folder)
where p.id = d.id and u.id = d.id and p.phone = '';

-- The images are uploaded from supabase/images, one folder per owner. The URLs are those of `supabase start`; the
-- embedded backend replaces them.
insert into public.communities (
  id, name, description, location, category, owner_id, image_url, whatsapp_link, join_type,
  member_count, status, approval_date, approved_by, rejection_reason, held_changes, held_at,
  created_at, updated_at
) values
  ('aaaaaaaa-0000-4000-8000-000000000001', 'Atlantic Kite Crew', 'Wind checks at seven, rides from wherever you stay, and someone to hold your kite on the beach. Beginners launch at the lagoon first, the rest of us argue about the forecast.', 'Cape Town', 'Sports', '22222222-2222-4222-8222-222222222222', 'http://127.0.0.1:54321/storage/v1/object/public/community-images/cccccccc-0000-4000-8000-000000000002/1780086400000-compressed.jpg', 'https://chat.whatsapp.com/DemofZ5XLotmVFVDHwYn91', 'open', 412, 'approved', '2026-05-03 11:00:00+00', '11111111-1111-4111-8111-111111111111', null, null, null, '2026-05-02 08:00:00+00', '2026-05-03 11:00:00+00'),
  ('aaaaaaaa-0000-4000-8000-000000000002', 'Table Mountain Walkers and Everyone Who Said They Would Only Come Along for the View up There', 'This is the group for everyone who would rather walk somewhere than read about it. We started as six people who met on a bus and kept sharing routes, and by now there is somebody in the chat for nearly every trail within a day of the city.

How it works: whoever has a plan posts it with the start, the distance, the climb and the time we want to be back. If at least three people join, it happens. If fewer do, you are free to go alone and tell us how it was. We keep the pace of the slowest person, nobody is left behind, and we turn around when the weather says so.

What to bring: two litres of water in summer, a wind jacket in every month of the year, shoes with a sole, a little cash for the taxi back, and a snack that you are willing to share. Dogs are welcome where the park allows them. Children are welcome when they like walking, and when they do not, there is a slower group on the last Sunday of the month that stops at every rock pool.

What we ask of you: say when you cannot come after all, so that nobody waits for you at the gate. Do not post advertisements. Take your rubbish home, and one piece that is not yours. If you bring a friend who is not in the group, tell them about the pace and the turnaround time before we start.

Questions about routes are welcome at any time, from people who have lived here all their life and from people who landed this morning. There is a pinned list of the walks we have done, with honest times and where the path is easy to lose. Somebody usually answers within the hour, except on Saturdays, because on Saturdays we are out walking.', 'Cape Town', 'Tours & Adventure', '22222222-2222-4222-8222-222222222222', 'http://127.0.0.1:54321/storage/v1/object/public/community-images/cccccccc-0000-4000-8000-000000000002/1780172801000-compressed.jpg', 'https://chat.whatsapp.com/DemobZWavZZA0moRYQdhDx', 'request', 1284, 'approved', '2026-05-12 12:07:00+00', '11111111-1111-4111-8111-111111111111', null, null, null, '2026-05-11 09:07:00+00', '2026-05-12 12:07:00+00'),
  ('aaaaaaaa-0000-4000-8000-000000000003', 'Sea Point Runners', 'Five easy kilometres along the promenade every Tuesday and Thursday at six in the morning, coffee after. No one is dropped, and no one talks about pace.', 'Cape Town', 'Sports', '22222222-2222-4222-8222-222222222222', 'http://127.0.0.1:54321/storage/v1/object/public/community-images/cccccccc-0000-4000-8000-000000000002/1780259203000-compressed.jpg', 'https://chat.whatsapp.com/DemocZCq6jjW4gfgaTbrZA', 'open', 236, 'approved', '2026-06-04 13:14:00+00', '11111111-1111-4111-8111-111111111111', null, '{"name": "Sea Point Sunrise Runners", "description": "Five easy kilometres along the promenade every Tuesday and Thursday at a quarter to six in the morning, and a long run on Saturdays. No one is dropped, and no one talks about pace."}', '2026-11-17 12:20:00+00', '2026-06-03 10:14:00+00', '2026-11-17 12:20:00+00'),
  ('aaaaaaaa-0000-4000-8000-000000000004', 'Cape Town Night Markets', 'Which market is on tonight, what is worth the queue, and where to park. Stallholders may say what they bring, once a week.', 'Cape Town', 'Culture', '22222222-2222-4222-8222-222222222222', 'http://127.0.0.1:54321/storage/v1/object/public/community-images/cccccccc-0000-4000-8000-000000000002/1780345606000-compressed.jpg', 'https://whatsapp.com/channel/0029XUxXdJBC0hSBTvEMxAFD', 'open', 879, 'approved', '2026-06-21 14:21:00+00', '11111111-1111-4111-8111-111111111111', null, null, null, '2026-06-20 11:21:00+00', '2026-06-21 14:21:00+00'),
  ('aaaaaaaa-0000-4000-8000-000000000005', 'Desk with a View', 'People who work from Cape Town for a month or a year: fast cafés, load-shedding tips, visas, and a shared table in Gardens every Wednesday.', 'Cape Town', 'Digital Nomads', '22222222-2222-4222-8222-222222222222', 'http://127.0.0.1:54321/storage/v1/object/public/community-images/cccccccc-0000-4000-8000-000000000002/1780432010000-compressed.jpg', 'https://chat.whatsapp.com/DemoProof4qVDYmDJ9HCZA', 'open', 967, 'approved', '2026-07-15 15:28:00+00', '11111111-1111-4111-8111-111111111111', null, null, null, '2026-07-14 12:28:00+00', '2026-07-15 15:28:00+00'),
  ('aaaaaaaa-0000-4000-8000-000000000006', 'Founders on the Slope', 'A small circle for people who build companies from Cape Town. We meet every second Thursday, three people present a problem, the rest are honest.', 'Cape Town', 'Business', '22222222-2222-4222-8222-222222222222', 'http://127.0.0.1:54321/storage/v1/object/public/community-images/cccccccc-0000-4000-8000-000000000002/1781814721000-compressed.jpg', 'https://chat.whatsapp.com/DemoPLkAgkz6atVk5icmxW', 'request', 64, 'pending', null, null, null, null, null, '2026-11-12 13:35:00+00', '2026-11-12 13:35:00+00'),
  ('aaaaaaaa-0000-4000-8000-000000000007', 'Cold Water Mornings', 'A dip in the tidal pool at sunrise, twenty minutes at most, hot chocolate after. Bring a towel and somebody who can swim.', 'Cape Town', 'Sports', '22222222-2222-4222-8222-222222222222', 'http://127.0.0.1:54321/storage/v1/object/public/community-images/cccccccc-0000-4000-8000-000000000002/1781901128000-compressed.jpg', 'https://chat.whatsapp.com/DemoWofCG6kGEZbe8RtXL0', 'open', 58, 'rejected', '2026-10-03 17:42:00+00', '11111111-1111-4111-8111-111111111111', 'The invite link no longer works: it opens a page without a group. Please reset the link in WhatsApp, paste the new one here and send the community again.', null, null, '2026-10-02 14:42:00+00', '2026-10-03 17:42:00+00'),
  ('aaaaaaaa-0000-4000-8000-000000000008', 'Cape Town Night Market', 'Live music and small clubs, who plays where and who still has a spare ticket.', 'Cape Town', 'Party & Events', '22222222-2222-4222-8222-222222222222', 'http://127.0.0.1:54321/storage/v1/object/public/community-images/cccccccc-0000-4000-8000-000000000002/1781987535000-compressed.jpg', 'https://chat.whatsapp.com/DemoD4q70yXhscU881smYT', 'open', 143, 'pending', null, null, null, null, null, '2026-11-16 15:49:00+00', '2026-11-16 15:49:00+00'),
  ('aaaaaaaa-0000-4000-8000-000000000009', 'Newcomers for Dinner', 'Eight strangers, one long table, every second Friday. For people in their first three months in the city.', 'Cape Town', 'Social', '22222222-2222-4222-8222-222222222222', 'http://127.0.0.1:54321/storage/v1/object/public/community-images/cccccccc-0000-4000-8000-000000000002/1782073942000-compressed.jpg', 'https://chat.whatsapp.com/DemofDkrddV11u84cMRVvC', 'request', 188, 'approved', '2026-08-02 19:56:00+00', '11111111-1111-4111-8111-111111111111', null, null, null, '2026-08-01 16:56:00+00', '2026-08-02 19:56:00+00'),
  ('aaaaaaaa-0000-4000-8000-000000000010', 'Zürich Lake Swimmers', 'From the first warm day in May to the last brave one in October. We meet at the wooden bath by the opera and swim along the shore, slow lane and fast lane.', 'Zürich', 'Sports', '33333333-3333-4333-8333-333333333333', 'http://127.0.0.1:54321/storage/v1/object/public/community-images/cccccccc-0000-4000-8000-000000000003/1780518419000-compressed.jpg', 'https://chat.whatsapp.com/Demo2mYrLs3BCidPRiTMqc', 'open', 321, 'approved', '2026-05-22 11:03:00+00', '11111111-1111-4111-8111-111111111111', null, null, null, '2026-05-21 08:03:00+00', '2026-05-22 11:03:00+00'),
  ('aaaaaaaa-0000-4000-8000-000000000011', 'Panorama Rail Saturdays', 'One train trip every Saturday: a bridge, a pass or a valley, a walk at the end of the line and the last train home. Half-fare card makes it affordable.', 'Zürich', 'Tours & Adventure', '33333333-3333-4333-8333-333333333333', 'http://127.0.0.1:54321/storage/v1/object/public/community-images/cccccccc-0000-4000-8000-000000000003/1780604829000-compressed.jpg', 'https://chat.whatsapp.com/DemoBw4hxMt2QcubHFmzWs', 'open', 502, 'approved', '2026-06-12 12:10:00+00', '11111111-1111-4111-8111-111111111111', null, null, null, '2026-06-11 09:10:00+00', '2026-06-12 12:10:00+00'),
  ('aaaaaaaa-0000-4000-8000-000000000012', 'Gallery Thursdays', 'Openings, free evenings and the one exhibition you should not miss this month. We go together and talk about it over soup.', 'Zürich', 'Culture', '33333333-3333-4333-8333-333333333333', 'http://127.0.0.1:54321/storage/v1/object/public/community-images/cccccccc-0000-4000-8000-000000000003/1780691240000-compressed.jpg', 'https://chat.whatsapp.com/Demoy7hHUupGtMBMT5VrhJ', 'request', 147, 'approved', '2026-07-03 13:17:00+00', '11111111-1111-4111-8111-111111111111', null, '{"description": "Openings, free evenings and the one exhibition you should not miss this month. We go together, talk about it over soup, and visit one artist in their studio every spring."}', '2026-11-17 21:20:00+00', '2026-07-02 10:17:00+00', '2026-11-17 21:20:00+00'),
  ('aaaaaaaa-0000-4000-8000-000000000013', 'Rooftop Hours Zürich', 'An after-work meeting for people who work remotely and miss having colleagues. First Tuesday of the month, inside when it snows.', 'Zürich', 'Digital Nomads', '33333333-3333-4333-8333-333333333333', 'http://127.0.0.1:54321/storage/v1/object/public/community-images/cccccccc-0000-4000-8000-000000000003/1780777652000-compressed.jpg', 'https://chat.whatsapp.com/DemocQonWssat4TkjqrKiK', 'open', 95, 'pending', null, null, null, null, null, '2026-11-09 11:24:00+00', '2026-11-09 11:24:00+00'),
  ('aaaaaaaa-0000-4000-8000-000000000014', 'Alpine Product People', 'Designers, developers and product managers who swap feedback before things ship. Demo evenings every month, no pitches.', 'Zürich', 'Business', '33333333-3333-4333-8333-333333333333', 'http://127.0.0.1:54321/storage/v1/object/public/community-images/cccccccc-0000-4000-8000-000000000003/1780864065000-compressed.jpg', 'https://chat.whatsapp.com/DemoME3KP024nHhFgDuLsn', 'request', 273, 'approved', '2026-08-20 15:31:00+00', '11111111-1111-4111-8111-111111111111', null, null, null, '2026-08-19 12:31:00+00', '2026-08-20 15:31:00+00'),
  ('aaaaaaaa-0000-4000-8000-000000000015', 'Medellín from Above', 'Cable car rides, viewpoints and hill walks in the barrios, with people who live there. Slow, respectful, lots of stops for fruit.', 'Medellín', 'Exploration', '33333333-3333-4333-8333-333333333333', 'http://127.0.0.1:54321/storage/v1/object/public/community-images/cccccccc-0000-4000-8000-000000000003/1780950479000-compressed.jpg', 'https://chat.whatsapp.com/DemofXdewFgpXEV9CiNDbm', 'open', 688, 'approved', '2026-07-01 16:38:00+00', '11111111-1111-4111-8111-111111111111', null, null, null, '2026-06-30 13:38:00+00', '2026-07-01 16:38:00+00'),
  ('aaaaaaaa-0000-4000-8000-000000000016', 'Finca Weekends', 'Two days on a coffee farm: picking, roasting, hammocks. We share the car and the cooking.', 'Medellín', 'Tours & Adventure', '33333333-3333-4333-8333-333333333333', 'http://127.0.0.1:54321/storage/v1/object/public/community-images/cccccccc-0000-4000-8000-000000000003/1781036894000-compressed.jpg', 'https://chat.whatsapp.com/DemoqqvphWqm7rWuBce9eS', 'request', 204, 'approved', '2026-07-23 17:45:00+00', '11111111-1111-4111-8111-111111111111', null, null, null, '2026-07-22 14:45:00+00', '2026-07-23 17:45:00+00'),
  ('aaaaaaaa-0000-4000-8000-000000000017', 'Salsa en la Calle', 'Street classes on Mondays, social dancing on Fridays. Partners change every song, so come alone.', 'Medellín', 'Party & Events', '33333333-3333-4333-8333-333333333333', 'http://127.0.0.1:54321/storage/v1/object/public/community-images/cccccccc-0000-4000-8000-000000000003/1781123310000-compressed.jpg', 'https://chat.whatsapp.com/DemoPKGZQmx3ByGyreXjha', 'open', 1120, 'approved', '2026-05-30 18:52:00+00', '11111111-1111-4111-8111-111111111111', null, null, null, '2026-05-29 15:52:00+00', '2026-05-30 18:52:00+00'),
  ('aaaaaaaa-0000-4000-8000-000000000018', 'Laureles Co-Working Club', 'Day passes, quiet corners and a lunch table for people who work from Laureles. Updated list of cafés with enough sockets.', 'Medellín', 'Digital Nomads', '33333333-3333-4333-8333-333333333333', 'http://127.0.0.1:54321/storage/v1/object/public/community-images/cccccccc-0000-4000-8000-000000000003/1782160349000-compressed.jpg', 'https://chat.whatsapp.com/Demo8BC1Vp1L2nTNvJUtJo', 'open', 351, 'pending', null, null, null, null, null, '2026-11-14 16:59:00+00', '2026-11-14 16:59:00+00'),
  ('aaaaaaaa-0000-4000-8000-000000000019', 'Cheap Flights Colombia', 'Deals to and from Colombia.', 'Medellín', 'Exploration', '33333333-3333-4333-8333-333333333333', 'http://127.0.0.1:54321/storage/v1/object/public/community-images/cccccccc-0000-4000-8000-000000000003/1782246756000-compressed.jpg', 'https://chat.whatsapp.com/DemoLCi4obghMwkshFvvTv', 'open', 1893, 'rejected', '2026-09-28 11:06:00+00', '11111111-1111-4111-8111-111111111111', 'This reads like an advertisement rather than a community. If people travel together in this group, please describe what they do.', null, null, '2026-09-27 08:06:00+00', '2026-09-28 11:06:00+00'),
  ('aaaaaaaa-0000-4000-8000-000000000020', 'Spanish over Breakfast', 'One hour of Spanish, one hour of everything else. A teacher is there on Tuesdays, the rest of the week we correct each other.', 'Medellín', 'Culture', '33333333-3333-4333-8333-333333333333', 'http://127.0.0.1:54321/storage/v1/object/public/community-images/cccccccc-0000-4000-8000-000000000003/1782333163000-compressed.jpg', 'https://chat.whatsapp.com/DemoCSG5f5chDXtTsgfwZX', 'open', 418, 'approved', '2026-09-06 12:13:00+00', '11111111-1111-4111-8111-111111111111', null, null, null, '2026-09-05 09:13:00+00', '2026-09-06 12:13:00+00'),
  ('aaaaaaaa-0000-4000-8000-000000000021', 'Dawn Patrol Canggu', 'Tide, swell and who has a free seat on the scooter. We surf at first light and are at our desks by nine.', 'Bali', 'Sports', '44444444-4444-4444-8444-444444444444', 'http://127.0.0.1:54321/storage/v1/object/public/community-images/cccccccc-0000-4000-8000-000000000004/1781209730000-compressed.jpg', 'https://chat.whatsapp.com/DemoynCwTZive0oYTcXX1a', 'open', 745, 'approved', '2026-07-09 13:20:00+00', '11111111-1111-4111-8111-111111111111', null, null, null, '2026-07-08 10:20:00+00', '2026-07-09 13:20:00+00'),
  ('aaaaaaaa-0000-4000-8000-000000000022', 'Rice Field Loop', 'Guided walks and bicycle rides through the terraces around Ubud, with farmers who explain what grows when. We pay them, not an agency.', 'Bali', 'Exploration', '44444444-4444-4444-8444-444444444444', 'http://127.0.0.1:54321/storage/v1/object/public/community-images/cccccccc-0000-4000-8000-000000000004/1781296151000-compressed.jpg', 'https://chat.whatsapp.com/DemoP02WERTALqc5WcWvwS', 'open', 397, 'approved', '2026-07-20 14:27:00+00', '11111111-1111-4111-8111-111111111111', null, null, null, '2026-07-19 11:27:00+00', '2026-07-20 14:27:00+00'),
  ('aaaaaaaa-0000-4000-8000-000000000023', 'Sunrise Deck Yoga', 'Donation classes on a wooden deck above the valley, every day but Sunday. Mats are there, shoes stay outside.', 'Bali', 'Sports', '44444444-4444-4444-8444-444444444444', 'http://127.0.0.1:54321/storage/v1/object/public/community-images/cccccccc-0000-4000-8000-000000000004/1781382573000-compressed.jpg', 'https://chat.whatsapp.com/Demor94vdbGz3WdyRo080V', 'open', 533, 'approved', '2026-08-07 15:34:00+00', '11111111-1111-4111-8111-111111111111', null, null, null, '2026-08-06 12:34:00+00', '2026-08-07 15:34:00+00'),
  ('aaaaaaaa-0000-4000-8000-000000000024', 'Ubud Makers', 'Woodcarvers, potters, batik dyers and people who want to learn from them. Workshop dates and open studios.', 'Bali', 'Culture', '44444444-4444-4444-8444-444444444444', 'http://127.0.0.1:54321/storage/v1/object/public/community-images/cccccccc-0000-4000-8000-000000000004/1782419570000-compressed.jpg', 'https://chat.whatsapp.com/DemobT7t0X36uJ2WzRvj3b', 'request', 126, 'pending', null, null, null, null, null, '2026-11-17 13:41:00+00', '2026-11-17 13:41:00+00'),
  ('aaaaaaaa-0000-4000-8000-000000000025', 'Build in Bali', 'A room full of people who make software, every Wednesday from two to eight. Show what you made at the end, even if it is small.', 'Bali', 'Business', '44444444-4444-4444-8444-444444444444', 'http://127.0.0.1:54321/storage/v1/object/public/community-images/cccccccc-0000-4000-8000-000000000004/1782505977000-compressed.jpg', 'https://chat.whatsapp.com/DemorUStRCQrRKFnFexeVT', 'open', 611, 'approved', '2026-09-13 17:48:00+00', '11111111-1111-4111-8111-111111111111', null, null, null, '2026-09-12 14:48:00+00', '2026-09-13 17:48:00+00'),
  ('aaaaaaaa-0000-4000-8000-000000000026', 'Bali Villas Best Price', 'Best villas, best price, message now.', 'Bali', 'Business', '44444444-4444-4444-8444-444444444444', 'http://127.0.0.1:54321/storage/v1/object/public/community-images/cccccccc-0000-4000-8000-000000000004/1782592384000-compressed.jpg', 'https://chat.whatsapp.com/DemoJWdaWbcLCw2oRcMzM1', 'open', 240, 'rejected', '2026-10-22 18:55:00+00', '11111111-1111-4111-8111-111111111111', 'We list communities, not offers. A community for people who look for a place together is welcome.', null, null, '2026-10-21 15:55:00+00', '2026-10-22 18:55:00+00'),
  ('aaaaaaaa-0000-4000-8000-000000000027', 'Full Moon, Softly', 'The quiet side of the full moon: a fire, a guitar, lanterns and a swim, two bays away from the loud one.', 'Koh Phangan', 'Party & Events', '44444444-4444-4444-8444-444444444444', 'http://127.0.0.1:54321/storage/v1/object/public/community-images/cccccccc-0000-4000-8000-000000000004/1781468999000-compressed.jpg', 'https://chat.whatsapp.com/DemokRnvaGBnGQUP6ZX4AB', 'open', 864, 'approved', '2026-06-30 19:02:00+00', '11111111-1111-4111-8111-111111111111', null, '{"whatsapp_link": "https://chat.whatsapp.com/DemoeojaUxPwJcGdJ6JVP8"}', '2026-11-18 12:20:00+00', '2026-06-29 16:02:00+00', '2026-11-18 12:20:00+00'),
  ('aaaaaaaa-0000-4000-8000-000000000028', 'Longtail Sharing', 'Boats cost the same with one passenger or eight. Say where you want to go and when, and fill the seats.', 'Koh Phangan', 'Tours & Adventure', '44444444-4444-4444-8444-444444444444', 'http://127.0.0.1:54321/storage/v1/object/public/community-images/cccccccc-0000-4000-8000-000000000004/1781555426000-compressed.jpg', 'https://chat.whatsapp.com/DemoDeadtq2GyTrH9nfM4f', 'open', 458, 'approved', '2026-08-25 11:09:00+00', '11111111-1111-4111-8111-111111111111', null, null, null, '2026-08-24 08:09:00+00', '2026-08-25 11:09:00+00'),
  ('aaaaaaaa-0000-4000-8000-000000000029', 'Island Desk Koh Phangan', 'Working from the island: the fibre map, the generator map, and who has a spare desk when it rains.', 'Koh Phangan', 'Digital Nomads', '44444444-4444-4444-8444-444444444444', 'http://127.0.0.1:54321/storage/v1/object/public/community-images/cccccccc-0000-4000-8000-000000000004/1782678791000-compressed.jpg', 'https://chat.whatsapp.com/DemoNvLptaQCsNBQjRL9ir', 'open', 309, 'pending', null, null, null, null, null, '2026-11-15 09:16:00+00', '2026-11-15 09:16:00+00'),
  ('aaaaaaaa-0000-4000-8000-000000000030', 'Phangan Boat Taxi', 'Taxi boat.', 'Koh Phangan', 'Exploration', '44444444-4444-4444-8444-444444444444', 'http://127.0.0.1:54321/storage/v1/object/public/community-images/cccccccc-0000-4000-8000-000000000004/1782765198000-compressed.jpg', 'https://chat.whatsapp.com/Demov3L9WcDoszLPttFB4j', 'open', 18, 'rejected', '2026-10-31 13:23:00+00', '11111111-1111-4111-8111-111111111111', 'The description is too short to tell what the community is about. Please say who it is for and what happens in it.', null, null, '2026-10-30 10:23:00+00', '2026-10-31 13:23:00+00'),
  ('aaaaaaaa-0000-4000-8000-000000000031', 'Posto Nine Volleyball', 'Pick-up games at the net by the lifeguard post, from four until the light goes. Levels mixed on purpose.', 'Rio de Janeiro', 'Sports', '22222222-2222-4222-8222-222222222222', 'http://127.0.0.1:54321/storage/v1/object/public/community-images/cccccccc-0000-4000-8000-000000000002/1781641856000-compressed.jpg', 'https://chat.whatsapp.com/DemoiG6H6gjJ9EhSDM2stj', 'open', 292, 'approved', '2026-09-02 14:30:00+00', '11111111-1111-4111-8111-111111111111', null, null, null, '2026-09-01 11:30:00+00', '2026-09-02 14:30:00+00'),
  ('aaaaaaaa-0000-4000-8000-000000000032', 'Sugarloaf Sunset Circle', 'We meet at the beach below, walk up the first hill together and watch the sun go. Somebody always brings a drum.', 'Rio de Janeiro', 'Exploration', '22222222-2222-4222-8222-222222222222', 'http://127.0.0.1:54321/storage/v1/object/public/community-images/cccccccc-0000-4000-8000-000000000002/1781728287000-compressed.jpg', 'https://chat.whatsapp.com/DemoP2QZmafRBLUmpgq5QX', 'open', 1046, 'approved', '2026-08-12 15:37:00+00', '11111111-1111-4111-8111-111111111111', null, null, null, '2026-08-11 12:37:00+00', '2026-08-12 15:37:00+00'),
  ('aaaaaaaa-0000-4000-8000-000000000033', 'Samba Schools Open Rehearsals', 'Which school rehearses when, how to get there and back safely, and what to wear.', 'Rio de Janeiro', 'Culture', '22222222-2222-4222-8222-222222222222', 'http://127.0.0.1:54321/storage/v1/object/public/community-images/cccccccc-0000-4000-8000-000000000002/1782851605000-compressed.jpg', 'https://chat.whatsapp.com/DemoSpamuqMXeKUdL7pPNS', 'open', 377, 'pending', null, null, null, null, null, '2026-11-18 13:44:00+00', '2026-11-18 13:44:00+00'),
  ('aaaaaaaa-0000-4000-8000-000000000034', 'Carioca Founders Table', 'Portuguese and English, one table, one topic. For people who start something in Rio.', 'Rio de Janeiro', 'Business', '22222222-2222-4222-8222-222222222222', 'http://127.0.0.1:54321/storage/v1/object/public/community-images/cccccccc-0000-4000-8000-000000000002/1782938012000-compressed.jpg', 'https://chat.whatsapp.com/DemoDeadtPZJX063vrZ1tW', 'request', 83, 'pending', null, null, null, null, null, '2026-11-19 14:51:00+00', '2026-11-19 14:51:00+00')
on conflict (id) do nothing;

update public.communities set host_name = 'Thandi', host_intro = 'Waits for the last runner, every time.'
where id = 'aaaaaaaa-0000-4000-8000-000000000003';

insert into public.community_groups (id, community_id, name, description) values
  ('bbbbbbbb-0000-4000-8000-000000000001', 'aaaaaaaa-0000-4000-8000-000000000001', 'Wind alerts', 'Only forecasts and live wind, no chat'),
  ('bbbbbbbb-0000-4000-8000-000000000002', 'aaaaaaaa-0000-4000-8000-000000000001', 'Lagoon beginners', 'First season? Start here'),
  ('bbbbbbbb-0000-4000-8000-000000000003', 'aaaaaaaa-0000-4000-8000-000000000001', 'Gear swap', 'Used kites, boards and harnesses'),
  ('bbbbbbbb-0000-4000-8000-000000000004', 'aaaaaaaa-0000-4000-8000-000000000002', 'Early starts', 'Meeting before sunrise'),
  ('bbbbbbbb-0000-4000-8000-000000000005', 'aaaaaaaa-0000-4000-8000-000000000002', 'Sunday slow walk', 'Families and tired legs'),
  ('bbbbbbbb-0000-4000-8000-000000000006', 'aaaaaaaa-0000-4000-8000-000000000002', 'Routes and questions', ''),
  ('bbbbbbbb-0000-4000-8000-000000000007', 'aaaaaaaa-0000-4000-8000-000000000003', 'Tuesday 5k', ''),
  ('bbbbbbbb-0000-4000-8000-000000000008', 'aaaaaaaa-0000-4000-8000-000000000003', 'Half marathon build-up', 'Twelve weeks, three runs a week'),
  ('bbbbbbbb-0000-4000-8000-000000000009', 'aaaaaaaa-0000-4000-8000-000000000004', 'Tonight', ''),
  ('bbbbbbbb-0000-4000-8000-000000000010', 'aaaaaaaa-0000-4000-8000-000000000005', 'Wednesday table', 'Ten seats, first come'),
  ('bbbbbbbb-0000-4000-8000-000000000011', 'aaaaaaaa-0000-4000-8000-000000000005', 'Visas and paperwork', ''),
  ('bbbbbbbb-0000-4000-8000-000000000012', 'aaaaaaaa-0000-4000-8000-000000000005', 'Rooms and flatshares', 'No agents'),
  ('bbbbbbbb-0000-4000-8000-000000000013', 'aaaaaaaa-0000-4000-8000-000000000005', 'New in town', 'Say hello here'),
  ('bbbbbbbb-0000-4000-8000-000000000014', 'aaaaaaaa-0000-4000-8000-000000000006', 'Thursday circle', ''),
  ('bbbbbbbb-0000-4000-8000-000000000015', 'aaaaaaaa-0000-4000-8000-000000000009', 'Next dinner', ''),
  ('bbbbbbbb-0000-4000-8000-000000000016', 'aaaaaaaa-0000-4000-8000-000000000010', 'Slow lane', ''),
  ('bbbbbbbb-0000-4000-8000-000000000017', 'aaaaaaaa-0000-4000-8000-000000000010', 'Fast lane', 'Two kilometres and more'),
  ('bbbbbbbb-0000-4000-8000-000000000018', 'aaaaaaaa-0000-4000-8000-000000000010', 'Winter dippers', 'Only for people who know what they do'),
  ('bbbbbbbb-0000-4000-8000-000000000019', 'aaaaaaaa-0000-4000-8000-000000000011', 'This Saturday', ''),
  ('bbbbbbbb-0000-4000-8000-000000000020', 'aaaaaaaa-0000-4000-8000-000000000011', 'Photographs', ''),
  ('bbbbbbbb-0000-4000-8000-000000000021', 'aaaaaaaa-0000-4000-8000-000000000012', 'Openings', ''),
  ('bbbbbbbb-0000-4000-8000-000000000022', 'aaaaaaaa-0000-4000-8000-000000000013', 'First Tuesday', ''),
  ('bbbbbbbb-0000-4000-8000-000000000023', 'aaaaaaaa-0000-4000-8000-000000000013', 'Freelance questions', 'Contracts, pensions, taxes'),
  ('bbbbbbbb-0000-4000-8000-000000000024', 'aaaaaaaa-0000-4000-8000-000000000014', 'Demo evenings', ''),
  ('bbbbbbbb-0000-4000-8000-000000000025', 'aaaaaaaa-0000-4000-8000-000000000014', 'Jobs', 'One post a week and person'),
  ('bbbbbbbb-0000-4000-8000-000000000026', 'aaaaaaaa-0000-4000-8000-000000000015', 'Walks this week', ''),
  ('bbbbbbbb-0000-4000-8000-000000000027', 'aaaaaaaa-0000-4000-8000-000000000015', 'Viewpoints', ''),
  ('bbbbbbbb-0000-4000-8000-000000000028', 'aaaaaaaa-0000-4000-8000-000000000016', 'Next weekend', ''),
  ('bbbbbbbb-0000-4000-8000-000000000029', 'aaaaaaaa-0000-4000-8000-000000000017', 'Monday class', 'Absolute beginners at seven'),
  ('bbbbbbbb-0000-4000-8000-000000000030', 'aaaaaaaa-0000-4000-8000-000000000017', 'Friday social', ''),
  ('bbbbbbbb-0000-4000-8000-000000000031', 'aaaaaaaa-0000-4000-8000-000000000017', 'Musicians', 'For people who play'),
  ('bbbbbbbb-0000-4000-8000-000000000032', 'aaaaaaaa-0000-4000-8000-000000000018', 'Lunch table', ''),
  ('bbbbbbbb-0000-4000-8000-000000000033', 'aaaaaaaa-0000-4000-8000-000000000020', 'Tuesday with teacher', ''),
  ('bbbbbbbb-0000-4000-8000-000000000034', 'aaaaaaaa-0000-4000-8000-000000000020', 'Word of the day', ''),
  ('bbbbbbbb-0000-4000-8000-000000000035', 'aaaaaaaa-0000-4000-8000-000000000021', 'Tide and swell', 'Only conditions'),
  ('bbbbbbbb-0000-4000-8000-000000000036', 'aaaaaaaa-0000-4000-8000-000000000021', 'Boards for sale', ''),
  ('bbbbbbbb-0000-4000-8000-000000000037', 'aaaaaaaa-0000-4000-8000-000000000021', 'First waves', 'Beginners with patient people'),
  ('bbbbbbbb-0000-4000-8000-000000000038', 'aaaaaaaa-0000-4000-8000-000000000022', 'Bicycle days', ''),
  ('bbbbbbbb-0000-4000-8000-000000000039', 'aaaaaaaa-0000-4000-8000-000000000023', 'Class times', ''),
  ('bbbbbbbb-0000-4000-8000-000000000040', 'aaaaaaaa-0000-4000-8000-000000000024', 'Open studios', ''),
  ('bbbbbbbb-0000-4000-8000-000000000041', 'aaaaaaaa-0000-4000-8000-000000000025', 'Wednesday room', ''),
  ('bbbbbbbb-0000-4000-8000-000000000042', 'aaaaaaaa-0000-4000-8000-000000000025', 'Feedback', ''),
  ('bbbbbbbb-0000-4000-8000-000000000043', 'aaaaaaaa-0000-4000-8000-000000000027', 'Next moon', 'Date, bay and how to get there'),
  ('bbbbbbbb-0000-4000-8000-000000000044', 'aaaaaaaa-0000-4000-8000-000000000027', 'Song book', ''),
  ('bbbbbbbb-0000-4000-8000-000000000045', 'aaaaaaaa-0000-4000-8000-000000000028', 'Today', ''),
  ('bbbbbbbb-0000-4000-8000-000000000046', 'aaaaaaaa-0000-4000-8000-000000000028', 'Snorkel spots', ''),
  ('bbbbbbbb-0000-4000-8000-000000000047', 'aaaaaaaa-0000-4000-8000-000000000029', 'Spare desks', ''),
  ('bbbbbbbb-0000-4000-8000-000000000048', 'aaaaaaaa-0000-4000-8000-000000000029', 'Power and internet', 'Outages, as they happen'),
  ('bbbbbbbb-0000-4000-8000-000000000049', 'aaaaaaaa-0000-4000-8000-000000000031', 'Who is there today', ''),
  ('bbbbbbbb-0000-4000-8000-000000000050', 'aaaaaaaa-0000-4000-8000-000000000031', 'Sunday tournament', 'Teams are drawn'),
  ('bbbbbbbb-0000-4000-8000-000000000051', 'aaaaaaaa-0000-4000-8000-000000000032', 'This week', ''),
  ('bbbbbbbb-0000-4000-8000-000000000052', 'aaaaaaaa-0000-4000-8000-000000000033', 'Saturday group', 'We go and come back together')
on conflict (id) do nothing;

-- The texts are in English.
update public.communities set languages = case location
  when 'Zürich' then '{en,de}' when 'Rio de Janeiro' then '{en,pt}' when 'Medellín' then '{en,es}'
  when 'Bali' then '{en,id}' else '{en}' end::text[]
where id::text like 'aaaaaaaa-0000-4000-8000-%' and languages = '{}';

update public.places set alternative_names = array['Rio'] where name = 'Rio de Janeiro';
update public.places set alternative_names = array['Ko Pha Ngan'] where name = 'Koh Phangan';

update public.communities set verified_at = '2026-11-16 10:00:00+00' where name = 'Sunrise Deck Yoga';

-- A community that was rejected, edited and resubmitted.
update public.communities set rejected_version = (private.community_content(communities) - 'image_url') || '{
  "name": "Rooftop Hours",
  "description": "An after-work meeting. First Tuesday of the month. DM for prices.",
  "groups": ["First Tuesday"],
  "rejection_reason": "The description does not say what the community is about."
}'
where id = 'aaaaaaaa-0000-4000-8000-000000000013';

-- The history that these communities would have, instead of the entries that this script caused.
delete from public.audit_log;
insert into public.audit_log (at, action, subject, subject_id, owner_id, actor_id, by_admin, before, after)
select
  approval_date, status::text::public.audit_action, 'community'::public.audit_subject, id, owner_id, approved_by, true,
  '{"status": "pending"}'::jsonb,
  jsonb_strip_nulls(jsonb_build_object('status', status, 'rejection_reason', rejection_reason))
from public.communities where status <> 'pending'
union all
select
  '2026-11-10 09:00:00+00', 'rejected', 'community', id, owner_id,
  '11111111-1111-4111-8111-111111111111', true,
  '{"status": "pending"}'::jsonb,
  jsonb_build_object('status', 'rejected', 'rejection_reason', rejected_version -> 'rejection_reason')
from public.communities where rejected_version is not null
union all
select
  '2026-11-12 18:30:00+00', 'resubmitted', 'community', id, owner_id, owner_id, false,
  jsonb_build_object('name', rejected_version -> 'name', 'description', rejected_version -> 'description'),
  jsonb_build_object('name', name, 'description', description)
from public.communities where rejected_version is not null
order by 1;

-- Results of link checks, with one dead link.
update public.community_links
set checked_at = now() - interval '2 days', live_at = now() - interval '2 days', state = 'live';
update public.community_links set
  checked_at = now() - interval '1 day', live_at = now() - interval '9 days',
  dead_since = now() - interval '3 days', state = 'dead'
where link like '%/DemoDead%';

-- No emails about the demo history.
delete from private.email_outbox;

-- The tests hide many communities.
update private.settings set hidden_by_reports_per_day = 1000;

-- The stand-in for WhatsApp answers any number of requests.
update private.settings set link_checks_per_five_minutes = 1000;
