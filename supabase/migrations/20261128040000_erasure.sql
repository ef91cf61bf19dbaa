set local check_function_bodies = off;

create or replace function private.forget_answers()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
begin
  update public.claims set
    answer = null, answered_by = null,
    owner_id = nullif(owner_id, old.id), decided_by = nullif(decided_by, old.id)
  where answered_by = old.id;
  return old;
end
$function$;
