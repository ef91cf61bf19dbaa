import { getAuthSchemaSql } from '@supabase/lite'

/**
 * The tables of the embedded auth service, and two that it lacks: the second factors and the passkeys, with the columns
 * and indexes of the real service. The migrations read them. Safe to repeat.
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

  create table if not exists auth.webauthn_credentials (
    id uuid primary key default gen_random_uuid(),
    user_id uuid not null references auth.users (id) on delete cascade,
    credential_id bytea not null,
    public_key bytea not null,
    attestation_type text not null default '',
    aaguid uuid,
    sign_count bigint not null default 0,
    transports jsonb not null default '[]',
    backup_eligible boolean not null default false,
    backed_up boolean not null default false,
    friendly_name text not null default '',
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    last_used_at timestamptz
  );

  create unique index if not exists webauthn_credentials_credential_id_key
  on auth.webauthn_credentials (credential_id);
  create index if not exists webauthn_credentials_user_id_idx on auth.webauthn_credentials (user_id);
`
