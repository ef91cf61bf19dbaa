import { addAdmin, addRows, adminId, communityId, imageName, userId } from '../admin/data.ts'
import { type Database, fill, newestTime, random } from '../database.ts'
import { addCommunities } from '../directory/data.ts'

/* Everything that a directory has after two years, in proportion to its communities. As many users as communities. */

/** The owner of 100 communities with 200 images. */
export const hostId = '22222222-2222-4222-8222-222222222222'

/** SQL: a number below `limit` for row `i`. */
const below = (limit: number, salt: string) => `floor(${random(`'${salt}'`)} * ${limit})::int`

/** SQL: a time up to `days` ago. */
const lately = (days: number, salt: string) =>
  `${newestTime} - ${random(`'${salt}'`)} * interval '${days} days'`

/** SQL: the time of the last check for alerts. */
const lastAlerts = `date_trunc('day', now(), 'utc') - interval '17 hours'`

const groupName = `'Walkers of ' || left(md5(i::text), 6)`

/** Fills an empty database with `rows` communities and users, and everything else in proportion. */
export async function addEverything(database: Database, rows: number): Promise<void> {
  await addAdmin(database)
  await addRows(database, 0, rows)
  await addCommunities(database, rows, '0')
  await fill(
    database,
    [...addHost(rows), ...insertStates, ...insertVisits(rows), ...insertRecords(rows)],
    [
      'public.community_links',
      'public.community_joins',
      'public.saved_communities',
      'public.alerts',
      'private.email_outbox',
      'public.audit_log',
      'storage.objects',
    ],
  )
}

/** An owner whose communities are neither the most popular nor the least. */
const addHost = (rows: number) => [
  `insert into auth.users (id, aud, role, email, created_at, updated_at)
   values ('${hostId}', 'authenticated', 'authenticated', 'host@example.com', now(), now())`,
  `insert into auth.sessions (id, user_id) values ('${hostId}', '${hostId}')`,
  `insert into public.profiles (id, name, email, sign_in_email)
   values ('${hostId}', 'Host', 'host@example.com', 'host@example.com')`,
  `insert into private.account_index (id, name, email, credits, is_admin, created_at)
   values ('${hostId}', 'Host', 'host@example.com', 3, false, now())`,
  `update public.communities as c set owner_id = p.id,
     image_url = 'https://project.supabase.co/storage/v1/object/public/community-images/' || ${imageName('i')}
   from generate_series(1, 100) as i, public.profiles as p
   where p.id = '${hostId}' and c.id = ${communityId(`(i + ${Math.floor(rows / 1000)})`)}`,
  `create table bench_communities as
   select i, c.id, c.owner_id, c.status, c.held_at, c.whatsapp_link as link, c.approval_date
   from generate_series(1, ${rows}) as i join public.communities as c on c.id = ${communityId('i')}`,
  'alter table bench_communities add primary key (i)',
  'analyze bench_communities',
  // The images of communities and one more for each of the host's, all with a small version.
  `insert into storage.objects (bucket_id, name, owner_id, metadata, created_at)
   select 'community-images', replace(image, '-compressed', version), owner_id, '{"size": 90000}',
     now() - interval '1 year'
   from (
     select private.image_name(c.image_url) as image, c.owner_id from public.communities as c
     where c.image_url like '%/community-images/%'
     union all
     select ${imageName('-i')}, p.id from generate_series(1, 100) as i, public.profiles as p
     where p.id = '${hostId}'
   ) as stored cross join (values ('-compressed'), ('-480')) as kind (version)`,
]

