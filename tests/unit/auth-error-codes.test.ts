import { AuthApiError, type AuthError } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { toUserError } from '../../src/supabase/errors.ts'

type OnlyLiterals<Code> = Code extends string ? (string extends Code ? never : Code) : never

/** The error codes of the auth service that the client lists. */
type ErrorCode = OnlyLiterals<AuthError['code']>

const otherSignIns = 'Users sign in by email and password only'
const otherFactors = 'The only second factor is an authenticator app'
const adminOnly = 'Only the edge functions make admin calls'

/** Why a code cannot reach a user, or null if it has a message. A new code fails the type check until it is here. */
const reasons = {
  anonymous_provider_disabled: otherSignIns,
  bad_code_verifier: otherSignIns,
  bad_json: 'The client sends valid JSON',
  bad_jwt: null,
  bad_oauth_callback: otherSignIns,
  bad_oauth_state: otherSignIns,
  captcha_failed: null,
  conflict: null,
  email_address_invalid: null,
  email_address_not_authorized: null,
  email_conflict_identity_not_deletable: otherSignIns,
  email_exists: null,
  email_not_confirmed: null,
  email_provider_disabled: null,
  flow_state_expired: null,
  flow_state_not_found: null,
  hook_payload_invalid_content_type: null,
  hook_payload_over_size_limit: null,
  hook_timeout: null,
  hook_timeout_after_retry: null,
  identity_already_exists: null,
  identity_not_found: null,
  insufficient_aal: null,
  invalid_credentials: null,
  invite_not_found: otherSignIns,
  manual_linking_disabled: otherSignIns,
  mfa_challenge_expired: null,
  mfa_factor_name_conflict: null,
  mfa_factor_not_found: null,
  mfa_ip_address_mismatch: null,
  mfa_phone_enroll_not_enabled: otherFactors,
  mfa_phone_verify_not_enabled: otherFactors,
  mfa_totp_enroll_not_enabled: null,
  mfa_totp_verify_not_enabled: null,
  mfa_verification_failed: null,
  mfa_verification_rejected: null,
  mfa_verified_factor_exists: otherFactors,
  mfa_webauthn_enroll_not_enabled: otherFactors,
  mfa_webauthn_verify_not_enabled: otherFactors,
  no_authorization: null,
  not_admin: adminOnly,
  oauth_provider_not_supported: otherSignIns,
  otp_disabled: null,
  otp_expired: null,
  over_email_send_rate_limit: null,
  over_request_rate_limit: null,
  over_sms_send_rate_limit: otherSignIns,
  phone_exists: otherSignIns,
  phone_not_confirmed: otherSignIns,
  phone_provider_disabled: otherSignIns,
  provider_disabled: otherSignIns,
  provider_email_needs_verification: otherSignIns,
  reauth_nonce_missing: 'The service calls it reauthentication_needed now',
  reauthentication_needed: null,
  reauthentication_not_valid: null,
  refresh_token_already_used: null,
  refresh_token_not_found: null,
  request_timeout: 'The client reports its status, 504, as a connection problem',
  same_password: null,
  saml_assertion_no_email: otherSignIns,
  saml_assertion_no_user_id: otherSignIns,
  saml_entity_id_mismatch: otherSignIns,
  saml_idp_already_exists: adminOnly,
  saml_idp_not_found: otherSignIns,
  saml_metadata_fetch_failed: adminOnly,
  saml_provider_disabled: otherSignIns,
  saml_relay_state_expired: otherSignIns,
  saml_relay_state_not_found: otherSignIns,
  session_expired: null,
  session_not_found: null,
  signup_disabled: null,
  single_identity_not_deletable: null,
  sms_send_failed: otherSignIns,
  sso_domain_already_exists: adminOnly,
  sso_provider_not_found: otherSignIns,
  too_many_enrolled_mfa_factors: null,
  unexpected_audience: otherSignIns,
  unexpected_failure: null,
  user_already_exists: null,
  user_banned: null,
  user_not_found: null,
  user_sso_managed: otherSignIns,
  validation_failed: 'The forms check first, and show their own message',
  weak_password: null,
} satisfies Record<ErrorCode, string | null>

/** The client does not list them, but the service sends them. */
const unlisted = ['current_password_invalid', 'current_password_required']

const reachable = Object.entries(reasons).flatMap(([code, reason]) => (reason === null ? code : []))

test.each([...reachable, ...unlisted])('the error %s has a message for users', (code) => {
  const { message } = toUserError(new AuthApiError('technical', 400, code))
  expect(message).toMatch(/^[A-Z].+\.$/)
  expect(message).not.toContain('technical')
})

test('an error that cannot reach a user has no message to maintain', () => {
  for (const [code, reason] of Object.entries(reasons)) {
    if (reason === null) continue
    expect(toUserError(new AuthApiError('technical', 400, code)).message).toBe('')
  }
})
