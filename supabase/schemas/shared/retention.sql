-- Retention: only SQL and the schedule can start a deletion. It keeps open reports, appeals and claims, every decision
-- that can be undone, and every join that limits a user or that an owner sees. The rows of other tables belong to an
-- account, a community or a word, and are deleted with it. Unused images: communities/images_in_use.sql.

-- How long records are kept after the moment in a column. `npm run types` writes the periods for the privacy policy.
create function private.retention() returns table (records text, source regclass, column_name text, period interval)
language sql stable set search_path = '' as $$
  values
    ('joins', 'public.community_joins'::regclass, 'joined_on', interval '90 days'),
    ('answers', 'private.still_active_answers', 'answered_at', '60 days'),
    ('resolved reports', 'public.community_reports', 'resolved_at', '1 year'),
    ('closed appeals', 'public.appeals', 'closed_at', '1 year'),
    ('closed claims', 'public.claims', 'decided_at', '1 year'),
    -- Answered ones expire at most 14 days later.
    ('invitations', 'public.invitations', 'expires_at', '30 days'),
    ('emails', 'private.email_outbox', 'created_at', '30 days'),
    -- Until the end of its period, a used code is not given to another user.
    ('ownership codes', 'private.ownership_codes', 'expires_at', '7 days'),
    ('open reviews', 'public.open_reviews', 'until', '1 hour'),
    ('link checks', 'private.link_checks', 'at', '1 day'),
    ('notes', 'public.admin_notes', 'created_at', '2 years'),
    ('audit log', 'public.audit_log', 'at', '2 years')
$$;

create index community_joins_joined_on_idx on public.community_joins (joined_on);
create index still_active_answers_answered_at_idx on private.still_active_answers (answered_at);
create index community_reports_resolved_at_idx on public.community_reports (resolved_at);
create index appeals_closed_at_idx on public.appeals (closed_at);
create index claims_decided_at_idx on public.claims (decided_at);
create index invitations_expires_at_idx on public.invitations (expires_at);
create index email_outbox_created_at_idx on private.email_outbox (created_at);
create index admin_notes_created_at_idx on public.admin_notes (created_at);
create index open_reviews_until_idx on public.open_reviews (until);
create index audit_log_at_idx on public.audit_log (at);

-- Deletes the oldest expired records, at most 50,000 of each kind, so that a run takes less than a second even after a
-- long pause. Skips locked rows: otherwise a run and the deletion of an account could deadlock. In UTC, because joins
-- have a date.
-- Joins are kept for the invite link, the daily limit, the owner's chart, the answers of users and the order of the
-- directory. Emails are deleted whether or not they were sent: without an SMTP server, none is.
create function private.delete_expired() returns void
language plpgsql set search_path = '' set timezone = 'UTC' as $$
declare
  kept record;
begin
  for kept in select * from private.retention() loop
    execute format(
      'delete from %1$s where ctid = any (array(
        select ctid from %1$s where %2$I <= $1 order by %2$I limit 50000 for update skip locked
      ))', kept.source, kept.column_name) using now() - kept.period;
  end loop;
end
$$;