/** Blocks, links, signs of life, and the directory without the communities that visitors do not see. */
const insertStates = [
  `insert into public.suspensions (user_id, reason, until, suspended_by, suspended_at)
   select owner_id, 'Spam',
     case when i % 2 = 0 then now() + (${below(1440, 'until')} - 1) * interval '1 hour' end, '${adminId}',
     now() - interval '10 days'
   from bench_communities where i % 500 = 3 and owner_id not in ('${hostId}', '${adminId}')
   on conflict do nothing`,
  `insert into public.community_blocks (community_id, kind, since, created_by, reason)
   select id, kind::public.block_kind, now() - ${random(`'since ' || kind`)} * interval '1 year',
     case kind when 'admin' then '${adminId}'::uuid when 'paused' then owner_id end,
     case kind when 'admin' then 'The link leads to a shop.' end
   from bench_communities cross join (
     values ('admin', 0.005), ('reports', 0.0005), ('renamed', 0.001), ('paused', 0.02), ('asleep', 0.1),
       ('dead_link', 0.02)
   ) as block (kind, share)
   where status = 'approved' and owner_id <> '${hostId}' and ${random('kind')} < share`,
  // Most links are overdue, because all checks together are limited.
  `insert into public.community_links (
     community_id, link, state, checked_at, schedule_checked_at, live_at, dead_since, group_name, approved_name,
     renamed_at, linked_at, due_at)
   select id, link, case when dead.since is null then 'live' else 'dead' end::public.link_state, at, at,
     coalesce(dead.since, at), dead.since, ${groupName}, ${groupName}, renamed.since, approval_date,
     at + interval '7 days'
   from (select *, ${lately(60, 'checked')} as at from bench_communities where status = 'approved') as c
   left join public.community_blocks as dead on dead.community_id = id and dead.kind = 'dead_link'
   left join public.community_blocks as renamed on renamed.community_id = id and renamed.kind = 'renamed'`,
  `insert into private.reviewed_links (community_id, link, group_name, checked_at, due_at)
   select id, 'https://chat.whatsapp.com/' || left(md5('held ' || i), 22), ${groupName}, ${lately(7, 'reviewed')},
     case when status = 'approved' then ${lately(3, 'held')} + interval '1 day' end
   from bench_communities where i % 2 = 0 and (held_at is not null or status = 'pending')`,
  `delete from public.directory_communities as d using bench_communities as c
   where c.id = d.id and (
     c.status <> 'approved' or exists (select from public.community_blocks as b where b.community_id = c.id)
     or exists (select from public.suspensions as s where s.user_id = c.owner_id)
   )`,
  `insert into private.announced_communities (community_id, approval_date)
   select id, approval_date from public.directory_communities where approval_date <= ${lastAlerts}`,
]

/** SQL: visits of users, `user_id`, to approved communities, `community_id`. The first ones are most popular. */
const visits = (rows: number, count: number, salt: string) => `(
    select v.i, user_id, c.id as community_id, c.link, c.owner_id
    from (
      select i, ${userId(`(1 + ${below(rows, `${salt} user`)})`)} as user_id,
        floor(exp(${random(`'${salt}'`)} * ln(${rows} + 1)))::int as number
      from generate_series(1, ${count}) as i
    ) as v join bench_communities as c on c.i = number and c.status = 'approved' and c.owner_id <> user_id
  ) as visit`

