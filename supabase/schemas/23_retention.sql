-- Retention: deletes records that are no longer needed, so that no table grows forever.
-- Guarantee: only SQL and the schedule can start a deletion. It keeps open reports, appeals and claims, every decision
-- that can be undone, and every join that limits a user or that an owner sees.
--
-- The other tables are bounded. Their rows belong to an account, a community or a word of the directory, and are
-- deleted with it. Unused images are deleted after a week (11_images.sql).

-- How long records are kept. The privacy policy states the same periods (src/routes/privacy/policy.ts).
create function private.retention_period(records text) returns interval
language sql immutable set search_path = '' as $$
  select case records
    when 'joins' then interval '90 days'
    when 'answers' then interval '60 days'
    when 'resolved reports' then interval '1 year'
    when 'closed appeals' then interval '1 year'
    when 'closed claims' then interval '1 year'
    when 'invitations' then interval '30 days'
    when 'emails' then interval '30 days'
    -- After their end. Until then, a used code is not given to another user.
    when 'ownership codes' then interval '7 days'
    when 'link checks' then interval '1 day'
    when 'audit log' then interval '2 years'
  end
$$;

create index community_joins_joined_on_idx on public.community_joins (joined_on);
create index activity_answers_answered_at_idx on private.activity_answers (answered_at);
create index community_reports_resolved_at_idx on public.community_reports (resolved_at);
create index appeals_closed_at_idx on public.appeals (closed_at);
create index claims_decided_at_idx on public.claims (decided_at);
create index invitations_expires_at_idx on public.invitations (expires_at);
create index email_outbox_created_at_idx on private.email_outbox (created_at);
create index audit_log_at_idx on public.audit_log (at);

-- Deletes the oldest expired records, at most 50,000 of each kind, so that a run takes less than a second even after a
-- long pause. Skips locked rows: otherwise a run and the deletion of an account could deadlock.
--
-- Joins are kept for the invite link, the daily limit, the owner's chart, the answers of users and the order of the
-- directory. They are not aggregated, because nothing shows older ones. Emails are deleted whether or not they were
-- sent: without an SMTP server, none is.
create function private.delete_expired() returns void
language plpgsql volatile set search_path = '' as $$
declare
  batch constant integer := 50000;
begin
  delete from public.community_joins where ctid = any (array(
    select ctid from public.community_joins
    where joined_on <= private.today() - private.retention_period('joins')
    order by joined_on limit batch for update skip locked
  ));
  delete from private.activity_answers where ctid = any (array(
    select ctid from private.activity_answers
    where answered_at < now() - private.retention_period('answers')
    order by answered_at limit batch for update skip locked
  ));
  delete from public.community_reports where ctid = any (array(
    select ctid from public.community_reports
    where resolved_at < now() - private.retention_period('resolved reports')
    order by resolved_at limit batch for update skip locked
  ));
  delete from public.appeals where ctid = any (array(
    select ctid from public.appeals
    where closed_at < now() - private.retention_period('closed appeals')
    order by closed_at limit batch for update skip locked
  ));
  delete from public.claims where ctid = any (array(
    select ctid from public.claims
    where decided_at < now() - private.retention_period('closed claims')
    order by decided_at limit batch for update skip locked
  ));
  -- Answered ones expire at most 14 days later.
  delete from public.invitations where ctid = any (array(
    select ctid from public.invitations
    where expires_at < now() - private.retention_period('invitations')
    order by expires_at limit batch for update skip locked
  ));
  delete from private.email_outbox where ctid = any (array(
    select ctid from private.email_outbox
    where created_at < now() - private.retention_period('emails')
    order by created_at limit batch for update skip locked
  ));
  delete from private.ownership_codes where ctid = any (array(
    select ctid from private.ownership_codes
    where expires_at < now() - private.retention_period('ownership codes')
    order by expires_at limit batch for update skip locked
  ));
  delete from private.link_checks where ctid = any (array(
    select ctid from private.link_checks
    where at < now() - private.retention_period('link checks')
    order by at limit batch for update skip locked
  ));
  delete from public.audit_log where ctid = any (array(
    select ctid from public.audit_log
    where at < now() - private.retention_period('audit log')
    order by at limit batch for update skip locked
  ));
end
$$;
