-- The limits that the app states.
-- Guarantee: a rule and the app have the same number. `npm run types` writes these limits to src/supabase/rules/, and
-- those of CHECK constraints. A limit that the app does not state belongs to its rule.

create function private.limits(
  out max_alerts integer,
  out max_co_owners integer,
  out max_imported_rows integer,
  out max_languages integer,
  out max_small_image_bytes integer,
  out max_unreviewed_count integer,
  out invitation_period interval,
  out claim_answer_period interval,
  out time_between_claims interval,
  out ownership_code_period interval
)
language plpgsql immutable set search_path = '' as $$
begin
  max_alerts := 10;
  max_co_owners := 5;
  max_imported_rows := 1000;
  max_languages := 3;
  max_small_image_bytes := 150 * 1024;
  -- A member count that is not higher needs no review.
  max_unreviewed_count := 100;
  invitation_period := '14 days';
  -- For the owner. Then an admin decides without an answer.
  claim_answer_period := '7 days';
  -- From the end of a claim to the next one of the same user.
  time_between_claims := '30 days';
  ownership_code_period := '1 day';
end
$$;

grant execute on function private.limits to authenticated, service_role;