/** What users do in a community, and its signs of life: half of the communities have been silent for half a year. */
const insertVisits = (rows: number) => [
  `insert into public.community_joins (community_id, user_id, joined_on)
   select community_id, user_id, private.today() - 1 - ${below(91, 'joined')} from ${visits(rows, 3 * rows, 'join')}
   on conflict do nothing`,
  // As after the previous night's job.
  `update public.directory_communities as d set joins = private.to_join_step(counted.users)
   from (
     select j.community_id, count(distinct j.user_id) as users from public.community_joins as j
     where joined_on between private.today() - 90 and private.today() - 2 group by 1
   ) as counted
   where counted.community_id = d.id and counted.users >= 5`,
  `insert into public.signs_of_life (community_id, confirmed_at, last_joined_at, asked_at)
   select id, approval_date + ${random(`'confirmed'`)} * (now() - approval_date),
     joined_on::timestamp at time zone 'utc',
     case
       when b.since is not null then b.since - interval '30 days'
       when ${random(`'asked'`)} < 0.01 then ${lately(30, 'asked at')}
     end
   from bench_communities
   left join public.community_blocks as b on b.community_id = id and b.kind = 'asleep'
   left join (
     select j.community_id, max(joined_on) as joined_on from public.community_joins as j group by 1
   ) as j on j.community_id = id
   where status = 'approved'`,
  `insert into public.saved_communities (user_id, community_id, saved_at)
   select user_id, community_id, ${lately(365, 'saved at')} from ${visits(rows, rows, 'saved')}
   on conflict do nothing`,
  `insert into private.still_active_answers (community_id, user_id, is_active, answered_at)
   select community_id, user_id, ${random(`'active'`)} < 0.9, ${lately(61, 'answered')}
   from ${visits(rows, rows / 10, 'answer')} on conflict do nothing`,
  // One report in ten is open.
  `insert into public.community_reports (
     community_id, reporter_id, reason, created_at, resolved_at, resolved_by, is_upheld)
   select community_id, user_id, 'spam', at, case when i % 10 > 0 then at + interval '1 day' end,
     case when i % 10 > 0 then '${adminId}'::uuid end, case when i % 10 > 0 then i % 3 = 0 end
   from (select *, ${lately(365, 'reported')} as at from ${visits(rows, rows / 50, 'report')}) as report
   on conflict do nothing`,
  `insert into public.claims (
     community_id, claimant_id, owner_id, proved_at, answer_due_at, decided_at, decided_by, outcome, reason)
   select community_id, user_id, owner_id, at, at + interval '7 days',
     case when i % 10 > 0 then at + interval '8 days' end, case when i % 10 > 0 then '${adminId}'::uuid end,
     case when i % 10 > 0 then 'declined'::public.claim_outcome end, case when i % 10 > 0 then 'The owner answered.' end
   from (
     select *, ${lately(365, 'claimed')} - interval '8 days' as at from ${visits(rows, rows / 200, 'claim')}
   ) as claim
   on conflict do nothing`,
  `insert into public.earlier_answers (claim_id, author_id, role, answer, answered_at)
   select id, owner_id, 'owner', 'It is our group.', proved_at + interval '1 day' from public.claims`,
  `insert into private.ownership_codes (code, community_id, user_id, expires_at)
   select 'WP-' || i, community_id, user_id, ${newestTime} + ${below(24, 'expires')} * interval '1 hour'
   from ${visits(rows, rows / 1000, 'code')}`,
  `insert into public.co_owners (community_id, user_id, added_at)
   select community_id, user_id, ${lately(365, 'added')} from ${visits(rows, rows / 20, 'co-owner')}
   on conflict do nothing`,
  `insert into public.invitations (community_id, email, kind, invited_by, created_at, expires_at, answered_at, answer)
   select community_id, 'guest' || i || '@example.com', 'co-owner', owner_id, at, at + interval '14 days',
     case when i % 2 = 0 then at end, case when i % 2 = 0 then 'declined'::public.invitation_answer end
   from (select *, ${lately(45, 'invited')} as at from ${visits(rows, rows / 50, 'invitation')}) as invitation`,
  `insert into private.imported_communities (community_id, import_id, file_name, imported_by)
   select id, md5('import ' || i / 100)::uuid, 'communities.csv', '${adminId}' from bench_communities where i % 20 = 0`,
  `insert into public.admin_notes (community_id, author_id, text, created_at)
   select id, '${adminId}', 'The owner answers within a day.', ${lately(365, 'noted')}
   from bench_communities where i % 100 = 0`,
  `insert into public.open_reviews (community_id, admin_id, until)
   select id, '${adminId}', now() + interval '2 minutes' from bench_communities where i = 1`,
  `insert into public.community_groups (community_id, name)
   select id, ${groupName} from bench_communities where i % 2 = 0`,
  `insert into public.appeals (community_id, decision, decided_at, message, closed_at, closed_by, outcome, reason)
   select community_id, 'hidden', since, 'We have a new link.', case when closed then since + interval '1 day' end,
     case when closed then '${adminId}'::uuid end, case when closed then 'declined'::public.appeal_outcome end,
     case when closed then 'It leads to the same shop.' end
   from (
     select *, hashtext(community_id::text) % 5 <> 0 as closed from public.community_blocks where kind = 'admin'
   ) as hidden`,
]

