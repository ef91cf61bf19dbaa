import { getAuthSchemaSql } from '@supabase/lite'

/**
 * The tables of the embedded auth service, and one that it lacks: the second factors, with the columns and indexes of
 * the real service. The migrations read it. Safe to repeat.
 */
export const authSchemaSql = `
  ${getAuthSchemaSql()}

  do $$
  begin
    if to_regtype('auth.factor_type') is null then
      create type auth.factor_type as enum ('totp', 'webauthn', 'phone');
      create type auth.factor_status as enum ('unverified', 'verified');
    end if;
  end
  $$;

  create table if not exists auth.mfa_factors (
    id uuid primary key,
    user_id uuid not null references auth.users (id) on delete cascade,
    friendly_name text,
    factor_type auth.factor_type not null,
    status auth.factor_status not null,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    secret text,
    phone text,
    last_challenged_at timestamptz unique,
    web_authn_credential jsonb,
    web_authn_aaguid uuid,
    last_webauthn_challenge_data jsonb
  );

  create index if not exists mfa_factors_user_id_idx on auth.mfa_factors (user_id);
  create unique index if not exists mfa_factors_user_friendly_name_unique
  on auth.mfa_factors (friendly_name, user_id) where trim(friendly_name) <> '';
`
