/**
 * Responds to calls for second factors like an auth service that does not offer them: the embedded one has none, and
 * would respond with a 404 that is not JSON.
 *
 * @returns undefined for a request to another path
 */
export function answerFactors(request: Request): Response | undefined {
  if (!new URL(request.url).pathname.startsWith('/auth/v1/factors')) return undefined
  return Response.json(
    {
      code: 422,
      error_code: 'mfa_totp_enroll_not_enabled',
      msg: 'MFA enroll is disabled for TOTP',
    },
    { status: 422 },
  )
}
