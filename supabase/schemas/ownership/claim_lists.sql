-- Guarantee: each side of a claim reads the columns of its side only.

-- Without anything about the owner, also whether they answered, and without the name of a hidden community.
create function private.list_own_claims() returns table (
  id uuid, community_id uuid, community text, proved_at timestamptz, answer_due_at timestamptz, is_waiting boolean,
  outcome public.claim_outcome, decided_at timestamptz, reason text
)
language plpgsql stable security definer set search_path = '' rows 5 as $$
begin
  perform private.require_profile();
  return query
    select k.id, k.community_id, d.name, k.proved_at, k.answer_due_at, k.answer_due_at > now(), k.outcome, k.decided_at,
      k.reason
    from public.claims as k
    left join public.directory_communities as d on d.id = k.community_id and private.is_directory_live()
    where k.claimant_id = (select auth.uid())
    order by k.proved_at desc, k.id;
end
$$;

-- The open claims of the communities that the caller manages, without anything about the claimant. Not the caller's own
-- claim: a claimant who is a co-owner must not read the owner's answer.
create function private.list_received_claims() returns table (
  id uuid, community_id uuid, proved_at timestamptz, answer_due_at timestamptz, answer text, answered_at timestamptz,
  is_owner boolean
)
language plpgsql stable security definer set search_path = '' rows 5 as $$
begin
  perform private.require_profile();
  return query
    select k.id, k.community_id, k.proved_at, k.answer_due_at, k.answer, k.answered_at, k.owner_id = (select auth.uid())
    from public.claims as k
    where k.outcome is null and k.claimant_id <> (select auth.uid())
      and (k.owner_id = (select auth.uid()) or k.community_id = any ((select private.co_owned_ids())::uuid[]))
    order by k.proved_at, k.id;
end
$$;

create function private.export_claims_of(user_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'made', (
      select coalesce(jsonb_agg(to_jsonb(k) order by k.proved_at, k.id), '[]') from (
        select k.id, k.community_id, k.proved_at, k.answer_due_at, k.outcome, k.decided_at, k.reason
        from public.claims as k where k.claimant_id = user_id
      ) as k
    ),
    'received', (
      select coalesce(jsonb_agg(to_jsonb(k) order by k.proved_at, k.id), '[]') from (
        select k.id, k.community_id, k.proved_at, k.answer_due_at,
          case when k.answered_by = user_id or private.may_manage(k.community_id, k.answered_by) then k.answer end
            as answer,
          k.answered_at, k.outcome, k.decided_at
        from public.claims as k where k.owner_id = user_id or k.answered_by = user_id
      ) as k
    ),
    'earlier_answers', (
      select coalesce(jsonb_agg(to_jsonb(e) - 'author_id' order by e.answered_at), '[]')
      from public.earlier_answers as e where e.author_id = user_id
    )
  )
$$;
