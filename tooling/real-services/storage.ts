import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../free-port.ts'
import { requireInstalledServices } from './environment.ts'
import { type Service, serviceAt } from './gateway.ts'
import { startProgram } from './program.ts'
import { signRoleToken } from './tokens.ts'

/* Supabase's storage-api, with files in a folder instead of S3. */

interface StorageOptions {
  databaseUrl: string
  jwtSecret: string
  /** Folder of the files. */
  folder: string
  /** URL of the gateway. */
  url: string
}

/** Creates the empty schema that the storage service requires before its first start. */
export const schemaForStorage = (database: string) => `
  create schema storage authorization supabase_storage_admin;
  grant create on database ${database} to supabase_storage_admin;
  alter role supabase_storage_admin set search_path = 'storage';
  grant usage on schema storage to project_owner, anon, authenticated, service_role;
  alter default privileges for role supabase_storage_admin in schema storage
    grant all on tables to project_owner, anon, authenticated, service_role;
  alter default privileges for role supabase_storage_admin in schema storage
    grant all on functions to project_owner, anon, authenticated, service_role;
  grant anon, authenticated, service_role to supabase_storage_admin;
`

/** For example 'storage-api 1.11.2'. */
export function storageVersion(): string {
  const { version } = JSON.parse(readFileSync(join(installedFolder(), 'package.json'), 'utf8'))
  return `storage-api ${version}`
}

/** Creates the tables of the storage service. */
export function migrateStorage(databaseUrl: string): void {
  const unused = { jwtSecret: 'unused', folder: 'unused', url: 'http://localhost' }
  execFileSync(nodeProgram(), ['dist/scripts/migrate-call.js'], {
    cwd: installedFolder(),
    env: toEnvironment({ ...unused, databaseUrl }, 0, 0),
    stdio: 'pipe',
  })
}

/** Starts the storage service on a free port. */
export async function startStorage(options: StorageOptions): Promise<Service> {
  mkdirSync(options.folder, { recursive: true })
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const program = await startProgram({
    command: nodeProgram(),
    args: ['dist/start/server.js'],
    cwd: installedFolder(),
    env: toEnvironment(options, port, await freePort()),
    isReady: async () => (await fetch(`${origin}/status`)).ok,
  })
  return { call: serviceAt(origin), stop: () => program.stop() }
}

function toEnvironment(
  { databaseUrl, jwtSecret, folder, url }: StorageOptions,
  port: number,
  adminPort: number,
): Record<string, string> {
  return {
    PATH: process.env['PATH'] ?? '',
    NODE_ENV: 'production',
    SERVER_HOST: '127.0.0.1',
    SERVER_PORT: String(port),
    SERVER_ADMIN_PORT: String(adminPort),
    SERVER_ADMIN_API_KEYS: 'unused',
    AUTH_JWT_SECRET: jwtSecret,
    ANON_KEY: signRoleToken('anon', jwtSecret),
    SERVICE_KEY: signRoleToken('service_role', jwtSecret),
    DATABASE_URL: databaseUrl,
    DB_INSTALL_ROLES: 'false',
    DB_SUPER_USER: 'project_owner',
    DATABASE_MAX_CONNECTIONS: '8',
    STORAGE_BACKEND: 'file',
    STORAGE_FILE_BACKEND_PATH: folder,
    STORAGE_S3_BUCKET: 'files',
    STORAGE_S3_REGION: 'local',
    SERVER_REGION: 'local',
    TENANT_ID: 'project',
    // 5 MiB, as `file_size_limit` in config.toml.
    UPLOAD_FILE_SIZE_LIMIT: '5242880',
    UPLOAD_FILE_SIZE_LIMIT_STANDARD: '5242880',
    IMAGE_TRANSFORMATION_ENABLED: 'false',
    PG_QUEUE_ENABLE: 'false',
    TUS_URL_PATH: '/upload/resumable',
    REQUEST_ALLOW_X_FORWARDED_PATH: 'true',
    STORAGE_PUBLIC_URL: url,
    S3_PROTOCOL_ENABLED: 'true',
    S3_PROTOCOL_PREFIX: '/storage/v1',
    RATE_LIMITER_ENABLED: 'false',
    LOG_LEVEL: 'warn',
    EXPOSE_DOCS: 'false',
  }
}

const installedFolder = () => requireInstalledServices().storage

/** The Node.js in the folder, if it has one: storage-api requires a newer one than this project. */
function nodeProgram(): string {
  const own = join(installedFolder(), 'node_modules/.bin/node')
  return existsSync(own) ? own : process.execPath
}
