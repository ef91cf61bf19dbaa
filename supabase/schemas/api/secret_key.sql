-- The functions for the secret key that call a private function.
-- Guarantee: no visitor and no signed-in user calls them.

-- For the function delete-user, with the secret key.
create function public.announce_deletion(user_id uuid, actor_id uuid) returns boolean
language sql volatile security invoker set search_path = '' as $$
  select private.announce_deletion(user_id, actor_id)
$$;

grant execute on function public.announce_deletion to service_role;

-- For the path still-active of the function admin, with the secret key.
create function public.confirm_by_link(community_id uuid, user_id uuid, asked_at timestamptz) returns jsonb
language sql volatile security invoker set search_path = '' as $$
  select private.confirm_by_link(community_id, user_id, asked_at)
$$;

grant execute on function public.confirm_by_link to service_role;
