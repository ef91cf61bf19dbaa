-- What a text may hide: short links, Telegram contacts and phone numbers (review/risk_signals.sql).
-- Guarantee: counts, dates, times and prices are not phone numbers, and the word Telegram alone is no contact.

-- Services that hide where a link leads.
create function private.link_shorteners() returns text[]
language sql immutable set search_path = '' as $$
  select string_to_array(
    'adf.ly bit.do bit.ly buff.ly cutt.ly cutt.us goo.gl is.gd lnkd.in ow.ly rb.gy rebrand.ly s.id short.gy shorte.st '
    'shorturl.at soo.gd t.co t.ly tiny.cc tiny.one tinyurl.com urlz.fr v.gd', ' ')
$$;

-- In lower case, with ASCII digits and hyphens and without invisible characters, which would hide a contact.
create function private.contact_text(value text) returns text
language sql immutable set search_path = '' as $$
  select lower(translate(
    regexp_replace(
      regexp_replace(normalize(value, NFKC), '[\u00AD\u200B-\u200F\u2060\uFE00-\uFE0F\u20E3\uFEFF]', '', 'g'),
      '[\u2010-\u2015\u2212]', '-', 'g'),
    '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹०१२३४५६७८९', '012345678901234567890123456789'))
$$;

-- `value` is a private.contact_text, also below.
create function private.has_short_link(value text) returns boolean
language sql immutable set search_path = '' as $$
  select value ~ format(
    '(?<![a-z0-9.@-])(?:www\.)?(?:%s)/[a-z0-9]',
    replace(array_to_string(private.link_shorteners(), '|'), '.', '\.'))
$$;

-- A link, or a handle beside the word: 'Telegram: @lisbon', '@lisbon on Telegram', 'tg: lisbon_walks'.
create function private.has_telegram_contact(value text) returns boolean
language sql immutable set search_path = '' as $$
  select value ~ '(?<![a-z0-9_.@-])(?:www\.)?(?:t|telegram)\.me/[a-z0-9_+]'
    or value ~ '\mtg://[a-z]'
    or value ~ ('(?:\m(?:telegram|tg)\M|телеграмм?)[^a-z0-9@]{1,4}'
      '(?:(?:is|me|us|id|handle|channel|group|at|on)[^a-z0-9@]{1,3}){0,2}@[a-z0-9_]{4}')
    or value ~ '(?<![a-z0-9_.])@[a-z0-9_]{4,32}[^a-z0-9@]{1,3}(?:on|via|in|at|auf|en|no|sur) (?:telegram|tg)\M'
    or value ~ '\m(?:telegram|tg)\M *[:=] *[a-z][a-z0-9]*[0-9_][a-z0-9_]{2}'
$$;

-- Without addresses of pages, dates and times. The letter keeps the digits around them apart.
create function private.without_dates(value text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  pattern text;
begin
  foreach pattern in array array[
    '(?:https?://|www\.)\S+|[a-z0-9-]+\.[a-z]{2,}/\S*',
    '(?<![0-9./])(?:[0-9]{4}[./][0-9]{1,2}[./][0-9]{1,2}|[0-9]{1,2}[./][0-9]{1,2}[./](?:[0-9]{2}){1,2})'
      '(?![0-9]|[./][0-9])',
    '(?<![0-9-])(?:[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}|[0-9]{1,2}-[0-9]{1,2}-(?:[0-9]{2}){1,2})(?![0-9]|-[0-9])',
    '(?<![0-9])[0-9]{1,2} [0-9]{1,2} (?:19|20)[0-9]{2}(?![0-9])',
    '[0-9]{1,2}:[0-9]{2}'
  ] loop
    value := regexp_replace(value, pattern, ' x ', 'g');
  end loop;
  return value;
end
$$;

create function private.has_phone_number(value text) returns boolean
language plpgsql immutable set search_path = '' as $$
declare
  start constant text := '(?<![0-9a-z+.,:/-])';
  dated text;
begin
  if value ~ 'wa\.me/\+?[0-9]{7}|whatsapp\.com/send/?\?phone=|\mtel:\+?[0-9]{3}' then return true; end if;
  dated := private.without_dates(value);
  return dated ~ (start || '\+ ?\(?[1-9](?:[ ()./-]{0,3}[0-9]){8,14}(?![0-9])')
    or dated ~ (start || '00[1-9](?:[ ()./-]{0,3}[0-9]){8,13}(?![0-9])')
    -- '0171 1234567', '06 12 34 56 78'
    or dated ~ (start || '\(?0[1-9](?:[ ()./-]{0,2}[0-9]){7,9}(?![0-9])')
    -- '(415) 555-2671', '(11) 91234-5678', '415-555-2671', '98765 43210', '9876543210'
    or dated ~ (start || '\([1-9][0-9]{1,3}\) ?[0-9]{3,5}[ .-]?[0-9]{4}(?![0-9])')
    or dated ~ (start || '[2-9][0-9]{2}([ .-])[2-9][0-9]{2}\1[0-9]{4}(?![0-9]|[.,][0-9])')
    or dated ~ (start || '[6-9][0-9]{4} [0-9]{5}(?![0-9])')
    or dated ~ (start || '(?![0-9]*0{5}(?![0-9]))[1-9][0-9]{9,12}(?![0-9a-z])')
    -- After a word that announces one, spaces between any digits.
    or dated ~ ('\m(?:call|phone|tel|telephone|mobile|whatsapp|sms|cell|contact)\M[^a-z0-9]{1,4}'
      '(?:(?:me|us|at|on|number|no)\M[^a-z0-9]{1,3}){0,2}[0-9](?:[ ()./-]{0,2}[0-9]){7,14}(?![0-9])');
end
$$;
