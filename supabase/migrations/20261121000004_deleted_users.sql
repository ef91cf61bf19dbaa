-- Nothing answers somebody whose account is gone, however valid the token still is.
create or replace function public.is_whatsapp_link_listed(link text, except_id uuid default null)
returns boolean
language plpgsql stable security invoker set search_path = '' as $$
begin
  if not private.has_profile() then
    raise exception 'Your session has ended. Please sign in again.' using errcode = '42501';
  end if;
  return private.is_whatsapp_link_listed(link, except_id);
end
$$;
