-- The numbers on the page for businesses.
-- Guarantee: nothing while the directory is closed, and no single join can be observed.

-- A JSON object: the listed communities, their places, and the joins of the 30 days before today. Null while closed.
--
-- Joins are rounded down to a multiple of 10 and change only at midnight (UTC), when a whole day is added and another
-- one removed. Visitors who add joins to reach a multiple of 10 cannot tell whose joins changed the number.
-- Counts at most 100,000 joins, in about 20 ms. Security definer, because no API role reads the directory or joins.
create function private.get_directory_numbers() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_directory_live() then
    return null;
  end if;
  return jsonb_build_object(
    'communities', (select count(*) from public.directory_communities),
    'places', (
      select count(*) from public.places as p
      where exists (select from public.directory_communities as d where d.location = p.name)
    ),
    'joins', (
      select count(*) / 10 * 10 from (
        select from public.community_joins
        where joined_on >= private.today() - 30 and joined_on < private.today() limit 100000
      ) as joins
    )
  );
end
$$;