/** Alerts, emails, the log, and a day's link checks, whose number does not depend on the rows. */
const insertRecords = (rows: number) => [
  `insert into private.link_checks (at)
   select now() - i * interval '15 seconds' from generate_series(1, 5760) as i`,
  // Read once: reading a search takes milliseconds.
  `create table bench_searches as
   select row_number() over ()::int as number, word, private.alert_query(word) as query
   from bench_words where rank between 100 and 299`,
  `insert into public.alerts (user_id, search, location, category, language, query, created_at, checked_until)
   select ${userId('i')}, coalesce(word, ''), location, (enum_range(null::public.community_category))[1 + i % 8],
     case when i % 3 = 0 then 'en' end, query, ${lately(365, 'alert')}, ${lastAlerts}
   from generate_series(1, ${rows / 5}) as i
   left join bench_searches on i % 2 = 0 and number = 1 + i / 2 % 200
   left join bench_places as place on i % 2 = 1 and place.rank = 1 + ${below(2000, 'alert place')}`,
  `insert into private.email_outbox (
     kind, recipient_id, event, data, created_at, due_at, attempts, first_tried_at, sent_at)
   select 'new_communities', ${userId(`(1 + ${below(rows, 'recipient')})`)}, 'bench ' || i,
     jsonb_build_object('communities', jsonb_build_array(${communityId('i')}), 'more', 0), at, at, 1, at,
     at + interval '1 minute'
   from (
     select i, ${lately(31, 'sent')} - interval '1 day' as at from generate_series(1, ${rows}) as i
   ) as sent`,
  // Today's emails about new communities are waiting, and a few decisions.
  `insert into private.email_outbox (kind, recipient_id, event, community_id, data)
   select kind::public.email_kind, ${userId('i')}, 'due ' || i, case kind when 'approved' then ${communityId('i')} end,
     case kind when 'approved' then '{"name": "Walkers"}'
       else jsonb_build_object('communities', jsonb_build_array(${communityId('i')}), 'more', 0) end
   from generate_series(1, ${rows / 10}) as i
   cross join lateral (select case when i % 100 = 0 then 'approved' else 'new_communities' end as kind) as kinds`,
  `insert into private.email_outbox (kind, recipient_id, event, created_at, due_at, attempts, first_tried_at, sent_at)
   select kind::public.email_kind, owner_id, event, at, at, 1, at, at
   from (
     select distinct c.owner_id, private.question_event(s.asked_at) as event, kind,
       s.asked_at + days * interval '1 day' as at
     from public.signs_of_life as s join bench_communities as c on c.id = s.community_id
     cross join (values ('still_active', 0), ('falling_asleep', 23)) as kind (kind, days)
     where s.asked_at > now() - interval '30 days'
   ) as asked where at < now() on conflict do nothing`,
  // In the order of time, as the ids. A few are older than they may be.
  `insert into public.audit_log (at, action, subject, subject_id, owner_id, actor_id, by_admin, before, after)
   select now() - interval '1 hour' - (${3 * rows}::float8 - i) / ${3 * rows} * interval '735 days',
     case i % 3 when 0 then 'edited' when 1 then 'approved' else 'changes accepted' end::public.audit_action,
     'community', id, owner_id, case i % 3 when 0 then owner_id else '${adminId}' end, i % 3 > 0,
     '{"status": "pending", "approved_by": null}', jsonb_build_object('status', 'approved', 'approval_date', now())
   from (
     select i, 1 + ${below(rows, 'entry')} as number from generate_series(1, ${3 * rows}) as i
   ) as entry join (select i as number, id, owner_id from bench_communities) as c using (number)
   order by i`,
]
